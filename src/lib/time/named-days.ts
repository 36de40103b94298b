import { Temporal } from 'temporal-polyfill';

/** Days from one to another, both included. */
export interface NamedDays {
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
}

const RELATIVE_DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const RELATIVE = { last: -1, this: 0, next: 1 } as const;

/**
 * Returns the days that a text in lower case means: a date, a month (`2026-11`), `today`, `tomorrow`, `yesterday`, `last week`,
 * `this month`, `next week`, or `6 months ago`. Weeks begin on Monday (ISO 8601).
 * @returns undefined for any other text. A weekday is none: in lists that reach back and ahead it can mean two dates.
 * @throws RangeError for a date or month that does not exist.
 */
export function namedDays(text: string, today: Temporal.PlainDate): NamedDays | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return oneDay(Temporal.PlainDate.from(text));
  if (/^\d{4}-\d{2}$/.test(text)) return monthOf(Temporal.PlainDate.from(`${text}-01`));
  if (Object.hasOwn(RELATIVE_DAYS, text)) return oneDay(today.add({ days: RELATIVE_DAYS[text] as number }));
  const [, count, unit] = /^(\d{1,4}) (day|week|month|year)s? ago$/.exec(text) ?? [];
  if (unit) return oneDay(today.subtract({ [`${unit}s`]: Number(count) }));
  const [, which, period] = /^(last|this|next) (week|month)$/.exec(text) ?? [];
  const distance = RELATIVE[which as keyof typeof RELATIVE];
  if (period === 'month') return monthOf(today.with({ day: 1 }).add({ months: distance }));
  if (period !== 'week') return undefined;
  const first = today.subtract({ days: today.dayOfWeek - 1 }).add({ weeks: distance });
  return { first, last: first.add({ days: 6 }) };
}

const oneDay = (date: Temporal.PlainDate): NamedDays => ({ first: date, last: date });
const monthOf = (first: Temporal.PlainDate): NamedDays => ({ first, last: first.with({ day: first.daysInMonth }) });
