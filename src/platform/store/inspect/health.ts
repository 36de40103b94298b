import { ENDS_SOON_MS } from '../../../lib/ends-soon.ts';
import { DAY_MS } from '../../../lib/time/units.ts';
import { KNOWN_MS } from '../../calendars/settings.ts';
import { sourceDigest } from '../../calendars/source.ts';

/** How many records of a database there are, have failed, or soon will. */
interface RecordCounts {
  /** Webhooks to which the platform delivers. */
  activeWebhooks: number;
  /** Deliveries to webhooks that wait for their first or next attempt. */
  pendingDeliveries: number;
  /** Webhooks that the platform has disabled. */
  disabledWebhooks: number;
  /** Webhooks whose last attempts all failed. */
  failingWebhooks: number;
  /** Reports of calls whose turns could not be fetched, as long as they can be replayed. */
  failedReports: number;
  /** Deliveries of calls that were refused for reasons that applied in the last day. */
  refusedReports: number;
  /** Genuine reports of the last day that were not understood, as when a vendor has changed their form: their calls are missing. */
  keptReports: number;
  /** API keys that programs have used, and that end within two weeks. */
  endingKeys: number;
}

/** A private calendar whose busy times are not all known. */
export interface UnknownCalendar {
  /** The name of its person, as it was written. */
  name: string;
  /** Why the last attempt failed; null if there was no attempt, or it succeeded long ago. */
  error: string | null;
  /** Milliseconds since the calendar was read; null: never. */
  age: number | null;
}

/** What works and what has failed, read without changing the database. */
export interface DatabaseHealth extends RecordCounts {
  /** Private calendars of staff. */
  calendars: number;
  /** By the names of their people. */
  unknownCalendars: UnknownCalendar[];
}

/** Queries of one number, the same on both engines, and cheap: running servers make them for each scrape of their metrics. */
const queries = (now: number, since = now - DAY_MS): Record<keyof RecordCounts, string> => ({
  activeWebhooks: 'select count(*) as n from webhooks where active = 1',
  pendingDeliveries: "select count(*) as n from deliveries where status = 'pending'",
  disabledWebhooks: 'select count(*) as n from webhooks where active = 0 and disabled_reason is not null',
  failingWebhooks: 'select count(*) as n from webhooks where active = 1 and failing_since is not null',
  failedReports:
    "select count(*) as n from call_reports r join call_sources s on s.id = r.source_id where r.status = 'failed' and r.body is not null and s.removed_at is null",
  refusedReports: `select coalesce(sum(r.count), 0) as n from call_source_refusals r join call_sources s on s.id = r.source_id where s.removed_at is null and r.last_at > ${since}`,
  keptReports: `select count(*) as n from call_reports r join call_sources s on s.id = r.source_id where r.status = 'kept' and r.body is not null and s.removed_at is null and r.received_at > ${since}`,
  endingKeys: `select count(*) as n from api_keys where revoked_at is null and last_used_at is not null and expires_at > ${now} and expires_at <= ${now + ENDS_SOON_MS}`,
});

const CALENDARS =
  'select s.name, s.calendar_url, t.time_zone, c.source_digest, c.fetched_at, c.error from staff s join teams t on t.id = s.team_id left join staff_calendars c on c.staff_id = s.id where s.calendar_url is not null and s.archived_at is null order by s.name, s.id';

interface CalendarRow {
  name: string;
  calendar_url: string;
  time_zone: string;
  source_digest: string | null;
  fetched_at: number | null;
  error: string | null;
}

/**
 * Reads the health of a database.
 * @param run runs all queries, in their order, and returns the rows of each
 * @param now the time, in epoch milliseconds
 */
export async function readHealth(
  run: (queries: readonly string[]) => Promise<unknown[][]>,
  now: number,
): Promise<DatabaseHealth> {
  const entries = Object.entries(queries(now));
  const [calendars = [], ...counts] = await run([CALENDARS, ...entries.map(([, query]) => query)]);
  const numbers = entries.map(([name], index) => {
    const [row] = (counts[index] ?? []) as { n: number | string }[];
    return [name, Number(row?.n)] as const;
  });
  return {
    ...(Object.fromEntries(numbers) as Record<keyof RecordCounts, number>),
    calendars: calendars.length,
    unknownCalendars: (calendars as CalendarRow[]).flatMap((row) => unknownCalendar(row, now)),
  };
}

function unknownCalendar(row: CalendarRow, now: number): UnknownCalendar[] {
  const { name, fetched_at, error } = row;
  // A copy of another address, and its errors, mean nothing.
  if (row.source_digest !== sourceDigest(row)) return [{ name, error: null, age: null }];
  const age = fetched_at === null ? null : Math.abs(now - Number(fetched_at));
  return error === null && age !== null && age <= KNOWN_MS ? [] : [{ name, error, age }];
}
