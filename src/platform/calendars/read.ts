import { BOOKING_UID_SUFFIX } from '../../contract/index.ts';
import { inSlices } from '../../lib/concurrency/slices.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { BodyTooLargeError } from '../../lib/http/read-body.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { type AttemptError, errorKind } from '../outgoing/attempt-error.ts';
import { retryAfterDelay } from '../outgoing/backoff.ts';
import type { ConnectionSettings } from '../outgoing/settings.ts';
import { calendarUrl } from '../rules/calendar-address.ts';
import { busySpans } from './busy-spans.ts';
import { MAX_BLOCKS } from './content-lines.ts';
import { CalendarUnreadableError, type UnreadableReason } from './errors.ts';
import { type CalendarResponse, getCalendar, RedirectError } from './get.ts';
import { type CalendarSettings, MAX_RETRY_AFTER_MS, WINDOW_AFTER_MS, WINDOW_BEFORE_MS } from './settings.ts';

/** Why a calendar was not read: no usable answer, an HTTP status such as `http_404`, or its content. */
export type CalendarError = AttemptError | UnreadableReason | 'redirects' | `http_${number}`;

export interface CalendarResult {
  /** The busy times, unless the calendar is unchanged or could not be read. With an error, they are not all. */
  busy?: Interval[];
  error: CalendarError | null;
  etag?: string | null;
  lastModified?: string | null;
  /** Milliseconds that the server asked to wait. */
  retryAfterMs?: number | undefined;
}

interface ReadOptions {
  /** The address as it was written; a secret. */
  url: string;
  /** IANA name of the business's zone. */
  zone: string;
  /** The last version, if the calendar need not be read when it has not changed. */
  known: { etag: string | null; lastModified: string | null } | undefined;
  /** The current time, by the shared clock. */
  now: number;
  signal: AbortSignal;
  /** Returns those of these ids that are bookings of the business. */
  findBookings: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Reads the busy times of a calendar. Errors are results, and hold nothing of its address or content; those of the database are thrown. */
export async function readCalendar(
  options: ReadOptions,
  settings: CalendarSettings,
  connection: ConnectionSettings,
): Promise<CalendarResult> {
  const url = calendarUrl(options.url);
  if (!URL.canParse(url)) return { error: 'address_refused' };
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), settings.timeoutMs);
  try {
    const response = await getCalendar(
      {
        url: new URL(url),
        headers: requestHeaders(options.known),
        signal: AbortSignal.any([options.signal, timeout.signal]),
        maxBytes: settings.maxBytes,
      },
      { ...connection, timeoutMs: settings.timeoutMs },
    );
    clearTimeout(timer);
    return await readResponse(response, options, settings);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    return { error: timeout.signal.aborted ? 'timeout' : calendarError(error) };
  } finally {
    clearTimeout(timer);
  }
}

function requestHeaders(known: ReadOptions['known']): Record<string, string> {
  return {
    accept: 'text/calendar, */*;q=0.1',
    // The size of what is read is that of what is sent.
    'accept-encoding': 'identity',
    'user-agent': 'rcpt-mcp',
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  };
}

async function readResponse(
  { status, body, etag, lastModified, retryAfter }: CalendarResponse,
  { zone, known, now, signal, findBookings }: ReadOptions,
  { maxWorkMs }: CalendarSettings,
): Promise<CalendarResult> {
  if (status === 304 && known) return { error: null };
  if (body === undefined) {
    const retryAfterMs = retryAfterDelay(retryAfter, now, MAX_RETRY_AFTER_MS);
    return { error: `http_${status}`, retryAfterMs };
  }
  const ownBookings = await findBookings(bookingsIn(body));
  const window = { from: now - WINDOW_BEFORE_MS, to: now + WINDOW_AFTER_MS };
  const work = busySpans(body, { zone, ...window, ownBookings });
  const { busy, error } = await inSlices(limited(work, maxWorkMs, signal));
  return { busy, error, etag: etag ?? null, lastModified: lastModified ?? null };
}

const UID_LINES = new RegExp(`^UID:([^\\r\\n]{1,100})${BOOKING_UID_SUFFIX}\\r?$`, 'gim');

/** The ids of bookings whose calendar events a calendar may have. */
function bookingsIn(text: string): string[] {
  const ids: string[] = [];
  for (const [, id] of text.matchAll(UID_LINES)) {
    if (id !== undefined) ids.push(id);
    if (ids.length === MAX_BLOCKS) break;
  }
  return [...new Set(ids)];
}

/** Ends work that takes more than an amount of processor time, or that is no longer needed. */
function* limited<T>(work: Generator<void, T>, maxMs: number, signal: AbortSignal): Generator<void, T> {
  let usedMs = 0;
  for (;;) {
    const startedAt = performance.now();
    const step = work.next();
    usedMs += performance.now() - startedAt;
    if (step.done) return step.value;
    signal.throwIfAborted();
    if (usedMs > maxMs) throw new CalendarUnreadableError('too_large');
    yield;
  }
}

function calendarError(error: unknown): CalendarError {
  if (error instanceof CalendarUnreadableError) return error.reason;
  if (error instanceof BodyTooLargeError) return 'too_large';
  if (error instanceof RedirectError) return 'redirects';
  return errorKind(error);
}
