import { normalizeText } from '../../../../lib/search/text-search.ts';
import { editDistance } from '../../../../lib/text/edit-distance.ts';

/** "K as in Kilo", in all languages. The letter stays. */
const AS_IN = /(?<=(?:^|[\s,])\p{L})\s+(?:as in|for|wie|comme|come|como)\s+\p{L}+/giu;
/** A word before its letters, what is said between both, and the letters: "Meier, that's M-E-Y-E-R". Initials are fewer, or have full stops. */
const SPELLED =
  /(?:(\p{L}{2,})[\s,]+(?:(?:that['’]?s|spelled|spelt|buchstabiert|ép[eè]l[eé]|deletreado|soletrado)[\s,:]+)?)?(?<![\p{L}'’])(\p{L}(?:\s*[-–,]\s*\p{L}){2,}|\p{L}(?:\s+\p{L}){3,})(?![\p{L}.'’])/giu;
/** The letters of a name that was said as a whole: "Kern with K". */
const WITH_LETTERS = /[\s,]+(?:with|mit|avec|con|com)(?:\s+(?:an?|une?|la|um|einem))?(?:\s+(?:and|und|et|\p{L}))+$/iu;
/** The same of "Kern, K as in Kilo". Otherwise, it can be an initial. */
const LETTER = /,\s*\p{L}$/u;
/** So many letters of the word and of the spelled one can differ. */
const MAX_DIFFERENCES = 2;

/** Returns a name without its spelling: the spelled word replaces the one that was heard. `Anna Meier, M-E-Y-E-R` is Anna Meyer. */
export function withoutSpelling(name: string): string {
  const letters = name.replace(AS_IN, '');
  const whole = letters.replace(SPELLED, (_, heard: string | undefined, spelling: string) => {
    const word = spelling.replace(/[^\p{L}]/gu, '');
    const spelled = word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
    const isSame = heard && editDistance(normalizeText(heard), normalizeText(word)) <= MAX_DIFFERENCES;
    return heard && !isSame ? `${heard} ${spelled}` : spelled;
  });
  return (letters === name ? whole : whole.replace(LETTER, '')).replace(WITH_LETTERS, '') || name;
}
