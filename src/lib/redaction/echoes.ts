import type { NumberReplacement } from './numbers.ts';
import type { Replacement } from './replacement.ts';
import { findRuns, type Run } from './runs.ts';

/** Longer turns repeat nothing. */
export const MAX_ECHO_LENGTH = 500;
/** Turns after one with digits in which the other speaker may repeat them. */
const MAX_DISTANCE = 2;
/** Fewer digits inside of a sentence are an echo by chance. */
const MIN_DIGITS = 3;

interface Turn {
  speaker?: string | undefined;
  text: string;
}

/**
 * Creates a function that finds the digits of a masked number that the other speaker repeats while it is dictated, or
 * directly after it. `said` are the turns of the number.
 */
export function createEchoFinder(turns: readonly Turn[]) {
  const runsOf = memoized((turn: number) => {
    const { text } = turns[turn] as Turn;
    return text.length > MAX_ECHO_LENGTH ? [] : findRuns(text).filter((run) => isEcho(text, run));
  });
  return (number: NumberReplacement, said: readonly number[]): (Replacement & { turn: number })[] => {
    const after = new Set(said.flatMap((turn) => Array.from({ length: MAX_DISTANCE }, (_, index) => turn + index + 1)));
    return [...after]
      .filter((turn) => turn < turns.length && turns[turn]?.speaker !== turns[said[0] as number]?.speaker)
      .flatMap((turn) => {
        const repeated = runsOf(turn).filter(({ digits }) => number.digits.includes(digits));
        return repeated.map(({ start, end }) => ({ turn, start, end, mask: number.mask }));
      });
  };
}

/** True for several digits, and for one that is all that the turn says. */
function isEcho(text: string, { start, end, digits, hasLetters }: Run): boolean {
  const isAll = !/[\p{L}\p{N}]/u.test(text.slice(0, start) + text.slice(end));
  return !hasLetters && (digits.length >= MIN_DIGITS || isAll);
}

function memoized<T>(compute: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
