import { ORDER_WORDS, placesOf } from '../said-order.ts';
import { withEnglish } from '../with-english.ts';
import type { DayRange } from './day-ranges.ts';
import { nextDate } from './next-date.ts';
import { withNamedMonth } from './relative-months.ts';
import { readMonth } from './said-dates.ts';

/**
 * The first and the last day of the parts of a month, in the order of their words. Below zero, they count from the end. They only narrow
 * the free times that are said. So "early" is a third of the month, and the first week its first seven days.
 */
const DAYS: readonly (readonly [first: number, last: number])[] = [
  [1, 10],
  [11, 20],
  [-10, -1],
  [1, 15],
  [16, -1],
  [1, 7],
  [8, 14],
  [15, 21],
  [22, 28],
  [-7, -1],
  [-1, -1],
  [1, -1],
];

/** Returns the words for each of the weeks of a month. */
const weeks = (language: string, before: string, week: string): string[] =>
  placesOf(ORDER_WORDS[language] ?? ORDER_WORDS.en).map((place) => `${before}${place} ${week}`);

/** Words before a month, normalized, as alternatives of a regular expression. */
const PARTS: Readonly<Record<string, readonly string[]>> & { en: readonly string[] } = {
  en: [
    'early|first thing|(?:(?:at|in|around|near|towards) )?(?:the )?(?:beginning|start)',
    'mid|(?:(?:in|around|about|towards) )?(?:the )?middle',
    'late|(?:(?:at|around|near|towards|by) )?(?:the )?end',
    '(?:in )?the first half',
    '(?:in )?the second half',
    ...weeks('en', '(?:(?:in|during) )?(?:the )?', 'week'),
    '(?:on )?the last day',
    'in',
  ],
  de: [
    '(?:gleich )?(?:(?:am )?anfang|zu beginn)',
    '(?:in der )?mitte',
    '(?:(?:am|gegen) )?ende',
    '(?:in der )?ersten? halfte',
    '(?:in der )?zweiten? halfte',
    ...weeks('de', '(?:in der )?', 'woche'),
    '(?:(?:am|der) )?letzten? tag',
    'im',
  ],
  es: [
    'al? (?:principios?|inicios?|comienzos?)',
    'a mediados',
    '(?:al? )?(?:finales|final|fines|fin)',
    '(?:en )?la primera (?:quincena|mitad)',
    '(?:en )?la segunda (?:quincena|mitad)',
    ...weeks('es', '(?:en |durante )?la ', 'semana'),
    'el ultimo dia',
    'en(?: el mes)?',
  ],
  fr: [
    '(?:en |au )?debut',
    '(?:(?:a la|en) )?mi|(?:au |vers le )?milieu',
    '(?:(?:en|a la|vers la) )?fin',
    '(?:(?:dans|pendant) )?la premiere (?:quinzaine|moitie)',
    '(?:(?:dans|pendant) )?la (?:deuxieme|seconde) (?:quinzaine|moitie)',
    ...weeks('fr', '(?:(?:dans|pendant) )?la ', 'semaine'),
    'le dernier jour',
    'en|au mois',
  ],
  it: [
    '(?:a |all)?inizio|ai primi',
    '(?:a |verso )?meta',
    '(?:a |alla |verso )?fine',
    '(?:nella |la )?prima meta',
    '(?:nella |la )?seconda meta',
    ...weeks('it', '(?:nella |la |nell|l)?', 'settimana'),
    'lultimo giorno',
    'in|ad?|nel mese',
  ],
  pt: [
    '(?:n?o )?(?:inicio|comeco)',
    '(?:em )?meados',
    '(?:n?o )?(?:fim|final)',
    '(?:n?a )?primeira (?:quinzena|metade)',
    '(?:n?a )?segunda (?:quinzena|metade)',
    ...weeks('pt', '(?:n?a )?', 'semana'),
    '(?:n?o )?ultimo dia',
    'em|no mes',
  ],
};

/** Between a part and its month. */
const OF: Readonly<Record<string, string>> & { en: string } = {
  en: '(?:of|in)(?: the month of)?',
  de: '(?:im|vom|von|des)(?: monats?)?',
  es: 'del?(?: mes de)?',
  fr: '(?:du mois )?d[eu]?',
  it: 'd[ie]l?(?: mese di)?',
  pt: 'd[eo](?: mes de)?',
};

/** A part and its month in one word: "Monatsende", "erste Januarwoche". */
const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:am |zum |gegen )?monats(anfang|mitte|ende)$/, '$1 des monats'],
  [/^((?:in der )?(?:erst|zweit|dritt|viert|letzt)en?) (\S+)woche$/, '$1 woche im $2'],
];

/** "D'avril" is one word, because an apostrophe is left out. */
const BEFORE_NAME = '(?: |(?<=\\bd)(?=[ao]))(?=\\S)';
const ofIn = (language: string) => OF[language] ?? OF.en;
const formsIn = withEnglish(PARTS, (parts, language) =>
  parts.map((words, part) => ({
    before: new RegExp(`^(?:${words})(?: (?:${ofIn(language)}))?${BEFORE_NAME}`),
    days: DAYS[part] ?? [1, -1],
  })),
);
const beforeMonth = withEnglish(OF, (of) => [new RegExp(`^(?:${of})${BEFORE_NAME}`)]);

/** Returns the month of a text that has no day, with the word before it: `of april`, `of next month`. @param text normalized */
export function readNamedMonth(text: string, language: string, today: string): ReturnType<typeof readMonth> {
  const named = withNamedMonth(text, language, today) ?? text;
  const before = beforeMonth(language).find((one) => one.test(named));
  return readMonth(before ? named.replace(before, '') : named, language);
}

/**
 * Returns the days of a part of a month: `the end of the month`, `mid-December`, `the first week of January`. Without a year, they are the
 * next ones, or those that have begun.
 * @param text normalized
 * @param today ISO 8601
 * @returns undefined for another text
 */
export function partOfMonth(text: string, language: string, today: string): DayRange | undefined {
  const said = language === 'de' ? COMPOUNDS.reduce((one, [word, words]) => one.replace(word, words), text) : text;
  const named = withNamedMonth(said, language, today) ?? said;
  for (const {
    before,
    days: [first, last],
  } of formsIn(language)) {
    const rest = named.replace(before, '');
    const read = rest === named ? undefined : readMonth(rest, language);
    if (!read) continue;
    const end = nextDate((year) => dayIn(year, read.month, last), today, read.year);
    return { first: dayIn(Number(end.slice(0, 4)), read.month, first), last: end };
  }
  return undefined;
}

/** @param month from 1. @param day from 1; below zero, from the end of the month. */
export const dayIn = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, day < 0 ? month : month - 1, day < 0 ? day + 1 : day)).toISOString().slice(0, 10);
