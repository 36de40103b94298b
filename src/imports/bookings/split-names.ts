/** What stands between the names of a cell: `Cut + Colour`, `Cut, Colour`, `Cut and Colour`. A name can have one, too: `Cut & Colour`. */
const SEPARATOR = /\s*[+,;/|&\r\n]\s*|\s+(?:and|und|y|e|et)\s+/giu;
/** Words between separators. A cell with more is a text, and each of its pieces would be looked up. */
const MAX_WORDS = 20;

/** A cell with several names. */
export interface SplitNames<T> {
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

/**
 * Divides a cell into names, so that as few of its words as possible are left, and a name is as long as possible.
 * @param find returns what a name means
 * @returns undefined if no part of it means something, or if nothing separates names
 */
export function splitNames<T>(cell: string, find: (name: string) => T | undefined): SplitNames<T> | undefined {
  const words = wordsOf(cell);
  if (words.length < 2 || words.length > MAX_WORDS) return undefined;
  const textOf = ({ start, end }: { start: number; end: number }) => cell.slice(start, end);
  // The best division of what begins at each word, from the last one on.
  const best: { left: number; pieces: Piece<T>[] }[] = [{ left: 0, pieces: [] }];
  for (const [index, word] of [...words.entries()].reverse()) {
    const behind = (end: number) => best[words.length - 1 - end] as (typeof best)[number];
    const next = behind(index);
    let chosen = { left: next.left + 1, pieces: [{ ...word, meant: undefined as T | undefined }, ...next.pieces] };
    for (let last = index; last < words.length; last += 1) {
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
  let start = 0;
  for (const { index, 0: separator } of [...cell.matchAll(SEPARATOR), { index: cell.length, 0: '' }]) {
    if (index > start) words.push({ start, end: index });
    start = index + separator.length;
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
