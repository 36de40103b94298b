import { normalizeName } from '../../../../lib/search/text-search.ts';
import type { SaidPart } from './said-name.ts';

/** Before the name of a person whom the caller does not want: "anyone but Anna". Normalized. */
const NEGATIONS: Readonly<Record<string, string>> = {
  en: 'not no never dont cant wont isnt without but except excluding besides apart aside than instead',
  de: 'nicht kein keine keinen keiner nie niemals ausser ohne statt anstatt',
  es: 'no menos excepto salvo sin aparte nunca',
  fr: 'pas sauf excepte hormis sans part jamais plus',
  it: 'non tranne eccetto salvo senza parte fuorche mai',
  pt: 'nao exceto menos salvo sem fora tirando nunca',
};
/** They are followed by one of `THAN`: "otra cita con Ana" is with Ana, and "otro que Ana" is not. */
const OTHERS = new Set('andere anderen anderer anderes anders otro otra autre altro altra outro outra'.split(' '));
const THAN = new Set('als que qu che'.split(' '));
/** Between a negation and the name: "I don't want Anna", "nie wieder Anna". */
const FILLERS = new Set('want see sea wieder mais mas piu'.split(' '));

const negations = new Map(Object.entries(NEGATIONS).map(([language, list]) => [language, new Set(list.split(' '))]));

/** True for a word such as "not", in English or in the language that is spoken. */
export const isNegation = (word: string, language: string): boolean => {
  const bare = normalizeName(word).replace(/[^\p{L}]/gu, '');
  return [language, 'en'].some((one) => negations.get(one)?.has(bare));
};

/**
 * True if a caller does not want a person whose name was said.
 * @param matched which of the said words are in the name, in order.
 */
export function isUnwanted(said: readonly SaidPart[], matched: readonly number[], language: string): boolean {
  const isNegatedBefore = (index: number): boolean => {
    let isThan = false;
    for (let place = index; place > 0; place--) {
      // "No, Anna" corrects what was said before.
      if (said[place]?.isAfterComma) return false;
      const before = said[place - 1] as SaidPart;
      if (matched.includes(place - 1)) continue;
      if (isOne(before, negations.get(language)) || (isThan && isOne(before, OTHERS))) return true;
      if (isOne(before, THAN)) isThan = true;
      else if (!before.isSmall && !before.title && !isOne(before, FILLERS)) return false;
    }
    return false;
  };
  const last = said.at(-1);
  const isNegatedBehind = matched.at(-1) === said.length - 2 && last !== undefined && last.spellings.includes('nicht');
  return isNegatedBehind || matched.some(isNegatedBefore);
}

const isOne = ({ spellings }: SaidPart, words: ReadonlySet<string> | undefined) =>
  words !== undefined && spellings.some((spelling) => words.has(spelling));
