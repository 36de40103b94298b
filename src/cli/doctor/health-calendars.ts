import { calendarProblem } from '../../lib/icalendar/calendar-problem.ts';
import { cleanLine, pluralize } from '../../lib/text/text.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { UnknownCalendar } from '../../platform/store/inspect/health.ts';
import { type CheckResult, result } from './check.ts';

/** People who are named; the others are counted. */
const MAX_NAMED = 5;

/**
 * Warns about private calendars whose busy times are not all known. Their addresses are secrets: only the names of the people
 * are shown.
 */
export function checkCalendars(calendars: readonly UnknownCalendar[]): CheckResult[] {
  const failed = calendars.filter(({ error }) => error !== null);
  const unread = calendars.filter(({ error }) => error === null);
  return [
    ...warning('Private calendars that cannot be read', failed, ADVICE),
    ...warning('Private calendars that are not known, so that appointments are offered in busy times', unread, START),
  ];
}

const ADVICE =
  'Compare their addresses in the business file, or replace them on the page Business of the dashboard, which says for each what to do. docs/staff-calendars.md lists the reasons.';
const START =
  'Start a server on this database, or leave it running: it reads them within a minute, and then every 15 minutes.';

function warning(what: string, calendars: readonly UnknownCalendar[], fix: string): CheckResult[] {
  if (calendars.length === 0) return [];
  const named = calendars.slice(0, MAX_NAMED).map((one) => ({ name: cleanLine(one.name), reason: reasonOf(one) }));
  const rest = calendars.length - named.length;
  const list = [...named.map(({ name, reason }) => `${name}: ${reason}`), ...(rest > 0 ? [`and ${rest} more`] : [])];
  const summary = `${what}: ${calendars.length}. ${list.join('; ')}`;
  return [result('health.calendars', 'warning', summary, { fix, data: { count: calendars.length, people: named } })];
}

function reasonOf({ error, age }: UnknownCalendar): string {
  const read = age === null ? undefined : `last read ${ageText(age)}`;
  if (error === null) return read ?? 'not read yet';
  const { message } = calendarProblem(error);
  return read && age !== null && age >= DAY_MS ? `${message}, ${read}` : message;
}

const ageText = (age: number) => (age < 2 * DAY_MS ? 'a day ago' : `${pluralize(Math.floor(age / DAY_MS), 'day')} ago`);
