import { foldText } from '../search/text-search.ts';
import { wordsOf } from './languages/index.ts';

/** Domains after a spoken `at`: `example dot com`, `g mail dot com`, `t minus online punkt de`, `example.com`. */
export interface Domain {
  /** Index behind the domain. */
  end: number;
  /** True for `example.com`, and false for `example dot com`. */
  isWritten: boolean;
  /** True for a well-known provider of mailboxes. */
  isProvider: boolean;
  /** True for several words before the first dot, which may not be a domain: `daily bugle dot com`. */
  isLoose: boolean;
}

const DOTS = new Set(wordsOf('dot'));
const SIGNS = new Set(wordsOf('signs'));
export const isDot = (word: string) => DOTS.has(word);
/** True for words such as `underscore`. */
export const isSign = (word: string) => SIGNS.has(word);

const PROVIDERS = new Set(
  (
    'gmail googlemail hotmail outlook live msn yahoo ymail icloud me aol proton protonmail gmx web tonline freenet posteo ' +
    'orange wanadoo free laposte sfr libero virgilio tiscali alice telefonica terra uol bol sapo telenet bluewin'
  ).split(' '),
);
/** Those whose name alone can only mean a mailbox. */
const MAILBOXES = new Set('gmail googlemail hotmail yahoo icloud gmx aol protonmail'.split(' '));
/** Words that speech recognition splits from the name of a provider. */
const SPLIT = new Set(['mail', 'look', 'cloud', 'line', 'net', 'poste']);
const TOP_LEVEL = new Set(
  (
    'com org net edu gov io co info biz app dev me eu de at ch es fr it pt br uk ie nl be lu pl dk se no fi cz us ca mx ' +
    'ar cl pe au nz in jp'
  ).split(' '),
);
const WORD = /(?=[\s,.…]{0,4}\s)[\s,.…]{1,5}([\p{L}\p{N}][\p{L}\p{N}-]{0,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8})/uy;
const LAST_LABEL = /^\p{L}{2,24}$/u;
const MAX_WORDS = 8;
const MAX_EXTRA_WORDS = 2;

/** Reads the domain that starts at a position; undefined if there is none. */
export function readDomain(text: string, from: number): Domain | undefined {
  WORD.lastIndex = from;
  const labels: string[] = [];
  let extraWords = 0;
  const mailbox = mailboxAt(text);
  if (mailbox) return mailbox;
  WORD.lastIndex = from;
  for (let count = 0; count < MAX_WORDS; count++) {
    const word = nextWord(text);
    if (word === undefined) return undefined;
    if (word.includes('.')) return labels.length === 0 ? writtenDomain(word, WORD.lastIndex) : undefined;
    if (isDot(word)) return labels.length === 0 ? undefined : afterDot(text, labels, extraWords > 0);
    if (labels.length > 0 && !continues(labels, word) && ++extraWords > MAX_EXTRA_WORDS) return undefined;
    labels.push(word);
  }
  return undefined;
}

/** Reads `gmail` or `g mail` alone, as people leave out the rest. */
function mailboxAt(text: string): Domain | undefined {
  const first = nextWord(text);
  if (first === undefined) return undefined;
  let end = WORD.lastIndex;
  const second = MAILBOXES.has(first) ? '' : (nextWord(text) ?? '');
  if (second !== '') end = WORD.lastIndex;
  if (!MAILBOXES.has(first + second)) return undefined;
  const next = nextWord(text);
  return next !== undefined && isDot(next) ? undefined : { end, isWritten: false, isProvider: true, isLoose: false };
}

function nextWord(text: string): string | undefined {
  const match = WORD.exec(text);
  return match ? foldText(match[1] as string) : undefined;
}

const isLetter = (word: string | undefined) => word?.length === 1;
const continues = (labels: readonly string[], word: string) =>
  isLetter(word) || isLetter(labels.at(-1)) || SPLIT.has(word) || isSign(word) || isSign(labels.at(-1) as string);

function writtenDomain(word: string, end: number): Domain | undefined {
  const labels = word.split('.');
  if (!TOP_LEVEL.has(labels.at(-1) as string)) return undefined;
  return { end, isWritten: true, isProvider: PROVIDERS.has(labels[0] as string), isLoose: false };
}

/** Reads `com`, `co dot uk` and so on. */
function afterDot(text: string, labels: readonly string[], isLoose: boolean): Domain | undefined {
  const name = labels.filter((label) => !isSign(label)).join('');
  let end: number | undefined;
  for (let count = 0; count < MAX_WORDS; count++) {
    const label = nextWord(text);
    if (label === undefined || isDot(label) || !LAST_LABEL.test(label.split('.').at(-1) as string)) break;
    end = WORD.lastIndex;
    const dot = nextWord(text);
    if (dot === undefined || !isDot(dot)) break;
  }
  return end === undefined ? undefined : { end, isWritten: false, isProvider: PROVIDERS.has(name), isLoose };
}
