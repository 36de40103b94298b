/** What stands between the names of a cell: `Cut + Colour`, `Cut, Colour`, `Cut and Colour`. A name can have one, too: `Cut & Colour`. */
const SEPARATOR = /[+,;/|&\r\n]|\s(?:and|und|y|e|et)(?=\s)/giu;
/** Separators that join as the word does: `Cut & Colour` and `Cut and Colour` are one name. */
const JOINING = /[+&]|\s(?:and|und|y|e|et)(?=\s)/giu;
/** Words between separators. */
const MAX_WORDS = 30;
/** Characters of a cell with names. A longer one is a text. */
const MAX_LENGTH = 300;

/** A cell with several names. */
interface SplitNames<T> {
  /** What the known names mean, in their order. */
  known: T[];
  /** What stands between known names, and means nothing. */
  unknown: string[];
}

interface Piece<T> {
  start: number;
  end: number;
  /** Undefined: it means nothing. */
  meant: T | undefined;
}

/** The same for all names that differ in how their words are joined. */
export const evenlyJoined = (name: string): string =>
  name
    .split(JOINING)
    .map((word) => word.trim())
    .join(' & ');

/** The number of words that stand between separators in a name. */
export const countWords = (name: string): number => wordsOf(name).length;

/**
 * Divides a cell into names, so that as few of its words as possible are left, and a name is as long as possible.
 * @param find returns what a name means
 * @param maxWords those that a known name has
 * @returns undefined if no part of it means something, or if nothing separates names
 */
export function splitNames<T>(
  cell: string,
  find: (name: string) => T | undefined,
  maxWords = MAX_WORDS,
): SplitNames<T> | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const words = wordsOf(cell);
  if (words.length < 2 || words.length > MAX_WORDS) return undefined;
  const textOf = ({ start, end }: { start: number; end: number }) => cell.slice(start, end);
  // The best division of what begins at each word, from the last one on.
  const best: { left: number; pieces: Piece<T>[] }[] = [{ left: 0, pieces: [] }];
  for (const [index, word] of [...words.entries()].reverse()) {
    const behind = (end: number) => best[words.length - 1 - end] as (typeof best)[number];
    const next = behind(index);
    let chosen = { left: next.left + 1, pieces: [{ ...word, meant: undefined as T | undefined }, ...next.pieces] };
    for (let last = index; last < Math.min(index + maxWords, words.length); last += 1) {
      const piece = { start: word.start, end: (words[last] as (typeof words)[number]).end };
      const rest = behind(last);
      if (rest.left > chosen.left) continue;
      const meant = find(textOf(piece));
      if (meant !== undefined) chosen = { left: rest.left, pieces: [{ ...piece, meant }, ...rest.pieces] };
    }
    best.push(chosen);
  }
  const { pieces } = best.at(-1) as (typeof best)[number];
  const known = pieces.flatMap(({ meant }) => (meant === undefined ? [] : [meant]));
  return known.length === 0 ? undefined : { known, unknown: runsOf(pieces).map(textOf) };
}

/** The words of a cell that stand between separators, with their places. */
function wordsOf(cell: string): { start: number; end: number }[] {
  const words: { start: number; end: number }[] = [];
  let from = 0;
  for (const { index, 0: separator } of [...cell.matchAll(SEPARATOR), { index: cell.length, 0: '' }]) {
    const word = cell.slice(from, index);
    const start = from + word.length - word.trimStart().length;
    if (word.trim() !== '') words.push({ start, end: start + word.trim().length });
    from = index + separator.length;
  }
  return words;
}

/** Joins pieces that mean nothing and follow each other. */
function runsOf<T>(pieces: readonly Piece<T>[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  let isRun = false;
  for (const { start, end, meant } of pieces) {
    const last = runs.at(-1);
    if (meant === undefined) {
      if (isRun && last) last.end = end;
      else runs.push({ start, end });
    }
    isRun = meant === undefined;
  }
  return runs;
}
