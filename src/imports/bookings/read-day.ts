import { readFullDate } from '../../lib/dates-in-words/full-date.ts';
import { daysNamed } from '../../lib/time/typed-hours.ts';
import { weekdayName } from '../../lib/time/weekdays.ts';
import { calendarDay } from '../../lib/time/working-hours.ts';
import { textBeforeClock } from './read-clock.ts';

/** Figures with an order that depends on the country: `3/12/2027`, `3-12-27`. */
const FIGURES = /^(\d{1,2})([/-])(\d{1,2})\2(\d{2}|\d{4})$/;
const SHORT_YEAR = /^(\d{1,2}(?:([./-])\s?\d{1,2}\2\s?|[-.\s]\s?\p{L}{3,}\.?[-\s]))(\d{2})$/u;
/** `1/may/2027` */
const MONTH_IN_SLASHES = /\/(\p{L}+)\//u;
/** A weekday before a date, such as `Mon,`, `Donnerstag, den` or `terça-feira`. */
const FIRST_WORD = /^(\p{L}+(?:-feira)?)\.?,?\s+(?:den\s+)?(?=.*\d)/u;

/** Which of two figures of a date is the day. */
export type DateOrder = 'day first' | 'month first';

/** Countries that stand for an order. */
const COUNTRY_OF: Readonly<Record<DateOrder, string>> = { 'day first': 'GB', 'month first': 'US' };

/**
 * Reads a date as files have it, also `1. Mai 2027`, `Thu, May 1, 2027` and `1.5.27`, which is in this century.
 * @returns ISO 8601; undefined if it is none
 */
export function readDay(text: string, order: DateOrder): string | undefined {
  const trimmed = text.trim();
  return readDate(trimmed, order) ?? readDate(trimmed.replace(FIRST_WORD, ''), order);
}

const readDate = (date: string, order: DateOrder) =>
  readFullDate(withCentury(date).replace(MONTH_IN_SLASHES, ' $1 '), COUNTRY_OF[order]);

/** Returns what contradicts the weekday before a date: `is a Monday, not a Tuesday`. Undefined for any other text. */
export function weekdayProblem(text: string, order: DateOrder): string | undefined {
  const word = FIRST_WORD.exec(text.trim())?.[1];
  // The word can be a month: `Mar 2, 2027`.
  const date = word && !readDate(text.trim(), order) ? readDay(text, order) : undefined;
  if (!word || !date) return undefined;
  const named = daysNamed(word);
  const { dayOfWeek } = calendarDay(date);
  const [first] = named;
  if (first === undefined || named.includes(dayOfWeek)) return undefined;
  return `is a ${weekdayName(dayOfWeek)}, not a ${weekdayName(first)}`;
}

const withCentury = (date: string) =>
  date.replace(SHORT_YEAR, (_, before: string, __, year: string) => `${before}20${year}`);

/** Collects the dates of a file, to find out in which order their figures are. */
export class DateOrders {
  #dayFirst = false;
  #monthFirst = false;
  /** A date that can be read in both orders. */
  #ambiguous: string | undefined;
  /** A date of which only the order says which figure is the day. */
  #inFigures: string | undefined;

  /** @param cell a date, also with a weekday before it and a time behind it */
  add(cell: string): void {
    const text = textBeforeClock(cell).trim().replace(FIRST_WORD, '');
    const [, first, , second] = FIGURES.exec(text) ?? [];
    if (first === undefined) return;
    this.#inFigures ??= text;
    if (Number(first) > 12) this.#dayFirst = true;
    else if (Number(second) > 12) this.#monthFirst = true;
    else if (first !== second) this.#ambiguous ??= text;
  }

  /** The only order in which all dates exist, or else that of the country of the business. */
  order(ofCountry: DateOrder): DateOrder {
    if (this.#dayFirst === this.#monthFirst) return ofCountry;
    return this.#dayFirst ? 'day first' : 'month first';
  }

  get ambiguous(): string | undefined {
    return this.#ambiguous;
  }

  get inFigures(): string | undefined {
    return this.#inFigures;
  }
}

/** The order in which a country writes dates. */
export const orderOfCountry = (country: string): DateOrder =>
  readFullDate('3/12/2027', country) === '2027-03-12' ? 'month first' : 'day first';
