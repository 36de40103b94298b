import { cleanLine, pluralize } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { UnknownCalendar } from '../../platform/store/inspect-health.ts';
import { type CheckResult, result } from './check.ts';

/** People who are named; the others are counted. */
const MAX_NAMED = 5;

/** The reasons of docs/staff-calendars.md, in words. The statuses of HTTP are in `reasonOf`. */
const REASONS: Readonly<Record<string, string>> = {
  not_a_calendar: 'the address leads to a web page, not to a calendar',
  timeout: 'its server did not answer in time',
  connection_refused: 'its server refused the connection',
  connection_lost: 'its server ended the connection',
  certificate: 'the certificate of its server is not valid',
  name_not_found: 'there is no server of this name',
  invalid_response: 'the answer of its server is not valid',
  address_refused: 'the address is in a private network, or not https',
  redirects: 'the address leads to too many others, or nowhere',
  truncated: 'the file is incomplete',
  malformed: 'the file is incomplete',
  too_large: 'the calendar is too large',
  time_not_understood: 'the time of an event is not understood',
  recurrence_not_understood: 'the rule of a series is not understood',
};

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

const ADVICE = 'Compare their addresses in the business file. docs/staff-calendars.md says what the reasons mean.';
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
  const [, status] = /^http_(\d+)$/.exec(error) ?? [];
  const reason = status ? `its server answered HTTP ${status}` : (REASONS[error] ?? error.replaceAll('_', ' '));
  return read && age !== null && age >= DAY_MS ? `${reason}, ${read}` : reason;
}

const ageText = (age: number) => (age < 2 * DAY_MS ? 'a day ago' : `${pluralize(Math.floor(age / DAY_MS), 'day')} ago`);
