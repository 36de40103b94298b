import { withEnglish } from '../with-english.ts';
import type { DayRange } from './day-ranges.ts';
import { nextDate } from './next-date.ts';
import { withNamedMonth } from './relative-months.ts';
import { readMonth } from './said-dates.ts';

/** Words before a month, normalized, as alternatives of a regular expression; the first and the last day. Below zero, they count from the end. */
type MonthPart = readonly [words: string, first: number, last: number];

/** They only narrow the free times that are said. So "early" is a third of the month, and the first week its first seven days. */
const PARTS: Readonly<Record<string, readonly MonthPart[]>> & { en: readonly MonthPart[] } = {
  en: [
    ['early|first thing|(?:(?:at|in|around|near|towards) )?(?:the )?(?:beginning|start)', 1, 10],
    ['mid|(?:(?:in|around|about|towards) )?(?:the )?middle', 11, 20],
    ['late|(?:(?:at|around|near|towards|by) )?(?:the )?end', -10, -1],
    ['(?:in )?the first half', 1, 15],
    ['(?:in )?the second half', 16, -1],
    ['(?:(?:in|during) )?(?:the )?first week', 1, 7],
    ['(?:(?:in|during) )?(?:the )?second week', 8, 14],
    ['(?:(?:in|during) )?(?:the )?third week', 15, 21],
    ['(?:(?:in|during) )?(?:the )?fourth week', 22, 28],
    ['(?:(?:in|during) )?(?:the )?last week', -7, -1],
    ['(?:on )?the last day', -1, -1],
    ['in', 1, -1],
  ],
  de: [
    ['(?:gleich )?(?:(?:am )?anfang|zu beginn)', 1, 10],
    ['(?:in der )?mitte', 11, 20],
    ['(?:(?:am|gegen) )?ende', -10, -1],
    ['(?:in der )?ersten? halfte', 1, 15],
    ['(?:in der )?zweiten? halfte', 16, -1],
    ['(?:in der )?ersten? woche', 1, 7],
    ['(?:in der )?zweiten? woche', 8, 14],
    ['(?:in der )?dritten? woche', 15, 21],
    ['(?:in der )?vierten? woche', 22, 28],
    ['(?:in der )?letzten? woche', -7, -1],
    ['(?:(?:am|der) )?letzten? tag', -1, -1],
    ['im', 1, -1],
  ],
  es: [
    ['al? (?:principios?|inicios?|comienzos?)', 1, 10],
    ['a mediados', 11, 20],
    ['(?:al? )?(?:finales|final|fines|fin)', -10, -1],
    ['(?:en )?la primera (?:quincena|mitad)', 1, 15],
    ['(?:en )?la segunda (?:quincena|mitad)', 16, -1],
    ['(?:en |durante )?la primera semana', 1, 7],
    ['(?:en |durante )?la segunda semana', 8, 14],
    ['(?:en |durante )?la tercera semana', 15, 21],
    ['(?:en |durante )?la cuarta semana', 22, 28],
    ['(?:en |durante )?la ultima semana', -7, -1],
    ['el ultimo dia', -1, -1],
    ['en(?: el mes)?', 1, -1],
  ],
  fr: [
    ['(?:en |au )?debut', 1, 10],
    ['(?:(?:a la|en) )?mi|(?:au |vers le )?milieu', 11, 20],
    ['(?:(?:en|a la|vers la) )?fin', -10, -1],
    ['(?:(?:dans|pendant) )?la premiere (?:quinzaine|moitie)', 1, 15],
    ['(?:(?:dans|pendant) )?la (?:deuxieme|seconde) (?:quinzaine|moitie)', 16, -1],
    ['(?:(?:dans|pendant) )?la premiere semaine', 1, 7],
    ['(?:(?:dans|pendant) )?la (?:deuxieme|seconde) semaine', 8, 14],
    ['(?:(?:dans|pendant) )?la troisieme semaine', 15, 21],
    ['(?:(?:dans|pendant) )?la quatrieme semaine', 22, 28],
    ['(?:(?:dans|pendant) )?la derniere semaine', -7, -1],
    ['le dernier jour', -1, -1],
    ['en|au mois', 1, -1],
  ],
  it: [
    ['(?:a |all)?inizio|ai primi', 1, 10],
    ['(?:a |verso )?meta', 11, 20],
    ['(?:a |alla |verso )?fine', -10, -1],
    ['(?:nella |la )?prima meta', 1, 15],
    ['(?:nella |la )?seconda meta', 16, -1],
    ['(?:nella |la )?prima settimana', 1, 7],
    ['(?:nella |la )?seconda settimana', 8, 14],
    ['(?:nella |la )?terza settimana', 15, 21],
    ['(?:nella |la )?quarta settimana', 22, 28],
    ['(?:nel)?l?ultima settimana', -7, -1],
    ['lultimo giorno', -1, -1],
    ['in|ad?|nel mese', 1, -1],
  ],
  pt: [
    ['(?:n?o )?(?:inicio|comeco)', 1, 10],
    ['(?:em )?meados', 11, 20],
    ['(?:n?o )?(?:fim|final)', -10, -1],
    ['(?:n?a )?primeira (?:quinzena|metade)', 1, 15],
    ['(?:n?a )?segunda (?:quinzena|metade)', 16, -1],
    ['(?:n?a )?primeira semana', 1, 7],
    ['(?:n?a )?segunda semana', 8, 14],
    ['(?:n?a )?terceira semana', 15, 21],
    ['(?:n?a )?quarta semana', 22, 28],
    ['(?:n?a )?ultima semana', -7, -1],
    ['(?:n?o )?ultimo dia', -1, -1],
    ['em|no mes', 1, -1],
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
  parts.map(([words, first, last]) => ({
    before: new RegExp(`^(?:${words})(?: (?:${ofIn(language)}))?${BEFORE_NAME}`),
    first,
    last,
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
  for (const { before, first, last } of formsIn(language)) {
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
