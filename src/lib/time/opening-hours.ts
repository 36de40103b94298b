import { WEEKDAYS, weekdayNumber } from './weekdays.ts';

/** A period of a local day, in minutes after midnight; `to` is exclusive and at most 1440. */
export interface OpenPeriod {
  from: number;
  to: number;
}

/** Which of the weekdays with one name in a month, such as the first or the last Saturday. */
type Occurrence = 1 | 2 | 3 | 4 | 5 | 'last';

/** The periods of some of a month's weekdays of one name. They replace those of the week. */
export interface MonthlyHours {
  /** ISO number: 1 Monday to 7 Sunday. */
  weekday: number;
  occurrences: readonly Occurrence[];
  periods: readonly OpenPeriod[];
}

export interface OpeningHours {
  /** The periods of each weekday, Monday first, sorted and disjoint; an empty list: closed. */
  weekly: readonly (readonly OpenPeriod[])[];
  /** Exceptions; the last one that matches a date applies. */
  monthly: readonly MonthlyHours[];
}

/** The parts of a date that opening hours depend on. `Temporal.PlainDate` has them. */
interface CalendarDay {
  /** ISO number: 1 Monday to 7 Sunday. */
  dayOfWeek: number;
  /** Of the month. */
  day: number;
  daysInMonth: number;
}

/** Opening hours that cannot be parsed. The message shows a valid form. */
export class OpeningHoursError extends Error {
  override readonly name = 'OpeningHoursError';
}

const EXAMPLE = 'Mon-Fri 08:00-12:00,13:00-17:00; 1st,3rd Sat 09:00-12:00; Sun closed';
const OCCURRENCE_NAMES = ['1st', '2nd', '3rd', '4th', '5th'];
const OCCURRENCE = '(?:1st|2nd|3rd|4th|5th|last)';
const PART = new RegExp(
  `^(?:(${OCCURRENCE}(?:\\s*,\\s*${OCCURRENCE})*)\\s+)?([a-z][a-z.,\\s-]*?)\\s+(closed|\\d.*)$`,
  'i',
);
const PERIOD = /^(\d{1,2}):([0-5]\d)\s*[-–]\s*(\d{1,2}):([0-5]\d)$/;

function fail(problem: string): never {
  throw new OpeningHoursError(`${problem} Write opening hours such as "${EXAMPLE}".`);
}

/**
 * Parses opening hours: days (`Mon`, `Mon-Fri`, `Mon,Wed`, `daily`; `1st,3rd Sat` and `last Fri` for days of a month), then
 * times (`08:00-17:00`, several with commas, `24:00` for the end of the day) or `closed`; semicolons separate the parts.
 * Days that are not named are closed.
 * @throws OpeningHoursError with the problem and a valid form.
 */
export function parseOpeningHours(text: string): OpeningHours {
  const weekly: (OpenPeriod[] | undefined)[] = WEEKDAYS.map(() => undefined);
  const monthly: MonthlyHours[] = [];
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    const match = PART.exec(part.replaceAll('–', '-'));
    if (!match) fail(`"${part}" is not days and times.`);
    const [, occurrences, days, times] = match as unknown as [string, string | undefined, string, string];
    const closed = times.toLowerCase() === 'closed';
    const periods = closed ? [] : parsePeriods(times);
    for (const day of parseDays(days)) {
      if (occurrences !== undefined) {
        monthly.push({ weekday: day + 1, occurrences: parseOccurrences(occurrences), periods });
        continue;
      }
      // "Mon-Fri 08:00-17:00; Wed closed" is an exception; two sets of times could mean both or the second alone.
      if (weekly[day] && !closed) fail(`${WEEKDAYS[day]} is named twice: join its times.`);
      weekly[day] = periods;
    }
  }
  if (![...weekly, ...monthly.map(({ periods }) => periods)].some((periods) => periods && periods.length > 0)) {
    fail('No day has opening hours.');
  }
  return { weekly: weekly.map((day) => day ?? []), monthly };
}

/**
 * Checks opening hours that a person states: they parse, and name no day of a month twice with times. Of hours that were stored
 * before this was refused, the last times apply.
 * @throws OpeningHoursError
 */
export function checkOpeningHours(text: string): void {
  const named = new Set<string>();
  for (const { weekday, occurrences, periods } of parseOpeningHours(text).monthly) {
    for (const occurrence of occurrences) {
      const day = `${occurrence === 'last' ? occurrence : OCCURRENCE_NAMES[occurrence - 1]} ${WEEKDAYS[weekday - 1]}`;
      if (named.has(day) && periods.length > 0) fail(`${day} is named twice.`);
      named.add(day);
    }
  }
}

/** Returns the periods of a date. */
export function periodsOn({ weekly, monthly }: OpeningHours, date: CalendarDay): readonly OpenPeriod[] {
  const nth = Math.ceil(date.day / 7);
  const isLast = date.day + 7 > date.daysInMonth;
  const exception = monthly.findLast(
    ({ weekday, occurrences }) =>
      weekday === date.dayOfWeek &&
      occurrences.some((occurrence) => (occurrence === 'last' ? isLast : occurrence === nth)),
  );
  return exception?.periods ?? weekly[date.dayOfWeek - 1] ?? [];
}

function parseOccurrences(text: string): Occurrence[] {
  return text.split(',').map((item) => {
    const name = item.trim().toLowerCase();
    return name === 'last' ? 'last' : (Number(name[0]) as Occurrence);
  });
}

/** Returns indexes of weekdays, Monday 0. */
function parseDays(text: string): number[] {
  if (text.toLowerCase() === 'daily') return WEEKDAYS.map((_name, index) => index);
  return text.split(',').flatMap((item) => {
    const ends = item.split('-').map((name) => parseDay(name, item));
    const [first, last = first] = ends as [number, number?];
    if (ends.length > 2) fail(`"${item.trim()}" is no range of days.`);
    // A range may include the end of the week: Sat-Mon.
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
  });
}

function parseDay(name: string, item: string): number {
  const day = weekdayNumber(name);
  return day === undefined ? fail(`"${item.trim()}" is no day or range of days.`) : day - 1;
}

function parsePeriods(text: string): OpenPeriod[] {
  const periods = text.split(',').map((item) => {
    const match = PERIOD.exec(item.trim());
    if (!match) fail(`"${item.trim()}" is no period of time.`);
    const [from, to] = [minutes(match[1], match[2]), minutes(match[3], match[4])];
    if (from >= 1440 || to > 1440) fail(`"${item.trim()}" goes beyond 24:00.`);
    if (to <= from) {
      fail(`"${item.trim()}" ends before it begins; a night is two parts, such as "Fri 20:00-24:00; Sat 00:00-02:00".`);
    }
    return { from, to };
  });
  periods.sort((a, b) => a.from - b.from);
  const overlaps = periods.some((period, index) => period.from < (periods[index - 1]?.to ?? 0));
  return overlaps ? fail(`The times "${text}" overlap.`) : periods;
}

function minutes(hours: string | undefined, rest: string | undefined): number {
  return Number(hours) * 60 + Number(rest);
}
