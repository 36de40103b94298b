import { ORDER_WORDS, placesOf } from '../said-order.ts';
import { withEnglish } from '../with-english.ts';
import { weekdayFrom } from './day-ranges.ts';
import { nextDate } from './next-date.ts';
import { dayIn, readNamedMonth } from './parts-of-months.ts';

/** Before the first one, or another one. In Italian, the article of the last one is in its word: an apostrophe is left out. */
const ARTICLE = '(?:(?:on|am|im) )?(?:(?:the|de[rn]|el|le|il|la|n?[oa]|n[ae]l) )?(?:nel)?l?';
/** The first day of the seven among which each one is; below zero, from the end of the month. */
const FROM_DAY = [1, 8, 15, 22, -7];

const formsIn = withEnglish(ORDER_WORDS, (words) =>
  placesOf(words).map((word, index) => ({
    pattern: new RegExp(`^${ARTICLE}${word} (\\S+(?: feira)?) (.+)$`),
    from: FROM_DAY[index] ?? 1,
  })),
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
  for (const { pattern, from } of formsIn(language)) {
    const [, word = '', rest = ''] = pattern.exec(text) ?? [];
    const weekday = weekdayOf(word);
    const read = weekday === undefined ? undefined : readNamedMonth(rest, language, today);
    if (weekday === undefined || !read) continue;
    return nextDate((year) => weekdayFrom(dayIn(year, read.month, from), weekday), today, read.year);
  }
  return undefined;
}
