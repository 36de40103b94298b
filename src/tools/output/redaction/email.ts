import { MASKS, maskEmail } from './masks.ts';
import { spokenDigits } from './words.ts';

// All repetitions are bounded, against regular expression denial of service (ReDoS) by a long text.
const WRITTEN =
  /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}._%+'-]{0,63}@)/gu;

const SPACE = '[\\s,]{1,5}';
const DOT = '(?:dot|point|punto|punkt)';
const LABEL = '[\\p{L}\\p{N}-]{1,63}';
/** Spoken `at example dot com`, in the languages of `words.ts`. */
const SPOKEN_DOMAIN = new RegExp(
  `${SPACE}(?:at|arroba|arobase|[äa]t|klammeraffe)(?=${SPACE}${LABEL}(?:${SPACE}${DOT}${SPACE}${LABEL}){0,4}${SPACE}${DOT}${SPACE}\\p{L}{2,24}(?!\\p{L}))`,
  'giu',
);
/** Maximum distance from the start of a spoken name to `at`, in characters. */
const MAX_NAME_LENGTH = 240;

/** Words before `at` that are not a name: `look at example dot com` is a web address. */
const NOT_A_NAME =
  /^(?:us|me|him|her|them|it|was|were|be|been|am|work|works|look|visit|is|are|find|online|website|webpage|page|site|store|go|buy|e-?mail|mail|address)$/iu;

/** Text before a part of a name that belongs to the name. */
const LINK =
  /[\p{L}\p{N}_-]+[\s,]+(?:dot|point|punto|punkt|underscore|dash|hyphen|minus|plus|unterstrich|bindestrich|gui[oó]n(?: bajo)?|tiret)[\s,]+$/iu;
const SPELLED = /(?<![\p{L}])\p{L}[\s,]+(?:as in|for|like|wie|comme)[\s,]+\p{L}+[\s,.…-]+$/iu;
const SPELLED_HEAD = /(?<![\p{L}])\p{L}[\s,]+(?:as in|for|like|wie|comme)[\s,]+$/iu;
const LETTER = /(?<![\p{L}'’])(?:\p{L}|\p{N}+)[\s,.…-]+$/u;
const WORD = /[\p{L}\p{N}'_-]+$/u;
const LAST_WORD = /([\p{L}-]+)[\s,.…-]+$/u;

/** Masks written and spoken e-mail addresses (`nora dot fitz at example dot com`; the name before `at` best effort). */
export function maskEmails(text: string): string {
  const masked = (text.includes('@') ? text.replace(WRITTEN, maskEmail) : text).replace(OBFUSCATED, MASKS.email);
  let result = '';
  let done = 0;
  for (const { index } of masked.matchAll(SPOKEN_DOMAIN)) {
    const from = Math.max(done, index - MAX_NAME_LENGTH);
    const start = nameStart(masked.slice(from, index));
    if (start === undefined) continue;
    result += `${masked.slice(done, from + start)}${MASKS.email}`;
    done = index;
  }
  return result + masked.slice(done);
}

/** `ana (at) example [dot] com`, as people write against spam bots. */
const OBFUSCATED =
  /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}\s?[([{]\s?at\s?[)\]}]\s?(?:[\p{L}\p{N}-]{1,63}(?:\.|\s?[([{]\s?dot\s?[)\]}]\s?)){1,8}\p{L}{2,24}/giu;

/** Words before a name that are not part of it. */
const NOT_A_NAME_PART = /^(?:is|it['’]?s|its|to|at|my|are|was|e-?mail|address|und|ist|es|est|and|then)$/iu;

/** Returns the start of the spoken name at the end of a text. */
function nameStart(text: string): number | undefined {
  const last = WORD.exec(text);
  if (!last || NOT_A_NAME.test(last[0])) return undefined;
  let rest = text.slice(0, last.index);
  let digits = isDigits(last[0]);
  for (;;) {
    let more = SPELLED_HEAD.exec(rest) ?? LINK.exec(rest) ?? SPELLED.exec(rest) ?? LETTER.exec(rest) ?? digitWord(rest);
    if (!more && digits) {
      // A name may end with digits: `fitz seven two`.
      const word = LAST_WORD.exec(rest);
      more = word && !NOT_A_NAME_PART.test(word[1] as string) ? word : null;
      digits = false;
    }
    if (!more) return rest.length;
    rest = rest.slice(0, more.index);
  }
}

const isDigits = (word: string) => /^\d+$/.test(word) || spokenDigits(word) !== undefined;

function digitWord(text: string): RegExpExecArray | null {
  const word = LAST_WORD.exec(text);
  return word && spokenDigits(word[1] as string) ? word : null;
}
