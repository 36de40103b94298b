import { foldText } from '../search/text-search.ts';
import { type Domain, isDot, isSign, readDomain } from './domains.ts';
import { wordsOf } from './languages/index.ts';
import { MASKS } from './masks.ts';
import { inOrder, type Replacement } from './replacement.ts';
import { spokenDigits } from './words.ts';

/** E-mail addresses: `ana@example.com`, `ana (at) example (dot) com`, `ana at example dot com`. */

/** All searches start at the sign and are bounded, so that the time is linear in the length of a text. */
const LOCAL = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}$/u;
const MAX_LOCAL_LENGTH = 64;
const HOST = /\s?(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/uy;

const AT = [...wordsOf('at'), 'ät'];
const DOT = wordsOf('dot');
const IN_BRACKETS = new RegExp(`\\s?[([{]\\s?(?:${AT.join('|')})\\s?[)\\]}]`, 'giu');
const BRACKET_HOST = new RegExp(
  `\\s?(?:[\\p{L}\\p{N}-]{1,63}(?:\\.|\\s?[([{]\\s?(?:${DOT.join('|')})\\s?[)\\]}]\\s?)){1,8}\\p{L}{2,24}`,
  'iuy',
);
const SPOKEN_AT = new RegExp(`(?<=[\\s,])(?:${[...AT, ...wordsOf('weakAt')].join('|')})(?=[\\s,.])`, 'giu');

/** Returns the replacements for e-mail addresses in a text, in order. */
export function findEmails(text: string): Replacement[] {
  return inOrder([...findWritten(text), ...findInBrackets(text), ...findSpoken(text)]);
}

function findWritten(text: string): Replacement[] {
  const found: Replacement[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (endOf(HOST, text, at + 1) === undefined) continue;
    const local = localBefore(text, text[at - 1] === ' ' ? at - 1 : at);
    const end = text[at + 1] === ' ' ? at + 2 : at + 1;
    if (local) found.push({ start: local.start, end, mask: `${Array.from(text.slice(local.start, local.end))[0]}…@` });
  }
  return found;
}

function findInBrackets(text: string): Replacement[] {
  const found: Replacement[] = [];
  for (const { index, 0: sign } of text.matchAll(IN_BRACKETS)) {
    const end = endOf(BRACKET_HOST, text, index + sign.length);
    const local = localBefore(text, index);
    if (local && end !== undefined) found.push({ start: local.start, end, mask: MASKS.email });
  }
  return found;
}

function localBefore(text: string, end: number): { start: number; end: number } | undefined {
  const from = Math.max(0, end - MAX_LOCAL_LENGTH);
  const match = LOCAL.exec(text.slice(from, end));
  return match ? { start: from + match.index, end } : undefined;
}

function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

/** Maximum distance from the start of a spoken name to `at`, in characters. */
const MAX_NAME_LENGTH = 240;
const WEAK_AT = new Set(wordsOf('weakAt'));

function findSpoken(text: string): Replacement[] {
  const found: Replacement[] = [];
  let done = 0;
  for (const { index, 0: at } of text.matchAll(SPOKEN_AT)) {
    const domain = index < done ? undefined : readDomain(text, index + at.length);
    if (domain === undefined || (WEAK_AT.has(foldText(at)) && !domain.isProvider)) continue;
    const from = Math.max(done, index - MAX_NAME_LENGTH);
    const head = text.slice(from, index).replace(/[^\p{L}\p{N}]+$/u, '');
    const start = nameStart(head, isCertain(head, at, domain));
    if (start === undefined) continue;
    found.push({ start: from + start, end: from + head.length, mask: MASKS.email });
    done = domain.end;
  }
  return found;
}

const PLAIN_AT = /^at$/iu;
const MENTIONS_EMAIL =
  /e-?mail|\bmail|correo|courriel|write|send|schreib|escrib|scriv|posta|add?res|direcci|indirizz/iu;
/** `peter underscore parker` */
const LINKED_END = new RegExp(`(?:^|\\s)(?:${[...DOT, ...wordsOf('signs')].join('|')})\\s[\\p{L}\\p{N}]{1,40}$`, 'iu');

/** `at example.com` alone can be where something was bought: an address has a sign in its name, or is announced. */
function isCertain(head: string, at: string, { isWritten, isProvider, isLoose }: Domain): boolean {
  if (isProvider || !PLAIN_AT.test(at)) return true;
  if (isLoose) return LINKED_END.test(head) || MENTIONS_EMAIL.test(head.slice(-60));
  if (!isWritten) return true;
  return /[\p{L}\p{N}][._\d-][\p{L}\p{N}._-]*$/u.test(head) || MENTIONS_EMAIL.test(head.slice(-60));
}

interface Word {
  /** Normalized. */
  text: string;
  start: number;
  end: number;
}

const NAME_WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}'’_.-]*/gu;
const NOT_NAMES = new Set(wordsOf('notNames'));
const NOT_A_NAME = /^(?:look|visit|found|book|shop|order|brows)/u;
const INTRODUCTIONS = new Set(wordsOf('emailIntroductions').map(foldText));
const SPELLING = new Set(['as', 'in', 'for', 'like', 'wie', 'comme', 'como', 'come', 'de', 'di']);
/** A sentence, a clause or a turn ends here. */
const BOUNDARY = /[.!?:;\n\u2029"“”„«»]/u;
const MAX_NAME_WORDS = 4;

/** Returns the start of the name at the end of a text; undefined if its last word is none. */
function nameStart(head: string, isCertainly: boolean): number | undefined {
  const words = Array.from(head.matchAll(NAME_WORD), ({ index, 0: found }): Word => {
    const word = found.replace(/[.'’-]+$/u, '');
    return { text: foldText(word), start: index, end: index + word.length };
  });
  const last = words.at(-1);
  if (!isCertainly || !last || NOT_NAMES.has(last.text) || NOT_A_NAME.test(last.text)) return undefined;
  const phrase = introducedPhrase(head, words);
  const isName = phrase.length > 0 && phrase.filter(isNamePart).length <= MAX_NAME_WORDS;
  if (isName && !phrase.some(({ text }) => NOT_NAMES.has(text) && !SPELLING.has(text)))
    return (phrase[0] as Word).start;
  return linkedStart(words);
}

const isLetter = (word: Word | undefined) => word !== undefined && /^\p{L}$/u.test(word.text);
const isLink = (word: Word | undefined) => word !== undefined && (isDot(word.text) || isSign(word.text));
const isNumber = (word: Word) => /^\d+$/.test(word.text) || spokenDigits(word.text) !== undefined;
const isNamePart = (word: Word) => !isLetter(word) && !isLink(word) && !isNumber(word) && !SPELLING.has(word.text);

/** Returns the words after the last introduction or end of a sentence. Empty if there is neither. */
function introducedPhrase(head: string, words: readonly Word[]): Word[] {
  for (let index = words.length - 1; index >= 0; index--) {
    const [before, word, after] = [words[index - 1], words[index] as Word, words[index + 1]];
    const isBeforeSpelling = after !== undefined && (isLetter(after) || isLink(after) || SPELLING.has(after.text));
    const isSpelled = isLetter(word) && (after === undefined || isLetter(before) || isBeforeSpelling);
    const isInNumber = before !== undefined && after !== undefined && isNumber(before) && isNumber(after);
    if (INTRODUCTIONS.has(word.text) && !isSpelled && !isInNumber && after !== undefined) return words.slice(index + 1);
    const isFirst =
      before === undefined ? head.length < MAX_NAME_LENGTH : BOUNDARY.test(head.slice(before.end, word.start));
    if (isFirst && !isLink(word) && !isLink(before)) return words.slice(index);
  }
  return [];
}

/** Returns the start of a name whose parts are linked by signs, letters that are spelled, and digits at its end. */
function linkedStart(words: readonly Word[]): number {
  let first = words.length - 1;
  let endsWithDigits = isNumber(words[first] as Word);
  while (first > 0) {
    const [before, word] = [words[first - 1] as Word, words[first] as Word];
    const isSpelling = [words[first - 2], before, word].some((part) => part && SPELLING.has(part.text));
    const isLinked = isLink(before) || isLink(word) || isLetter(before) || isNumber(before) || isSpelling;
    if (!isLinked && !(endsWithDigits && !INTRODUCTIONS.has(before.text))) break;
    if (!isLinked) endsWithDigits = false;
    first--;
  }
  return (words[first] as Word).start;
}

/** Returns the places where a text repeats a name of several parts, such as `d hughes`. */
export function findRepeatedNames(text: string, name: string): Replacement[] {
  const parts = Array.from(name.matchAll(/[\p{L}\p{N}]+/gu), ([part]) => part);
  if (parts.length < 2) return [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('[^\\p{L}\\p{N}]{1,4}')}(?![\\p{L}\\p{N}])`, 'giu');
  const toReplacement = ({ index, 0: found }: RegExpExecArray) => ({
    start: index,
    end: index + found.length,
    mask: MASKS.email,
  });
  return Array.from(text.matchAll(pattern), toReplacement);
}
