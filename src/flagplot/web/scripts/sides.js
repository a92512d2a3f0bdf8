/** Who plays with whom, and against whom. */

/** @import { Position, SeatInfo } from "./types.js" */

/**
 * Whether whoever has these seats wins or loses together.
 * @param {{ side: string }[]} seats
 */
export function areTogether(seats) {
  return seats.every((seat) => seat.side === seats[0]?.side);
}

/**
 * Who one is at a table, with the seats that one has on one's side; null for onlookers.
 * @param {Position} position
 */
export function youAre({ seat, seats }) {
  const here = seats.find((candidate) => candidate.id === seat);
  if (!here) return null;
  const own = seats.filter((candidate) => candidate.player === "you" && candidate.side === here.side);
  return { who: here.who, seats: own.map((candidate) => candidate.name).join(" and ") };
}

/**
 * The others at a table: "with Bert", "against the captain"; empty when there are none.
 * @param {SeatInfo[]} seats
 * @param {string[]} yours
 * @param {(seat: SeatInfo) => string} called
 */
export function othersInWords(seats, yours, called) {
  const sides = seats.filter((seat) => yours.includes(seat.id)).map((seat) => seat.side);
  const others = seats.filter((seat) => !yours.includes(seat.id));
  const partners = others.filter((seat) => sides.includes(seat.side)).map(called);
  const opponents = others.filter((seat) => !sides.includes(seat.side)).map(called);
  return [partners.length && `with ${partners.join(" and ")}`, opponents.length && `against ${opponents.join(" and ")}`]
    .filter(Boolean)
    .join(" ");
}
