import { resolve } from 'node:path';
import { sql } from 'kysely';
import { isPostgresUrl } from '../../lib/database-url.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { DAY_MS } from '../../lib/time/units.ts';

/** How many records of a database have failed, read without changing it. */
export interface DatabaseHealth {
  /** Webhooks that the platform has disabled. */
  disabledWebhooks: number;
  /** Webhooks whose last attempts all failed. */
  failingWebhooks: number;
  /** Private calendars whose last attempt failed. */
  unreadableCalendars: number;
  /** Reports of calls whose turns could not be fetched, as long as they can be replayed. */
  failedReports: number;
  /** Deliveries of calls that were refused for reasons that applied in the last day. */
  refusedReports: number;
}

/** Queries of one number, the same on both engines. */
const queries = (since: number): Record<keyof DatabaseHealth, string> => ({
  disabledWebhooks: 'select count(*) as n from webhooks where active = 0 and disabled_reason is not null',
  failingWebhooks: 'select count(*) as n from webhooks where active = 1 and failing_since is not null',
  unreadableCalendars:
    'select count(*) as n from staff_calendars c join staff s on s.id = c.staff_id where c.error is not null and s.calendar_url is not null and s.archived_at is null',
  failedReports:
    "select count(*) as n from call_reports r join call_sources s on s.id = r.source_id where r.status = 'failed' and r.body is not null and s.removed_at is null",
  refusedReports: `select coalesce(sum(r.count), 0) as n from call_source_refusals r join call_sources s on s.id = r.source_id where s.removed_at is null and r.last_at > ${since}`,
});

/** @throws DatabaseError if the database cannot be used */
export async function inspectHealth(database: string): Promise<DatabaseHealth> {
  const entries = Object.entries(queries(systemClock.now() - DAY_MS));
  const read = isPostgresUrl(database) ? readPostgres : readSqlite;
  const counts = await read(
    database,
    entries.map(([, query]) => query),
  );
  const numbers = entries.map(([name], index) => [name, Number(counts[index])] as const);
  return Object.fromEntries(numbers) as Record<keyof DatabaseHealth, number>;
}

async function readSqlite(database: string, all: readonly string[]): Promise<number[]> {
  const { inspectFile } = await import('./sqlite/inspect-file.ts');
  return inspectFile(resolve(database), (connection) =>
    all.map((query) => Number((connection.prepare(query).all()[0] as { n: number }).n)),
  );
}

async function readPostgres(database: string, all: readonly string[]): Promise<number[]> {
  const { inspectPostgres } = await import('./postgres/inspect-database.ts');
  return inspectPostgres(database, async (db) => {
    const counts = [];
    for (const query of all) counts.push(Number((await sql<{ n: string }>`${sql.raw(query)}`.execute(db)).rows[0]?.n));
    return counts;
  });
}
