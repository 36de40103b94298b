import { WEEKDAYS, weekdayNumber } from './weekdays.ts';

/** A period of a local day, in minutes after midnight; `to` is exclusive and at most 1440. */
export interface OpenPeriod {
  from: number;
  to: number;
}

/** The periods of each weekday, Monday first, sorted and disjoint; an empty list: closed. */
export type OpeningHours = readonly (readonly OpenPeriod[])[];

/** Opening hours that cannot be parsed. The message shows a valid form. */
export class OpeningHoursError extends Error {
  override readonly name = 'OpeningHoursError';
}

const EXAMPLE = 'Mon-Fri 08:00-12:00,13:00-17:00; Sat 09:00-12:00; Sun closed';
const PERIOD = /^(\d{1,2}):([0-5]\d)\s*[-–]\s*(\d{1,2}):([0-5]\d)$/;

function fail(problem: string): never {
  throw new OpeningHoursError(`${problem} Write opening hours such as "${EXAMPLE}".`);
}

/**
 * Parses opening hours: days (`Mon`, `Mon-Fri`, `Mon,Wed`, `daily`), then times (`08:00-17:00`, several with commas,
 * `24:00` for the end of the day) or `closed`; semicolons separate the parts. Days that are not named are closed.
 * @throws OpeningHoursError with the problem and a valid form.
 */
export function parseOpeningHours(text: string): OpeningHours {
  const week: (OpenPeriod[] | undefined)[] = WEEKDAYS.map(() => undefined);
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    const match = /^([a-z][a-z.,\s-]*?)\s+(closed|\d.*)$/i.exec(part.replaceAll('–', '-'));
    if (!match) fail(`"${part}" is not days followed by times.`);
    const closed = (match[2] as string).toLowerCase() === 'closed';
    const periods = closed ? [] : parsePeriods(match[2] as string);
    for (const day of parseDays(match[1] as string)) {
      // "Mon-Fri 08:00-17:00; Wed closed" is an exception; two sets of times could mean both or the second alone.
      if (week[day] && !closed) fail(`${WEEKDAYS[day]} is named twice.`);
      week[day] = periods;
    }
  }
  if (!week.some((day) => day && day.length > 0)) fail('No day has opening hours.');
  return week.map((day) => day ?? []);
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
