import { addHundred, extend, isJoined, type Piece, pieceOf } from '../../redaction/number-pieces.ts';
import type { DigitsToken } from '../../redaction/tokens.ts';
import { hundredLanguages, languageBit, repeatsOf, type Spoken, spokenNumber } from '../../redaction/words.ts';
import { foldText } from '../../search/text-search.ts';
import { type Role, rolesIn } from './words.ts';

/** A telephone number as it was said, in figures, in words, or in both: `212 555 oh one double nine, extension 12`. */
interface SaidNumber {
  /** Without a sign. */
  digits: string;
  /** True if it begins with + or the word for it. */
  isInternational: boolean;
  extension: string | undefined;
}

/** A text that is no number, or has words that are not understood. */
export interface NoNumber {
  /** True if it has a digit or a word for one. */
  hasDigits: boolean;
}

/** Digits, signs that change a number, other signs for numbers, and words. All else separates. */
const TOKEN = /(?<figures>\p{Nd}+)|(?<sign>[+＋#*@%&=]|\p{N})|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu;
/** Words for hundred that are written alone after their digit, although their language writes them together: `acht hundert`. */
const SPLIT_HUNDRED: ReadonlySet<string> = new Set(['hundert', 'cento']);
/** What a French number begins with. The next digit is alone: "zéro quatre vingt-deux" is 04 22. */
const BEFORE_FRENCH_AREA = /^(?:0|33|0033)$/;
/** As many pieces as its digits have, and the next one. */
const MAX_PREFIX_PIECES = 5;
/** Digits of an extension. */
const MAX_EXTENSION = 8;

type Part = { start: number; end: number } & (
  | { kind: 'figures'; digits: string }
  | { kind: 'number'; spoken: Spoken; word: string }
  | { kind: 'repeat'; times: number }
  | { kind: 'hundred'; languages: number }
  | { kind: Role }
  | { kind: 'unknown' }
);

/**
 * Reads a text that is one telephone number and the words that people say with it. Each word must be understood, so that nothing is left
 * out of the number. Words for numbers are those of the language and English ones. Takes linear time.
 * @param language ISO 639-1
 */
export function readSaidNumber(text: string, language: string): SaidNumber | NoNumber {
  const parts = [...text.matchAll(TOKEN)].map((match) => partOf(match, language));
  return (
    new NumberReader(text, language).read(parts) ?? {
      hasDigits: parts.some(
        (part) => part.kind === 'figures' || (part.kind === 'number' && !part.spoken.isAmbiguous && part.word !== 'oh'),
      ),
    }
  );
}

function partOf({ index: start, 0: text, groups }: RegExpExecArray, language: string): Part {
  const range = { start, end: start + text.length };
  if (groups?.figures !== undefined) return { ...range, kind: 'figures', digits: foldText(text) };
  if (groups?.sign !== undefined)
    return { ...range, kind: /[+＋]/.test(text) ? 'plus' : text === '#' ? 'extension' : 'unknown' };
  const word = foldText(text).replaceAll(/['’]/g, '');
  const spoken = numberIn(word, language);
  if (spoken) return { ...range, kind: 'number', spoken, word };
  const times = repeatsOf(word);
  if (times !== undefined) return { ...range, kind: 'repeat', times };
  const role = rolesIn(language)(word);
  if (role) return { ...range, kind: role };
  const languages = hundredLanguages(word);
  return languages === undefined ? { ...range, kind: 'unknown' } : { ...range, kind: 'hundred', languages };
}

/** Words are often in several languages: "um" is one in Portuguese, and "sei" is six in Italian. */
function numberIn(word: string, language: string): Spoken | undefined {
  const spoken = spokenNumber(word);
  if (!spoken) return undefined;
  const own = languageBit(language) || languageBit('en');
  if (spoken.languages & own) return spoken;
  const isEnglish = (spoken.languages & languageBit('en')) !== 0;
  return isEnglish && word !== 'o' && !rolesIn(language)(word) ? spoken : undefined;
}

class NumberReader {
  readonly #text: string;
  readonly #language: string;
  readonly #main: Piece[] = [];
  #extension: Piece[] | undefined;
  #isInternational = false;
  #repeat: { start: number; times: number } | undefined;
  #hasConjunction = false;

  constructor(text: string, language: string) {
    this.#text = text;
    this.#language = language;
  }

  /** Returns undefined if one part is not understood. */
  read(parts: readonly Part[]): SaidNumber | undefined {
    const isRead = parts.every((part, index) => this.#add(part, parts[index + 1]));
    const extension = this.#extension && digitsOf(this.#extension);
    const isWhole = this.#repeat === undefined && !this.#hasConjunction && this.#main.length > 0;
    if (!isRead || !isWhole || extension === '' || (extension ?? '').length > MAX_EXTENSION) return undefined;
    return { digits: digitsOf(this.#main), isInternational: this.#isInternational, extension };
  }

  /** Returns false if a part does not belong to a number at this place. */
  #add(part: Part, next: Part | undefined): boolean {
    const pieces = this.#pieces;
    switch (part.kind) {
      case 'harmless':
        return true;
      case 'conjunction':
        if (pieces.length > 0) this.#hasConjunction = true;
        return this.#repeat === undefined;
      case 'plus':
        if (this.#isInternational || pieces.length > 0 || this.#extension) return false;
        this.#isInternational = true;
        return true;
      case 'extension':
        if (this.#extension || this.#repeat) return false;
        [this.#extension, this.#hasConjunction] = [[], false];
        return this.#main.length > 0;
      case 'repeat':
        if (this.#repeat || this.#hasConjunction) return false;
        this.#repeat = part;
        return true;
      case 'hundred':
        return this.#addHundred(part);
      case 'number':
        // "Oh, it's 303 …"
        if (part.word === 'oh' && pieces.length === 0 && next?.kind === 'harmless') return true;
        return this.#addNumber(part);
      case 'figures':
        return this.#addDigits({ ...part, kind: 'digits', isWritten: true, form: undefined, languages: 0 });
      default:
        return false;
    }
  }

  get #pieces(): Piece[] {
    return this.#extension ?? this.#main;
  }

  /** True if nothing but a space or a hyphen is between the last piece and a position. */
  #isNextTo(last: Piece | undefined, start: number): last is Piece {
    return last !== undefined && isJoined(this.#text.slice(last.end, start), []);
  }

  #addNumber({ start, end, spoken, word }: Extract<Part, { kind: 'number' }>): boolean {
    const last = this.#pieces.at(-1);
    const { digits, form, languages } = spoken;
    if (SPLIT_HUNDRED.has(word) && isUnit(last) && this.#isNextTo(last, start)) {
      Object.assign(last, { digits: `${last.digits}00`, end, form: 'hundreds', open: 100 });
      return true;
    }
    return this.#addDigits({ start, end, kind: 'digits', digits, isWritten: false, form, languages });
  }

  #addHundred({ start, end, languages }: Extract<Part, { kind: 'hundred' }>): boolean {
    const pieces = this.#pieces;
    const last = pieces.at(-1);
    if (this.#repeat || this.#hasConjunction) return false;
    const isClose = this.#isNextTo(last, start);
    // "Nineteen hundred"
    if (isClose && last?.form === 'teen' && last.digits.length === 2 && last.languages & languages) {
      Object.assign(last, { digits: `${last.digits}00`, end, form: 'hundreds', open: 100 });
      return true;
    }
    const before = pieces.length;
    addHundred(pieces, { start, end, kind: 'hundred', languages }, isClose);
    return pieces.length > before || last?.end === end;
  }

  #addDigits(said: Omit<DigitsToken, 'isAmbiguous' | 'isGlued'>): boolean {
    const token: DigitsToken = { ...said, isAmbiguous: false, isGlued: false };
    const pieces = this.#pieces;
    const last = pieces.at(-1);
    if (this.#hasConjunction) {
      this.#hasConjunction = false;
      return last !== undefined && this.#join(last, token);
    }
    if (this.#repeat) {
      if (token.digits.length !== 1) return false;
      pieces.push({ ...pieceOf(token, this.#repeat), open: 0, form: undefined });
      this.#repeat = undefined;
      return true;
    }
    if (this.#isNextTo(last, token.start) && this.#isExtended(last, token)) return true;
    pieces.push(pieceOf(token, undefined));
    return true;
  }

  /** Adds a number after a conjunction, which is in one number only: `vinte e um`, `fünf und zwanzig`. */
  #join(last: Piece, token: DigitsToken): boolean {
    if (this.#language === 'de' && isUnit(last) && token.form === 'tens') {
      const digits = `${Number(token.digits) + Number(last.digits)}`;
      Object.assign(last, { digits, end: token.end, form: 'teen', open: 0 });
      return true;
    }
    // "Two hundred and five"
    if (last.form === 'hundreds') last.open = 100;
    return extend(last, token, true);
  }

  #isExtended(last: Piece, token: DigitsToken): boolean {
    // German has the unit before the tens: "zwanzig fünf" is 20 5.
    const isGerman = (last.languages & token.languages) === languageBit('de');
    if (isGerman && last.form === 'tens') return false;
    const isAfterPrefix =
      this.#main.length <= MAX_PREFIX_PIECES && BEFORE_FRENCH_AREA.test(digitsOf(this.#main.slice(0, -1)));
    if (isAfterPrefix && last.digits === '4' && token.digits === '20') return false;
    return extend(last, token, false);
  }
}

const digitsOf = (pieces: readonly Piece[]): string => pieces.map(({ digits }) => digits).join('');

/** A spoken digit other than zero. */
const isUnit = (piece: Piece | undefined): piece is Piece =>
  piece?.form === 'digit' && piece.digits.length === 1 && piece.digits !== '0';
