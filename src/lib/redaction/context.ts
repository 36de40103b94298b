import { memoize } from '../concurrency/lazy.ts';
import { alternativesOf } from './languages/index.ts';

/**
 * Words around a number that classify it, from the tables of the languages. Their patterns are compiled with their first use:
 * together they take as long as a tenth of the start.
 */

/** Maximum distance between such a word and the number, in characters. */
const MAX_DISTANCE = 70;

type Pattern = () => RegExp;

/** A pattern of alternatives that match whole words only, also next to digits. */
const words = (alternatives: string, before = '', after = '', flags = 'isu'): Pattern =>
  memoize(() => {
    const letters = alternatives.replaceAll('\\w', '\\p{L}');
    return new RegExp(`${before}(?<!\\p{L})(?:${letters})(?!\\p{L})${after}`, flags);
  });

const endsNear =
  (pattern: Pattern, distance = MAX_DISTANCE) =>
  (before: string) =>
    pattern().test(before.slice(-distance));
/** Creates a function that returns the position of the last occurrence near the end of a text; -1 if there is none. */
function lastIndex(alternatives: string) {
  const pattern = words(alternatives, '', '', 'gisu');
  return (before: string) => Array.from(before.slice(-MAX_DISTANCE).matchAll(pattern())).at(-1)?.index ?? -1;
}

const NUMBERS = alternativesOf('numberPattern');
const NUMBER = `(?:[\\s.:-]*(?:${NUMBERS}|no\\.?|id|code|#))?`;
const BETWEEN = `(?:[^\\p{L}\\p{N}]|(?<!\\p{L})(?:${alternativesOf('linkPattern', 'numberPattern')})(?!\\p{L}))*$`;
/** Matches words directly before a number, with at most filler such as `number is` in between. */
const introducedBy = (alternatives: string) => endsNear(words(alternatives, '', NUMBER + BETWEEN));

const ACCOUNTS = alternativesOf('accountPattern');
const PHONES = alternativesOf('phonePattern');
const CARDS = alternativesOf('cardPattern', 'codePattern');
const IDENTITIES = alternativesOf('identityPattern', 'socialPattern');

const lastAccount = lastIndex(ACCOUNTS);
const lastPhone = lastIndex(PHONES);
const lastCard = lastIndex(CARDS);

export const mentionsCard = endsNear(words(CARDS), 120);
/** True if a card was mentioned after any telephone. */
export const mentionsCardLast = (before: string) => lastCard(before) > lastPhone(before);
export const mentionsSocialSecurity = endsNear(words(alternativesOf('socialPattern')));
export const mentionsPhone = endsNear(words(`${PHONES}|${NUMBERS}`));
/** True if an account was mentioned after any telephone. */
export const mentionsAccountLast = (before: string) => lastAccount(before) > lastPhone(before);
/** True directly before a short number of an account or a policy. */
export const introducesAccount = introducedBy(ACCOUNTS);
export const introducesIdentity = introducedBy(IDENTITIES);
/** True after letters that are read out, as before the digits of a member number. */
export const endsWithSpelledLetters = endsNear(
  () => /(?<![\p{L}'’])[\p{Lu}\p{Ll}][\s,.]+[\p{Lu}\p{Ll}][\s,.]+(?:and then|then)?[\s,]*$/u,
);
export const introducesCode = endsNear(words(alternativesOf('codePattern')));
/** True directly before words such as `three digits on the back`. */
export const startsWithCode = (after: string) => CODE_AFTER().test(after);
const CODE_AFTER = words(alternativesOf('codePattern'), '^[\\s,.]{0,4}(?:\\p{L}{1,4}\\s){0,2}');
export const introducesExpiry = endsNear(words(alternativesOf('expiryPattern'), '', '[^!]{0,30}$'));
/** True directly before the number of a record, which must not be masked, so that it stays usable. */
export const introducesRecord = introducedBy(`(?:${alternativesOf('recordPattern')})(?:e?[sn])?`);

const UNIT = words(alternativesOf('unitPattern'), '^(?:[\\s,-]*|\\s?/\\s?|\\s?per\\s)');
/** True directly after a number that is a quantity. */
export const startsWithUnit = (after: string) => UNIT().test(after);

const WHOLE_UNIT = words(alternativesOf('unitPattern'), '^', '$');
export const isUnit = (word: string) => WHOLE_UNIT().test(word);

const SECRET_WORD = words(`${CARDS}|${ACCOUNTS}|${IDENTITIES}`, '^', '$');
/** True for a word that announces a card, an account or an identifier of a person. */
export const mentionsSecret = (word: string) => SECRET_WORD().test(word);
const CONTEXT_WORD = words(
  `${CARDS}|${ACCOUNTS}|${IDENTITIES}|${PHONES}|${NUMBERS}|nr|no|id|${alternativesOf('expiryPattern')}`,
  '^',
  '$',
);
/** True for a word that announces any sensitive number. */
export const isContextWord = (word: string) => CONTEXT_WORD().test(word);
