import { type TextRange, type Token, tokenize } from './tokens.ts';

/** A group of digits, written together or spoken as one word. */
export interface Piece extends TextRange {
  digits: string;
  /** False if spoken. */
  isWritten: boolean;
}

/** A sequence of digits with only separators and filler words in between. */
export interface Run extends TextRange {
  digits: string;
  pieces: Piece[];
  /** Gaps at which a written list may continue with another number: index of the piece before each gap. */
  ambiguousGaps: number[];
}

/** Separators between two groups of digits. */
const GAP = /^(?:[\s\-‐‑–—.,()/·•…*|?]|\uFE0F?\u20E3)*$/u;
/** Separators that may also separate two written numbers. */
const AMBIGUOUS_GAP = /[,\n?\p{L}]|\.\s/u;
/** With more filler words in between, two digits do not belong to the same number. */
const MAX_FILLERS = 8;
/** Words between tens and units: Spanish `treinta y dos`. */
const TENS_CONJUNCTIONS = new Set(['y', 'et', 'und']);

/** Returns all runs of written or spoken digits in a text. */
export function findRuns(text: string): Run[] {
  const runs: Run[] = [];
  let pieces: Piece[] = [];
  let fillers = 0;
  /** A multiplier that precedes its digit. */
  let repeat: { start: number; times: number } | undefined;
  let isAfterTens = false;
  let lastFiller: string | undefined;
  let end = 0;

  const finish = () => {
    const trimmed = withoutExclamations(text, pieces);
    if (trimmed.length > 0) runs.push(runOf(text, trimmed));
    [pieces, fillers, repeat, isAfterTens, lastFiller] = [[], 0, undefined, false, undefined];
  };
  for (const token of tokenize(text)) {
    const gap = text.slice(end, token.start);
    if (token.kind === 'break' || (pieces.length > 0 && !GAP.test(gap))) finish();
    end = token.end;
    if (token.kind === 'break') continue;
    if (token.kind === 'filler') {
      lastFiller = token.word;
      if (++fillers > MAX_FILLERS) finish();
    } else if (token.kind === 'repeat') repeat = { start: token.start, times: token.times };
    else if (token.kind === 'hundred') multiplyByHundred(pieces, token);
    else {
      const last = pieces.at(-1);
      const isUnit = !token.isWritten && token.digits.length === 1;
      const isJoined = fillers === 0 ? /^[\s-]*$/.test(gap) : TENS_CONJUNCTIONS.has(lastFiller ?? '');
      if (isAfterTens && isUnit && last && isJoined) {
        last.digits = (last.digits[0] as string) + token.digits;
        last.end = token.end;
        isAfterTens = false;
      } else {
        const digits = repeat && token.digits.length === 1 ? token.digits.repeat(repeat.times) : token.digits;
        pieces.push({ start: repeat?.start ?? token.start, end: token.end, digits, isWritten: token.isWritten });
        isAfterTens = token.isTens;
      }
      [fillers, repeat, lastFiller] = [0, undefined, undefined];
    }
  }
  finish();
  return runs;
}

/** Removes an `Oh` at either end that is a sentence of its own: it is an exclamation and not a zero. */
function withoutExclamations(text: string, pieces: Piece[]): Piece[] {
  const isOh = ({ start, end }: Piece) => /^oh?$/i.test(text.slice(start, end));
  const isSentenceBreak = (one: Piece, other: Piece) => /[.!?\n]/.test(text.slice(one.end, other.start));
  const trimmed = [...pieces];
  for (let last = trimmed.at(-1); trimmed.length > 1 && last && isOh(last); last = trimmed.at(-1)) {
    if (!isSentenceBreak(trimmed.at(-2) as Piece, last)) break;
    trimmed.pop();
  }
  for (
    let [first, second] = trimmed;
    first && second && isOh(first) && isSentenceBreak(first, second);
    [first, second] = trimmed
  ) {
    trimmed.shift();
  }
  return trimmed;
}

/** Reads `eight hundred` inside a number as 800. */
function multiplyByHundred(pieces: Piece[], token: Token): void {
  const last = pieces.at(-1);
  if (last?.digits.length !== 1) return;
  last.digits += '00';
  last.end = token.end;
}

function runOf(text: string, pieces: Piece[]): Run {
  const ambiguousGaps = pieces.slice(1).flatMap((piece, index) => {
    const before = pieces[index] as Piece;
    const isAmbiguous = AMBIGUOUS_GAP.test(text.slice(before.end, piece.start));
    return before.isWritten && piece.isWritten && isAmbiguous ? [index] : [];
  });
  return joinPieces(pieces, ambiguousGaps);
}

function joinPieces(pieces: Piece[], ambiguousGaps: number[]): Run {
  const [first, last] = [pieces[0] as Piece, pieces.at(-1) as Piece];
  const digits = pieces.map((piece) => piece.digits).join('');
  return { start: first.start, end: last.end, digits, pieces, ambiguousGaps };
}

/** Returns the parts of a run between its ambiguous gaps. */
export function splitAtAmbiguousGaps(run: Run): Run[] {
  const bounds = [-1, ...run.ambiguousGaps, run.pieces.length - 1];
  return bounds
    .slice(1)
    .map((bound, index) => joinPieces(run.pieces.slice((bounds[index] as number) + 1, bound + 1), []));
}
