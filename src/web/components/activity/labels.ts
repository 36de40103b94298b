import { DAY_MS } from '../../../lib/time/units.ts';
import { WEEKDAYS } from '../../../lib/time/weekdays.ts';
import { languageName } from '../../lib/moments.ts';
import { numberText } from '../../lib/phone.ts';
import { oneLine, platformWord } from '../../lib/short-text.ts';
import { minutesText, pageLocale } from '../../lib/time.ts';
import type { GroupKeys } from './model.ts';

/** Whether a grouping is by time. */
export const isTime = (grouping: string): boolean => ['day', 'week', 'month', 'weekday', 'hour'].includes(grouping);

/** Heads of the column of a grouping. */
const TITLES: Readonly<Record<string, string>> = {
  day: 'Day',
  week: 'Week of',
  month: 'Month',
  hour: 'Hour from',
  weekday: 'Weekday',
  service: 'Service',
  staff: 'Person',
  status: 'Status',
  outcome: 'Outcome',
  direction: 'Direction',
  language: 'Language',
  customer: 'Customer',
  caller: 'Caller',
};
export const groupingTitle = (grouping: string): string => TITLES[grouping] ?? platformWord(grouping);

/** A Monday. */
const FIRST = Date.UTC(2024, 0, 1, 12);

const NOT_STATED = 'not stated';

/** `axis` is short. `yearless` is for rows whose year a heading names. */
export type LabelForm = 'full' | 'axis' | 'yearless';

/** The value of a grouping in words. */
export function keyLabel(grouping: string, key: string | number | null | undefined, form: LabelForm = 'full'): string {
  if (key === null || key === undefined) return NOT_STATED;
  const text = String(key);
  const isShort = form === 'axis';
  const year = form === 'full' ? ({ year: 'numeric' } as const) : {};
  switch (grouping) {
    case 'day':
      return dateLabel(text, isShort ? SHORT_DAY : { weekday: 'short', ...SHORT_DAY, ...year });
    case 'week':
      return dateLabel(text, { ...SHORT_DAY, ...year });
    case 'month':
      return dateLabel(
        `${text}-01`,
        isShort ? { month: 'short', year: '2-digit' } : { month: 'long', year: 'numeric' },
      );
    case 'hour':
      return isShort ? text : minutesText(Number(key) * 60);
    case 'weekday': {
      const index = WEEKDAYS.indexOf(text as (typeof WEEKDAYS)[number]);
      return index < 0 ? oneLine(text) : format(FIRST + index * DAY_MS, { weekday: isShort ? 'short' : 'long' });
    }
    case 'language':
      return oneLine(languageName(text) ?? 'unknown language');
    case 'status':
    case 'outcome':
    case 'direction':
      return oneLine(platformWord(text));
    default:
      return oneLine(numberText(text));
  }
}

/** The values of all groupings of a group. */
export const groupLabel = (groupings: readonly string[], keys: GroupKeys, form: LabelForm = 'full'): string =>
  groupings.map((grouping) => keyLabel(grouping, keys[grouping], form)).join(' · ');

/** Whether the days or weeks of all groups are in one year. */
export function areOfOneYear(groups: readonly { keys: GroupKeys }[]): boolean {
  const dates = groups.flatMap(({ keys }) => [keys.day, keys.week]).filter((date) => typeof date === 'string');
  return new Set(dates.map((date) => date.slice(0, 4))).size <= 1;
}

const SHORT_DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

function dateLabel(date: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(`${date}T12:00:00Z`);
  return Number.isNaN(at) ? oneLine(date) : format(at, options);
}

const format = (at: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(pageLocale(), { timeZone: 'UTC', ...options }).format(at);
