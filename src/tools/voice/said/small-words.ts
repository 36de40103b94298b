import { normalizeText } from '../../../lib/search/text-search.ts';

const ARTICLES = 'a an the ein eine einen einer der die das den dem un une le la una el al il lo uno o um uma à ao';
const PREPOSITIONS: Readonly<Record<string, string>> = {
  en: 'with for to from by of',
  de: 'mit für fuer bei beim von vom zu zum zur',
  es: 'con de del para a al por',
  fr: "avec chez de du d' pour par à au",
  it: "con da dal dalla dall' di del della dell' a al alla all' per",
  pt: 'com de da do para por pela pelo a à ao na no',
};
/** Before a name without a title. In English and French it has none: Le Roux is another name than Roux. */
const ARTICLES_BEFORE_NAMES: Readonly<Record<string, string>> = {
  de: 'der die das den dem',
  es: 'el la',
  it: "il la lo l'",
  pt: 'o a',
};

const wordsOf = (list: string) => normalizeText(list.replaceAll("'", '')).split(' ');

const BEFORE_TITLES = new Set(wordsOf([ARTICLES, 'l', ...Object.values(PREPOSITIONS)].join(' ')));
const BEFORE_NAMES = new Map(
  Object.entries(PREPOSITIONS).map(([language, list]) => [
    language,
    new Set(wordsOf(`${list} ${ARTICLES_BEFORE_NAMES[language] ?? ''}`)),
  ]),
);

/** True for an article or a preposition, in any language: no name is before a title. @param word normalized */
export const isSmallBeforeTitle = (word: string): boolean => BEFORE_TITLES.has(word);

/** True for a word that can be before a name in the language that is spoken: "con Ana", "die Anna". @param word normalized */
export const isSmallBeforeName = (word: string, language: string): boolean =>
  BEFORE_NAMES.get(language)?.has(word) ?? false;

/** What callers add to a name, with the comma before or behind it. */
const POLITE = /,?\s?(?<!\p{L})(?:please|bitte|por favor|per favore|s['’]il (?:vous|te) pla[iî]t)(?!\p{L})[,.!]?/giu;

/** Returns a text without the words that callers add for politeness, unless it has no others. */
export const withoutPoliteness = (text: string): string => text.replace(POLITE, ' ').trim() || text;

/** Returns a pattern for words at the beginning of a text. Those with an apostrophe have no space behind them. */
function leading(words: readonly string[]): RegExp {
  const alternatives = words.map((word) => (word.endsWith("'") ? `${word.slice(0, -1)}['’]` : `${word}\\s+`));
  return new RegExp(`^(?:${alternatives.join('|')})+(?=\\S)`, 'iu');
}

const ALL_ARTICLES = [...ARTICLES.split(' '), "l'", "un'"];
const LEADING_ARTICLES = leading(ALL_ARTICLES);
const LEADING_SMALL_WORDS = leading([
  ...ALL_ARTICLES,
  ...Object.values(PREPOSITIONS).flatMap((list) => list.split(' ')),
]);

/** Returns a text without the articles that it begins with. They can belong to a name, such as La Rosa. */
export const withoutArticle = (text: string): string => text.trim().replace(LEADING_ARTICLES, '');

/** Returns a text without the articles and prepositions that it begins with. */
export const withoutSmallWords = (text: string): string => text.trim().replace(LEADING_SMALL_WORDS, '');
