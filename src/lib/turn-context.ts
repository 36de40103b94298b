/** The part of a turn that decides how much of a conversation is read with another turn. */
interface Spoken {
  text: string;
}

/** A conversation of this length is masked as a whole, in characters. */
export const WHOLE_LENGTH = 6_000;
/** The turns before and after others that are read with them: a number can be spoken one digit in a turn. */
const CONTEXT_TURNS = 60;
/** Maximum length of these turns on each side, in characters; one turn is always read. */
const CONTEXT_LENGTH = 1_500;

/** Returns the range of the turns that decide what is masked in those from `from` to `to`. Both ends are exclusive. */
export function turnsAround(turns: readonly Spoken[], from: number, to: number): { first: number; last: number } {
  return {
    first: reach(turns, from - 1, -1, CONTEXT_LENGTH, CONTEXT_TURNS) + 1,
    last: reach(turns, to, 1, CONTEXT_LENGTH, CONTEXT_TURNS),
  };
}

/** Returns the same range for one turn, which is all of a conversation that is masked as a whole. */
export function excerptAround(turns: readonly Spoken[], turn: number): { first: number; last: number } {
  return lengthOf(turns) <= WHOLE_LENGTH ? { first: 0, last: turns.length } : turnsAround(turns, turn, turn + 1);
}

/** Returns the index behind the turns from `start` on, in a direction, that have a length together; at least one. */
export function reach(
  turns: readonly Spoken[],
  start: number,
  step: 1 | -1,
  length: number,
  count = Number.POSITIVE_INFINITY,
): number {
  let index = start;
  for (let sum = 0, taken = 0; index in turns && taken < count; index += step, taken++) {
    sum += (turns[index] as Spoken).text.length;
    if (taken > 0 && sum > length) break;
  }
  return index;
}

/** Returns the length of a conversation, in characters. */
export function lengthOf(turns: readonly Spoken[]): number {
  return turns.reduce((sum, { text }) => sum + text.length, 0);
}
