import { wordsOf } from './languages/index.ts';
import { type DigitsToken, type TextRange, type Token, tokenize } from './tokens.ts';
import { COUNTING_BY_TWENTY, type Form } from './words.ts';

/** A group of digits, written together or spoken as one number. Letters of a code have no digits. */
export interface Piece extends TextRange {
  digits: string;
  /** False if spoken. */
  isWritten: boolean;
  /** Undefined if written. */
  form: Form | undefined;
  languages: number;
  /** Smallest number that can no longer be added: 10 after `forty`, 100 after `seiscientos`. */
  open: number;
  /** True for digits next to letters, which are read only as part of a code. */
  isGlued: boolean;
}

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
/** Words between tens and units: Spanish `treinta y dos`. */
const CONJUNCTIONS = new Set(wordsOf('conjunctions'));

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

/** True if two parts of a spoken number can be one: `forty two`, `forty-two`, `treinta y dos`. */
const isJoined = (gap: string, fillers: readonly string[]) =>
  fillers.length === 0 ? /^[\s\-‐‑]{0,3}$/u.test(gap) : fillers.length === 1 && CONJUNCTIONS.has(fillers[0] as string);

function pieceOf(token: DigitsToken, repeat: { start: number; times: number } | undefined): Piece {
  const { start, end, isWritten, form, languages, isGlued } = token;
  const isRepeated = repeat !== undefined && token.digits.length === 1;
  const digits = isRepeated ? token.digits.repeat(repeat.times) : token.digits;
  return { start: repeat?.start ?? start, end, digits, isWritten, form, languages, isGlued, open: openOf(token) };
}

function letters({ start, end }: TextRange): Piece {
  return { start, end, digits: '', isWritten: true, form: undefined, languages: 0, isGlued: false, open: 0 };
}

function openOf({ form, digits, languages }: DigitsToken): number {
  if (form === 'hundreds') return 100;
  if (form === 'tens') return languages & COUNTING_BY_TWENTY && /^[68]0$/.test(digits) ? 20 : 10;
  // `dix-sept`
  return form === 'teen' && languages & COUNTING_BY_TWENTY && digits === '10' ? 10 : 0;
}

/** Adds a word to the number before it: `forty` and `two`. Returns false if they are two numbers. */
function extend(last: Piece, token: DigitsToken, hasConjunction: boolean): boolean {
  const languages = last.languages & token.languages;
  if (token.isWritten || last.isWritten || languages === 0) return false;
  const value = Number(token.digits);
  const isTwenty = token.form === 'tens' && value === 20 && (languages & COUNTING_BY_TWENTY) !== 0;
  if (isTwenty && last.form === 'digit' && last.digits === '4' && !hasConjunction) {
    Object.assign(last, { digits: '80', end: token.end, form: 'tens', open: 20 });
    return true;
  }
  if (value === 0 || value >= last.open || token.form === 'hundreds') return false;
  if (last.digits === '10' && value < 7) return false;
  // `eight hundred five five five` is 800-555.
  if (last.open === 100 && token.form === 'digit' && !hasConjunction) return false;
  last.open = Math.min(openOf(token), last.open);
  Object.assign(last, { digits: `${Number(last.digits) + value}`, end: token.end, form: 'teen', languages });
  return true;
}

/** Reads `eight hundred` as 800, and French `cent` alone as 100. */
function addHundred(pieces: Piece[], token: Token & { languages: number }, isClose: boolean): void {
  const last = pieces.at(-1);
  const open = token.languages & COUNTING_BY_TWENTY ? 100 : 0;
  if (isClose && last?.form === 'digit' && last.digits.length === 1 && last.languages & token.languages) {
    Object.assign(last, { digits: `${last.digits}00`, end: token.end, form: 'hundreds', open });
  } else if (open > 0) {
    pieces.push({
      ...letters(token),
      digits: '100',
      isWritten: false,
      form: 'hundreds',
      languages: token.languages,
      open,
    });
  }
}

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
