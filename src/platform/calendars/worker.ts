import { withJitter } from '../../lib/concurrency/jitter.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { type ClaimWorker, startClaimWorker } from '../claim-worker.ts';
import type { ConnectionSettings } from '../outgoing/settings.ts';
import { existingBookings } from '../store/bookings/bookings.ts';
import type { Db } from '../store/schema/schema.ts';
import {
  type CalendarOutcome,
  claimCalendar,
  deleteUnusedCalendars,
  hasUnusedCalendars,
  listPrivateCalendars,
  type PrivateCalendar,
  recordCalendar,
} from '../store/staff/staff-calendars.ts';
import type { Store } from '../store/store.ts';
import { JITTER, waitOf } from './due.ts';
import type { CalendarResult } from './read.ts';
import { type CalendarSettings, RECOMPUTE_MS } from './settings.ts';
import { sourceDigest } from './source.ts';

/**
 * Reads the private calendars of all staff members, each when it is due and by one of the processes on this database: the
 * one that claims it. Times that other processes read are those of the shared clock.
 */
export function startCalendarWorker(
  store: Store,
  settings: CalendarSettings,
  connection: ConnectionSettings,
  logger: Logger,
): ClaimWorker {
  const context = { store, settings, connection, workerId: newId('wrk'), logger };

  /** Finds the calendars that are due, and the milliseconds until the next one. */
  async function findDue(db: Db) {
    const now = await store.now(db);
    const calendars = await listPrivateCalendars(db);
    const waits = calendars.map((calendar) => ({ calendar, wait: waitOf(calendar, now, settings) }));
    return {
      now,
      due: waits.filter(({ wait }) => wait <= 0).map(({ calendar }) => calendar),
      nextMs: Math.min(...waits.map(({ wait }) => wait).filter((wait) => wait > 0), settings.pollMs),
      hasUnused: await hasUnusedCalendars(db),
    };
  }

  return startClaimWorker<PrivateCalendar>(
    {
      maxConcurrent: settings.maxConcurrent,
      pollMs: settings.pollMs,
      async claim(limit) {
        const { now, due, nextMs, hasUnused } = await store.read(findDue);
        if (hasUnused) await store.write(deleteUnusedCalendars, 'rows');
        return { claimed: await claim(due.slice(0, limit), now, context), nextMs };
      },
      run: (calendar, signal) => readAndRecord(calendar, context, signal),
      unstored: (_calendar, error) => logger.warn('cannot store the busy times of a calendar', { error }),
      failure: 'calendars are not read: the database is unavailable',
      recovery: 'calendars are read again',
    },
    logger,
  );
}

/** What one process has for reading calendars. */
interface ReadContext {
  store: Store;
  settings: CalendarSettings;
  connection: ConnectionSettings;
  workerId: string;
  logger: Logger;
}

/** Claims calendars by a lease. Returns those that no other process has claimed. */
async function claim(
  calendars: readonly PrivateCalendar[],
  now: number,
  { store, settings, workerId }: ReadContext,
): Promise<PrivateCalendar[]> {
  if (calendars.length === 0) return [];
  // Imported with the first calendar, because most processes read none; before the lease begins.
  await import('./read.ts');
  const { leaseMs } = settings;
  return store.write(async (tx) => {
    const claimed: PrivateCalendar[] = [];
    for (const calendar of calendars) {
      const { staff_id: staffId, next_at: nextAt } = calendar;
      const options = { staffId, nextAt, sourceDigest: sourceDigest(calendar), workerId, now, leaseMs };
      if (await claimCalendar(tx, options)) claimed.push(calendar);
    }
    return claimed;
  }, 'rows');
}

/** Reads a claimed calendar, and stores its busy times. An aborted reading only ends the lease. */
async function readAndRecord(calendar: PrivateCalendar, context: ReadContext, signal: AbortSignal): Promise<void> {
  const { store, settings, connection, workerId, logger } = context;
  const { calendar_url: url, time_zone: zone, etag, last_modified: lastModified, error: before } = calendar;
  const now = await store.read(store.now);
  const isSame = calendar.source_digest === sourceDigest(calendar);
  const isRecent = calendar.parsed_at !== null && Math.abs(now - calendar.parsed_at) < RECOMPUTE_MS;
  const known = isSame && isRecent && (etag || lastModified) ? { etag, lastModified } : undefined;
  const findBookings = (ids: readonly string[]) => store.read((db) => existingBookings(db, calendar.team_id, ids));
  const { readCalendar } = await import('./read.ts');
  const result = await readCalendar({ url, zone, known, now, signal, findBookings }, settings, connection);
  const outcome = signal.aborted ? undefined : outcomeOf(result, now, settings.intervalMs);
  await store.write((tx) => recordCalendar(tx, { staffId: calendar.staff_id, workerId }, outcome), 'rows');
  // The address is a secret, and so is what it leads to: only the kind of the error is logged, once.
  const error = outcome && result.error;
  if (error && error !== before) logger.warn('cannot read a calendar', { staff: calendar.staff_id, error });
  if (outcome && !error && before) logger.info('a calendar is read again', { staff: calendar.staff_id });
}

function outcomeOf(
  { busy, error, etag, lastModified, retryAfterMs = 0 }: CalendarResult,
  now: number,
  intervalMs: number,
): CalendarOutcome {
  const interval = withJitter(intervalMs, JITTER);
  const attempt = { attempted_at: now, error, next_at: Math.round(now + Math.max(interval, retryAfterMs)) };
  if (!busy) return error === null ? { ...attempt, fetched_at: now } : attempt;
  const busy_json = JSON.stringify(busy.map(({ start, end }) => [start, end]));
  const version = { etag: etag ?? null, last_modified: lastModified ?? null };
  // What is understood of a calendar blocks its times, and does not count as a copy of all of it.
  return { ...attempt, ...version, fetched_at: now, parsed_at: error === null ? now : null, busy_json };
}
