import { addDays } from '../../../../lib/time/add-days.ts';
import { weekdayFrom } from './day-ranges.ts';
import { readNamedMonth } from './parts-of-months.ts';

/** Which one of the weekdays of a month, in each spoken language, normalized: from the first to the fourth, and the last. */
const WHICH: Readonly<Record<string, readonly string[]>> & { en: readonly string[] } = {
  en: ['first', 'second', 'third', 'fourth', 'last'],
  de: ['erste[nr]?', 'zweite[nr]?', 'dritte[nr]?', 'vierte[nr]?', 'letzte[nr]?'],
  es: ['primer', 'segundo', 'tercer', 'cuarto', 'ultimo'],
  fr: ['premier', 'deuxieme', 'troisieme', 'quatrieme', 'dernier'],
  it: ['prim[oa]', 'second[oa]', 'terz[oa]', 'quart[oa]', 'ultim[oa]'],
  pt: ['primeir[oa]', 'segund[oa]', 'terceir[oa]', 'quart[oa]', 'ultim[oa]'],
};
/** Before it. In Italian, the article of the last one is in its word: an apostrophe is left out. */
const ARTICLE = '(?:(?:on|am|im) )?(?:(?:the|de[rn]|el|le|il|la|n?[oa]|n[ae]l) )?(?:nel)?l?';
const LAST = 4;
const WEEK_DAYS = 7;

const formsOf = (words: readonly string[]) =>
  words.map((word) => new RegExp(`^${ARTICLE}${word} (\\S+(?: feira)?) (.+)$`));
const ENGLISH = formsOf(WHICH.en);
const FORMS = new Map(
  Object.entries(WHICH).map(([language, words]) => [
    language,
    language === 'en' ? [ENGLISH] : [formsOf(words), ENGLISH],
  ]),
);

/**
 * Returns the date of a weekday of a month: `the first Monday in April`, `the last Friday of the month`.
 * @param text normalized
 * @param today ISO 8601
 * @param weekdayOf returns the ISO number of a text that is a weekday only
 * @returns undefined for another text
 */
export function weekdayOfMonth(
  text: string,
  language: string,
  today: string,
  weekdayOf: (text: string) => number | undefined,
): string | undefined {
  for (const forms of FORMS.get(language) ?? [ENGLISH]) {
    for (const [index, form] of forms.entries()) {
      const [, word = '', rest = ''] = form.exec(text) ?? [];
      const weekday = weekdayOf(word);
      const read = weekday === undefined ? undefined : readNamedMonth(rest, language, today);
      if (weekday === undefined || !read) continue;
      const inYear = (year: number) => nthWeekday(year, read.month, weekday, index);
      const year = read.year ?? Number(today.slice(0, 4));
      const date = inYear(year);
      return read.year === undefined && date < today ? inYear(year + 1) : date;
    }
  }
  return undefined;
}

/** @param month from 1. @param which from 0; `LAST` for the last one */
function nthWeekday(year: number, month: number, weekday: number, which: number): string {
  const first = (inMonth: number) => new Date(Date.UTC(year, inMonth - 1, 1)).toISOString().slice(0, 10);
  // The last one is that of the seven days before the next month.
  return which === LAST
    ? weekdayFrom(addDays(first(month + 1), -WEEK_DAYS), weekday)
    : weekdayFrom(addDays(first(month), which * WEEK_DAYS), weekday);
}
