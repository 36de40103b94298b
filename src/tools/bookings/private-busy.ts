import { MAX_AVAILABILITY_DAYS } from '../../contract/index.ts';
import { Deadline } from '../../lib/concurrency/deadline.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { ToolContext } from '../core/context.ts';
import type { BookingShape, WithPrivateBusy } from '../presenters/booking.ts';

/** How much later an answer is because of the private calendars, at most, in milliseconds. */
const TIMEOUT_MS = 1_000;
/** One request answers for as many days. */
const WINDOW_MS = MAX_AVAILABILITY_DAYS * DAY_MS;
/** No platform knows private calendars for much longer than a year. */
const MAX_WINDOWS = 5;

interface PrivateBusy {
  /** By the ids of the bookings. */
  times: ReadonlyMap<string, string[]>;
  /** True if a conflict may be missing: the platform did not answer, or it cannot read a calendar. */
  isUnknown: boolean;
}

function noTimes(isUnknown: boolean): PrivateBusy {
  const times = new Map<string, string[]>();
  return { times, isUnknown };
}

const BUSY_UNKNOWN = 'Whether private calendars of staff conflict with these bookings could not be read completely.';

/** Adds conflicts to the answer of a list, and to what its view draws. */
export async function withConflicts<A extends { items: BookingShape[]; note?: string }>(
  { answer, bookings }: { answer: A; bookings: readonly BookingShape[] },
  context: ToolContext,
): Promise<A> {
  const busy = await readPrivateBusy(bookings, context);
  if (context.view) {
    context.view.bookings = withPrivateBusy(bookings, busy);
    context.view.isBusyUnknown = busy.isUnknown;
  }
  const note = [answer.note, busy.isUnknown && BUSY_UNKNOWN].filter(Boolean).join(' ');
  return { ...answer, items: withPrivateBusy(answer.items, busy), ...(note ? { note } : {}) };
}

/**
 * Reads during which bookings the private calendar of their staff member is busy, where the platform says it (extension
 * `calendar_conflicts`). Bookings that are over are left out: their conflicts need no action.
 */
export async function readPrivateBusy(bookings: readonly BookingShape[], context: ToolContext): Promise<PrivateBusy> {
  const { clock, extensions, signal, logger } = context;
  const earliest = clock.now() - DAY_MS;
  const ahead = bookings.filter(({ staff_id: id, start_time: at }) => id && (epochMs(at) ?? 0) > earliest);
  if (ahead.length === 0 || !(await extensions.has('calendar_conflicts', signal))) return noTimes(false);
  const deadline = new Deadline(TIMEOUT_MS, signal);
  try {
    return await readWindows(ahead, { ...context, signal: deadline.signal });
  } catch (error) {
    if (signal.aborted) throw error;
    logger.debug('the conflicts with private calendars cannot be read', { error });
    return noTimes(true);
  } finally {
    deadline.end();
  }
}

async function readWindows(
  bookings: readonly BookingShape[],
  { api, time, signal }: Pick<ToolContext, 'api' | 'time' | 'signal'>,
): Promise<PrivateBusy> {
  /** What is no instant could be a text of others. */
  const interval = ({ from, to }: { from: string; to: string }) => {
    const [start, end] = [time.describe(from)?.local, time.describe(to)?.local];
    return start && end ? [`${start}/${end}`] : [];
  };
  const read = await Promise.all(
    windowsOf(bookings.flatMap(({ start_time: at }) => epochMs(at) ?? [])).map((query) =>
      api.getCalendarConflicts({ query, signal }),
    ),
  );
  const people = new Set(bookings.map(({ staff_id: id }) => id));
  const conflicts = read.flatMap(({ fields }) => fields.conflicts ?? []);
  const calendars = read.flatMap(({ fields }) => fields.calendars ?? []);
  return {
    times: new Map(conflicts.map(({ booking_id: id, busy }) => [id, busy.flatMap(interval)])),
    isUnknown: calendars.some(({ staff_id: id, state }) => state === 'unknown' && people.has(id)),
  };
}

/** Returns the windows of the requests that answer for these starts: one, unless they are far from each other. */
function windowsOf(starts: readonly number[]): { from: string; to: string }[] {
  const windows: { start: number; last: number }[] = [];
  for (const start of starts.toSorted((a, b) => a - b)) {
    const window = windows.at(-1);
    if (window && start < window.start + WINDOW_MS) window.last = start;
    else windows.push({ start, last: start });
  }
  return windows.slice(0, MAX_WINDOWS).map(({ start, last }) => ({
    from: new Date(start).toISOString(),
    to: new Date(last + 1).toISOString(),
  }));
}

/** Adds the busy times to bookings. */
export const withPrivateBusy = <B extends { id?: string | undefined }>(
  bookings: readonly B[],
  { times }: PrivateBusy,
): WithPrivateBusy<B>[] =>
  bookings.map((booking) => {
    const busy = times.get(booking.id ?? '');
    return busy ? { ...booking, private_calendar_busy: busy } : booking;
  });
