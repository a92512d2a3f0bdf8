/** Sound effects, made at the moment they are heard from noise and tones; there are no files. */

/**
 * A layer of an effect, in seconds and hertz: noise through a filter or a tone, gliding from one pitch to another.
 * @typedef {{ kind: "noise" | "sine" | "square", at: number, for: number, from: number, to: number, gain: number }} Layer
 */

/** @type {(at: number, gain?: number) => Layer[]} */
const boom = (at, gain = 0.8) => [
  { kind: "noise", at, for: 1.1, from: 900, to: 60, gain },
  { kind: "sine", at, for: 0.7, from: 90, to: 30, gain: gain * 0.8 },
];
/** @type {(at: number) => Layer} */
const click = (at) => ({ kind: "noise", at, for: 0.05, from: 3200, to: 900, gain: 0.35 });
/** @type {(at: number, length: number) => Layer} */
const morse = (at, length) => ({ kind: "square", at, for: length, from: 620, to: 620, gain: 0.1 });
/** @type {(at: number) => Layer} */
const ping = (at) => ({ kind: "sine", at, for: 1.3, from: 1040, to: 1000, gain: 0.35 });

/** The effects by the pictures of the cards, and a few of the table itself. @type {{ [name: string]: Layer[] }} */
export const EFFECTS = {
  dice: [click(0), click(0.09), click(0.17), click(0.28), click(0.42)],
  torpedo: boom(0),
  sinking: [...boom(0, 0.7), { kind: "noise", at: 0.4, for: 2.4, from: 500, to: 40, gain: 0.5 }],
  mine: boom(0),
  battle: [...boom(0, 0.5), ...boom(0.35, 0.35), ...boom(0.6, 0.5)],
  fire: [...boom(0, 0.5), { kind: "noise", at: 0.3, for: 1.6, from: 2600, to: 1400, gain: 0.12 }],
  hunt: [ping(0), ping(0.9), ...boom(1.7, 0.5)],
  periscope: [ping(0), ping(1.1)],
  aircraft: [{ kind: "square", at: 0, for: 2, from: 96, to: 70, gain: 0.16 }, { kind: "noise", at: 0, for: 2, from: 400, to: 240, gain: 0.2 }],
  storm: [{ kind: "noise", at: 0, for: 2.6, from: 300, to: 900, gain: 0.4 }],
  signal: [morse(0, 0.06), morse(0.14, 0.2), morse(0.42, 0.06), morse(0.56, 0.06), morse(0.7, 0.2)],
  breakdown: [click(0), click(0.2), click(0.3), { kind: "noise", at: 0.4, for: 0.9, from: 240, to: 60, gain: 0.5 }],
  end: [{ kind: "sine", at: 0, for: 2.2, from: 523, to: 523, gain: 0.3 }, { kind: "sine", at: 0.5, for: 2.2, from: 523, to: 523, gain: 0.3 }],
};
const SOFT = [{ kind: /** @type {const} */ ("sine"), at: 0, for: 0.9, from: 392, to: 392, gain: 0.2 }];

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** A second of white noise. @param {BaseAudioContext} audio */
export function noiseOf(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

/** Plays an effect; one that there is not sounds like a soft bell. @param {string} name @param {number} loud  up to 1 */
export function play(name, loud) {
  if (typeof AudioContext !== "function") return;
  context ??= new AudioContext();
  noise ??= noiseOf(context);
  void context.resume();
  schedule(context, noise, name, loud);
}

/** Lets an effect begin now. @param {BaseAudioContext} audio @param {AudioBuffer} hiss @param {string} name @param {number} loud */
export function schedule(audio, hiss, name, loud) {
  for (const layer of EFFECTS[name] ?? SOFT) sound(audio, hiss, layer, loud);
}

/** @param {BaseAudioContext} audio @param {AudioBuffer} hiss @param {Layer} layer @param {number} loud */
function sound(audio, hiss, layer, loud) {
  const start = audio.currentTime + layer.at;
  const end = start + layer.for;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(layer.gain * loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(audio.destination);
  if (layer.kind === "noise") {
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    [source.buffer, source.loop, filter.type] = [hiss, true, "lowpass"];
    filter.frequency.setValueAtTime(layer.from, start);
    filter.frequency.exponentialRampToValueAtTime(layer.to, end);
    source.connect(filter).connect(gain);
    source.start(start);
    source.stop(end);
    return;
  }
  const tone = audio.createOscillator();
  tone.type = layer.kind;
  tone.frequency.setValueAtTime(layer.from, start);
  tone.frequency.exponentialRampToValueAtTime(layer.to, end);
  tone.connect(gain);
  tone.start(start);
  tone.stop(end);
}
