import { foldText } from '../search/text-search.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from './languages/index.ts';

/** How a spoken number can continue: `tens` by a unit, `hundreds` by anything below a hundred. */
export type Form = 'digit' | 'teen' | 'tens' | 'hundreds';

/** A word for a number below a thousand. */
export interface Spoken {
  digits: string;
  form: Form;
  /** The languages of the word, as a bit set: the parts of a number are of one language. */
  languages: number;
  /** True if the word usually means something else. */
  isAmbiguous: boolean;
}

const spoken = new Map<string, Spoken>();

function add(language: Language, word: string, digits: string, form: Form): void {
  const bit = 1 << LANGUAGES.indexOf(language);
  const isAmbiguous = language.ambiguous.split(' ').includes(word);
  const known = spoken.get(word);
  if (known === undefined) spoken.set(word, { digits, form, languages: bit, isAmbiguous });
  else if (known.digits === digits) {
    known.languages |= bit;
    known.isAmbiguous &&= isAmbiguous;
  }
}

for (const language of LANGUAGES) {
  language.units.split(' ').forEach((word, value) => void add(language, word, `${value}`, 'digit'));
  language.teens.split(' ').forEach((word, value) => void add(language, word, `${value + 10}`, 'teen'));
  language.tens.split(' ').forEach((word, value) => void add(language, word, `${value + 2}0`, 'tens'));
  for (const [word, digits] of Object.entries(language.digits))
    add(language, word, digits, digits.length === 1 ? 'digit' : digits.endsWith('0') ? 'tens' : 'teen');
  for (const [word, digit] of Object.entries(language.hundreds)) add(language, word, `${digit}00`, 'hundreds');
}

/** Words that are written together: `vierundzwanzig`, `veinticuatro`, `treintaidos`, `ventuno`, `zweihundertzehn`. */
const TOGETHER = {
  german: /^(ein|zwei|zwo|drei|vier|f(?:u|ue)nf|sechs|sieben|acht|neun)und(\p{L}{6,8})$/u,
  germanHundreds: /^(ein|zwei|zwo|drei|vier|f(?:u|ue)nf|sechs|sieben|acht|neun)?hundert(?:und)?(\p{L}{0,20})$/u,
  spanish: /^(veint|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)i(un|\p{L}{3,6})a?$/u,
  italian: /^(vent|trent|quarant|cinquant|sessant|settant|ottant|novant)[ia]?(un|\p{L}{3,7})$/u,
  italianHundreds: /^(due|tre|quattro|cinque|sei|sette|otto|nove)?cent(o|(?=ott))(\p{L}{0,16})$/u,
};

/** What each of them has: one expression that most words do not match takes less time than five. */
const PART_TOGETHER =
  /und|hundert|cent|^(?:veint|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|vent|trent|quarant|cinquant|sessant|settant|ottant|novant)/;

/** Returns the number that a word stands for; undefined if it is none below a thousand. The word is normalized. */
export function spokenNumber(word: string): Spoken | undefined {
  const known = spoken.get(word);
  if (known !== undefined || word.length < 5 || !PART_TOGETHER.test(word)) return known;
  const units = (name: string) => spoken.get(name) ?? spoken.get(`${name}o`);
  const pair = (ten: Spoken | undefined, unit: Spoken | undefined) =>
    ten?.form === 'tens' && unit?.form === 'digit' && unit.digits !== '0'
      ? composed(Number(ten.digits) + Number(unit.digits), 'teen', ten)
      : undefined;
  const hundreds = (unit: Spoken | undefined, rest: string) => {
    const tail = rest === '' ? undefined : spokenNumber(rest);
    if (rest !== '' && (tail === undefined || tail.form === 'hundreds')) return undefined;
    const value = Number(unit?.digits ?? 1) * 100 + Number(tail?.digits ?? 0);
    return composed(value, tail ? 'teen' : 'hundreds', tail ?? unit);
  };
  let match = TOGETHER.german.exec(word);
  if (match) return pair(spoken.get(match[2] as string), units(match[1] as string));
  match = TOGETHER.spanish.exec(word);
  if (match) return pair(spoken.get(match[1] === 'veint' ? 'veinte' : (match[1] as string)), units(match[2] as string));
  match = TOGETHER.italian.exec(word);
  if (match) return pair(spoken.get(`${match[1]}${match[1] === 'vent' ? 'i' : 'a'}`), units(match[2] as string));
  match = TOGETHER.germanHundreds.exec(word);
  if (match) return hundreds(match[1] === undefined ? undefined : units(match[1]), match[2] as string);
  match = TOGETHER.italianHundreds.exec(word);
  return match ? hundreds(match[1] === undefined ? undefined : units(match[1]), match[3] as string) : undefined;
}

function composed(value: number, form: Form, part: Spoken | undefined): Spoken {
  return { digits: `${value}`, form, languages: part?.languages ?? ALL_LANGUAGES, isAmbiguous: false };
}

const ALL_LANGUAGES = (1 << LANGUAGES.length) - 1;

/** The bit of a language in the sets of this module; 0 for one without words. @param code ISO 639-1 */
export const languageBit = (code: string): number => {
  const index = LANGUAGE_CODES.indexOf(code);
  return index < 0 ? 0 : 1 << index;
};

/** The languages in which `quatre vingt` is one number, as a bit set. */
export const COUNTING_BY_TWENTY = LANGUAGES.reduce(
  (bits, { countsByTwenty }, index) => (countsByTwenty ? bits | (1 << index) : bits),
  0,
);

const HUNDRED = new Map(LANGUAGES.flatMap(({ hundred }, index) => (hundred ? [[hundred, 1 << index] as const] : [])));
const REPEATS = new Map(LANGUAGES.flatMap(({ repeats }) => Object.entries(repeats)));

/** The languages of a word that makes hundreds of the digit before it; undefined for other words. */
export const hundredLanguages = (word: string): number | undefined => HUNDRED.get(word);
/** How often a word repeats the next digit. */
export const repeatsOf = (word: string): number | undefined => REPEATS.get(word);

/** Returns the digits of a single word in any language. */
export function spokenDigits(word: string): Pick<Spoken, 'digits'> | undefined {
  return spokenNumber(foldText(word));
}
