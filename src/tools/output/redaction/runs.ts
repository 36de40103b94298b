import { type TextRange, type Token, tokenize } from './tokens.ts';

/** A group of digits, written together or said in one word. */
export interface Piece extends TextRange {
  digits: string;
  written: boolean;
}

/** Digits that follow each other, with nothing between them but what people write or say between digits. */
export interface Run extends TextRange {
  digits: string;
  pieces: Piece[];
  /** Pieces after which a written list could as well go on with another number: index of the piece before the gap. */
  weak: number[];
}

/** What may stand between two groups of digits. */
const GAP = /^(?:[\s\-‐‑–—.,()/·•…*|?]|\uFE0F?\u20E3)*$/u;
/** Between written groups this may also separate two numbers. */
const WEAK_GAP = /[,\n?\p{L}]|\.\s/u;
/** More than this between two digits, and they are not said in one breath. */
const MAX_FILLERS = 8;
const JOINS_UNITS = new Set(['y', 'et', 'und']);

/** All runs of digits in a text, spoken ones included. */
export function findRuns(text: string): Run[] {
  const runs: Run[] = [];
  let pieces: Piece[] = [];
  let fillers = 0;
  /** A multiplier that waits for its digit, and where it began. */
  let repeat: { start: number; times: number } | undefined;
  let ten = false;
  let joined: string | undefined;
  let end = 0;

  const finish = () => {
    const kept = trimmed(text, pieces);
    if (kept.length > 0) runs.push(runOf(text, kept));
    [pieces, fillers, repeat, ten, joined] = [[], 0, undefined, false, undefined];
  };
  for (const token of tokenize(text)) {
    const gap = text.slice(end, token.start);
    if (token.kind === 'break' || (pieces.length > 0 && !GAP.test(gap))) finish();
    end = token.end;
    if (token.kind === 'break') continue;
    if (token.kind === 'filler') {
      joined = token.word;
      if (++fillers > MAX_FILLERS) finish();
    } else if (token.kind === 'repeat') repeat = { start: token.start, times: token.times };
    else if (token.kind === 'hundred') hundred(pieces, token);
    else {
      const last = pieces.at(-1);
      const unit = !token.written && token.digits.length === 1;
      const completes = ten && unit && last && (fillers === 0 ? /^[\s-]*$/.test(gap) : JOINS_UNITS.has(joined ?? ''));
      if (completes) {
        last.digits = (last.digits[0] as string) + token.digits;
        last.end = token.end;
        ten = false;
      } else {
        const digits = repeat && token.digits.length === 1 ? token.digits.repeat(repeat.times) : token.digits;
        pieces.push({ start: repeat?.start ?? token.start, end: token.end, digits, written: token.written });
        ten = token.ten;
      }
      [fillers, repeat, joined] = [0, undefined, undefined];
    }
  }
  finish();
  return runs;
}

/** Without an `Oh` that begins or is a sentence: that one is no zero. */
function trimmed(text: string, pieces: Piece[]): Piece[] {
  const isOh = ({ start, end }: Piece) => /^oh?$/i.test(text.slice(start, end));
  const apart = (one: Piece, other: Piece) => /[.!?\n]/.test(text.slice(one.end, other.start));
  const kept = [...pieces];
  for (let last = kept.at(-1); kept.length > 1 && last && isOh(last); last = kept.at(-1)) {
    if (!apart(kept.at(-2) as Piece, last)) break;
    kept.pop();
  }
  for (let [first, second] = kept; first && second && isOh(first) && apart(first, second); [first, second] = kept) {
    kept.shift();
  }
  return kept;
}

/** `eight hundred` inside a number is 800. */
function hundred(pieces: Piece[], token: Token): void {
  const last = pieces.at(-1);
  if (last?.digits.length !== 1) return;
  last.digits += '00';
  last.end = token.end;
}

function runOf(text: string, pieces: Piece[]): Run {
  const [first, last] = [pieces[0] as Piece, pieces.at(-1) as Piece];
  const weak = pieces.slice(1).flatMap((piece, index) => {
    const before = pieces[index] as Piece;
    return before.written && piece.written && WEAK_GAP.test(text.slice(before.end, piece.start)) ? [index] : [];
  });
  return { start: first.start, end: last.end, digits: pieces.map((piece) => piece.digits).join(''), pieces, weak };
}

/** The parts of a run between its weak gaps. */
export function split(run: Run): Run[] {
  const bounds = [-1, ...run.weak, run.pieces.length - 1];
  return bounds.slice(1).map((bound, index) => {
    const pieces = run.pieces.slice((bounds[index] as number) + 1, bound + 1);
    const [first, last] = [pieces[0] as Piece, pieces.at(-1) as Piece];
    return {
      start: first.start,
      end: last.end,
      digits: pieces.map((piece) => piece.digits).join(''),
      pieces,
      weak: [],
    };
  });
}
