import { addHundred, extend, isJoined, letters, type Piece, pieceOf } from './number-pieces.ts';
import type { TextRange } from './replacement.ts';
import { tokenize } from './tokens.ts';

/** A sequence of digits, and of letters if it may be a code, with only separators and filler words in between. */
export interface Run extends TextRange {
  digits: string;
  pieces: Piece[];
  hasLetters: boolean;
  /** True if the speaker says the number in several turns. */
  crossesTurns: boolean;
  /** Gaps at which a written list may continue with another number: index of the piece before each gap. */
  ambiguousGaps: number[];
}

/** Stands between two turns of one speaker. `cleanText` leaves none in a text, and it counts as white space. */
export const TURN_BREAK = '\u2029';

/** Separators between two groups of digits. */
const GAP = /^(?:[\s\-‐‑–—.,:;()/·•…*|?_~#'"‘’‚‛“”„‟«»‹›`´=+]|\uFE0F?\u20E3)*$/u;
/** Separators that may also separate two written numbers. */
const AMBIGUOUS_GAP = /[,\n?\p{L}]|[.;:]\s|\s[/|]/u;
/** With more filler words in between, two digits do not belong to the same number. */
const MAX_FILLERS = 8;
/** Returns all runs of written or spoken digits in a text. Those with letters contain the digits of a possible code. */
export function findRuns(text: string): Run[] {
  const runs: Run[] = [];
  let pieces: Piece[] = [];
  let fillers: string[] = [];
  /** A multiplier that precedes its digit. */
  let repeat: { start: number; times: number } | undefined;
  let end = 0;

  const finish = () => {
    const trimmed = trim(text, pieces);
    if (trimmed.some(({ digits }) => digits !== '')) runs.push(runOf(text, trimmed));
    [pieces, fillers, repeat] = [[], [], undefined];
  };
  for (const token of tokenize(text)) {
    const gap = text.slice(end, token.start);
    if (token.kind === 'break' || (pieces.length > 0 && (gap.length > MAX_GAP || !GAP.test(gap)))) finish();
    end = token.end;
    if (token.kind === 'break') continue;
    if (token.kind === 'filler') {
      fillers.push(token.word);
      if (fillers.length > MAX_FILLERS) finish();
      continue;
    }
    if (token.kind === 'repeat') {
      repeat = { start: token.start, times: token.times };
      continue;
    }
    const last = pieces.at(-1);
    const isClose = last !== undefined && isJoined(text.slice(last.end, token.start), fillers);
    if (token.kind === 'letters') pieces.push(letters(token));
    else if (token.kind === 'hundred') addHundred(pieces, token, isClose);
    else if (!isClose || repeat || !extend(last, token, fillers.length > 0)) pieces.push(pieceOf(token, repeat));
    [fillers, repeat] = [[], undefined];
  }
  finish();
  return runs;
}

/** Longer than any separator that people write. */
const MAX_GAP = 40;

/** Removes an `Oh` at either end that is a sentence of its own: it is an exclamation and not a zero. */
function trim(text: string, pieces: Piece[]): Piece[] {
  const isOh = ({ start, end }: Piece) => /^oh?$/i.test(text.slice(start, end));
  const isSentenceBreak = (one: Piece, other: Piece) => /[.!?\n\u2029]/.test(text.slice(one.end, other.start));
  let [from, to] = [0, pieces.length];
  const at = (index: number) => pieces[index] as Piece;
  while (to - from > 1 && isOh(at(to - 1)) && isSentenceBreak(at(to - 2), at(to - 1))) to--;
  while (to - from > 1 && isOh(at(from)) && isSentenceBreak(at(from), at(from + 1))) from++;
  return pieces.slice(from, to);
}

function runOf(text: string, pieces: Piece[]): Run {
  const ambiguousGaps: number[] = [];
  let crossesTurns = false;
  const digits = pieces.reduce((sum, piece) => sum + piece.digits.length, 0);
  let digitsBefore = 0;
  for (let index = 1; index < pieces.length; index++) {
    const [before, piece] = [pieces[index - 1] as Piece, pieces[index] as Piece];
    const gap = text.slice(before.end, piece.start);
    digitsBefore += before.digits.length;
    const isBetweenLong = gap === '/' && digitsBefore >= 7 && digits - digitsBefore >= 7;
    if (gap.includes(TURN_BREAK)) crossesTurns = true;
    else if (before.isWritten && piece.isWritten && (isBetweenLong || AMBIGUOUS_GAP.test(gap))) {
      ambiguousGaps.push(index - 1);
    }
  }
  return { ...joinPieces(pieces), crossesTurns, ambiguousGaps };
}

function joinPieces(pieces: Piece[]): Run {
  const [first, last] = [pieces[0] as Piece, pieces.at(-1) as Piece];
  const digits = pieces.map((piece) => piece.digits).join('');
  const hasLetters = pieces.some((piece) => piece.digits === '' || piece.isGlued);
  return { start: first.start, end: last.end, digits, pieces, hasLetters, crossesTurns: false, ambiguousGaps: [] };
}

/** Returns the parts of a run between its ambiguous gaps. */
export function splitAtAmbiguousGaps(run: Run): Run[] {
  const bounds = [-1, ...run.ambiguousGaps, run.pieces.length - 1];
  return bounds.slice(1).map((bound, index) => joinPieces(run.pieces.slice((bounds[index] as number) + 1, bound + 1)));
}

/** Returns the parts of a run between its letters, which are numbers of their own if the run is no code. */
export function splitAtLetters(text: string, run: Run): Run[] {
  const parts: Piece[][] = [[]];
  for (const piece of run.pieces) {
    if (piece.digits === '' || piece.isGlued) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts.filter((part) => part.length > 0).map((part) => runOf(text, trim(text, part)));
}
