import { readMonth } from '../../../../lib/dates-in-words/said-dates.ts';
import { ORDER_WORDS, placesOf } from '../said-order.ts';
import { withEnglish } from '../with-english.ts';
import type { DayRange } from './day-ranges.ts';
import { nextDate } from './next-date.ts';
import { withNamedMonth } from './relative-months.ts';

type Days = readonly [first: number, last: number];

/**
 * The first and the last day of the parts of a month. Below zero, they count from the end. They only narrow the free times that are
 * said. So "early" is a third of the month.
 */
const DAYS = {
  early: [1, 10],
  middle: [11, 20],
  late: [-10, -1],
  firstHalf: [1, 15],
  secondHalf: [16, -1],
  lastDay: [-1, -1],
  whole: [1, -1],
} as const satisfies Record<string, Days>;
/** The same for the first to the fourth week, and the last one. */
const WEEKS: readonly Days[] = [
  [1, 7],
  [8, 14],
  [15, 21],
  [22, 28],
  [-7, -1],
];

/** Words before a month, normalized, as alternatives of a regular expression; for weeks, those before and behind which one it is. */
type PartWords = Readonly<Record<keyof typeof DAYS, string>> & {
  readonly week: readonly [before: string, word: string];
};

const PARTS: Readonly<Record<string, PartWords>> & { en: PartWords } = {
  en: {
    early: 'early|first thing|(?:(?:at|in|around|near|towards) )?(?:the )?(?:beginning|start)',
    middle: 'mid|(?:(?:in|around|about|towards) )?(?:the )?middle',
    late: 'late|(?:(?:at|around|near|towards|by) )?(?:the )?end',
    firstHalf: '(?:in )?the first half',
    secondHalf: '(?:in )?the second half',
    week: ['(?:(?:in|during) )?(?:the )?', 'week'],
    lastDay: '(?:on )?the last day',
    whole: 'in',
  },
  de: {
    early: '(?:gleich )?(?:(?:am )?anfang|zu beginn)',
    middle: '(?:in der )?mitte',
    late: '(?:(?:am|gegen) )?ende',
    firstHalf: '(?:in der )?ersten? halfte',
    secondHalf: '(?:in der )?zweiten? halfte',
    week: ['(?:in der )?', 'woche'],
    lastDay: '(?:(?:am|der) )?letzten? tag',
    whole: 'im',
  },
  es: {
    early: 'al? (?:principios?|inicios?|comienzos?)',
    middle: 'a mediados',
    late: '(?:al? )?(?:finales|final|fines|fin)',
    firstHalf: '(?:en )?la primera (?:quincena|mitad)',
    secondHalf: '(?:en )?la segunda (?:quincena|mitad)',
    week: ['(?:en |durante )?la ', 'semana'],
    lastDay: 'el ultimo dia',
    whole: 'en(?: el mes)?',
  },
  fr: {
    early: '(?:en |au )?debut',
    middle: '(?:(?:a la|en) )?mi|(?:au |vers le )?milieu',
    late: '(?:(?:en|a la|vers la) )?fin',
    firstHalf: '(?:(?:dans|pendant) )?la premiere (?:quinzaine|moitie)',
    secondHalf: '(?:(?:dans|pendant) )?la (?:deuxieme|seconde) (?:quinzaine|moitie)',
    week: ['(?:(?:dans|pendant) )?la ', 'semaine'],
    lastDay: 'le dernier jour',
    whole: 'en|au mois',
  },
  it: {
    early: '(?:a |all)?inizio|ai primi',
    middle: '(?:a |verso )?meta',
    late: '(?:a |alla |verso )?fine',
    firstHalf: '(?:nella |la )?prima meta',
    secondHalf: '(?:nella |la )?seconda meta',
    week: ['(?:nella |la |nell|l)?', 'settimana'],
    lastDay: 'lultimo giorno',
    whole: 'in|ad?|nel mese',
  },
  pt: {
    early: '(?:n?o )?(?:inicio|comeco)',
    middle: '(?:em )?meados',
    late: '(?:n?o )?(?:fim|final)',
    firstHalf: '(?:n?a )?primeira (?:quinzena|metade)',
    secondHalf: '(?:n?a )?segunda (?:quinzena|metade)',
    week: ['(?:n?a )?', 'semana'],
    lastDay: '(?:n?o )?ultimo dia',
    whole: 'em|no mes',
  },
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
const formsIn = withEnglish(PARTS, ({ week: [before, week], ...parts }, language) => {
  const formOf = (words: string, days: Days) => ({
    before: new RegExp(`^(?:${words})(?: (?:${ofIn(language)}))?${BEFORE_NAME}`),
    days,
  });
  const places = placesOf(ORDER_WORDS[language] ?? ORDER_WORDS.en);
  return [
    ...WEEKS.map((days, at) => formOf(`${before}${places[at]} ${week}`, days)),
    ...Object.entries(DAYS).map(([part, days]) => formOf(parts[part as keyof typeof DAYS], days)),
  ];
});
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
