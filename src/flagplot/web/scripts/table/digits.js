/** Options chosen by their numbers: a digit that may be the first of two waits for a moment, and says so. */

const WAIT_MS = 1200;

export class Digits {
  /** @param {(words: string) => void} say  beside the list; empty: nothing */
  constructor(say) {
    this.say = say;
    this.typed = "";
    this.timer = 0;
  }

  /**
   * @param {string} digit
   * @param {string[]} numbers  of the options, in their order
   * @param {(at: number) => void} point  at the option that is taken unless another digit comes
   * @param {(at: number) => void} take
   */
  press(digit, numbers, point, take) {
    clearTimeout(this.timer);
    this.typed += digit;
    const { typed } = this;
    const at = numbers.indexOf(typed);
    const choose = () => {
      this.forget();
      if (at >= 0) take(at);
    };
    const longer = numbers.filter((number) => number !== typed && number.startsWith(typed));
    if (!longer.length) return choose();
    if (at >= 0) point(at);
    this.say(digitWords(typed, longer, at >= 0));
    this.timer = window.setTimeout(choose, WAIT_MS);
  }

  /** Forgets digits that waited for another. @returns {boolean} whether there were any */
  forget() {
    clearTimeout(this.timer);
    const hadAny = this.typed !== "";
    this.typed = "";
    if (hadAny) this.say("");
    return hadAny;
  }
}

/**
 * What a digit waits for that may be the first of two.
 * @param {string} typed
 * @param {string[]} longer  the numbers that begin with it
 * @param {boolean} isOne  whether it is a number by itself
 */
export function digitWords(typed, longer, isOne) {
  const others = longer.length === 1 ? longer[0] : `${longer[0]} to ${longer[longer.length - 1]}`;
  const alone = isOne ? ` Option ${typed} is taken in a moment; Esc cancels.` : "";
  return `${typed}_: type another digit for ${others}.${alone}`;
}
