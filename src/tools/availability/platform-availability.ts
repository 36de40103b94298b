import { ApiError } from '../../api/index.ts';
import type { Availability, Read } from '../../contract/index.ts';
import { type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { epochMs, type Interval } from '../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import type { FreeSlot } from './free-slots.ts';

interface PlatformQuery {
  serviceId: string;
  /** Restricts the question to one member of staff. */
  staffId?: string | undefined;
  /** Start times, in milliseconds since the epoch; at most 92 days. */
  window: Interval;
  /** A booking that is to be moved, which does not block its own time. */
  excludedBookingId?: string | undefined;
  /** True if that booking takes the present duration of its service (extension `service_duration`). */
  usesServiceDuration?: boolean | undefined;
}

/** When a service can be booked, by the rules of its platform. */
export interface PlatformAvailability {
  minutes: number;
  /** Distance between two starts of a range. */
  stepMs: number;
  /** IANA time zone of the business; undefined if the platform does not state it. */
  timeZone: string | undefined;
  /** In order. */
  slots: FreeSlot[];
  /** Earliest start by the minimum notice, and latest by the booking window. */
  earliest: string | undefined;
  latest: string | undefined;
  closures: { from: string; to: string; reason?: string }[];
  /** Dates on which the limit of bookings a day is reached. */
  fullDays: readonly string[];
  calendars: { staff_id: string; state: string; as_of?: string }[];
  /** What the answer must state about calendars: those whose copy is old, and those that are unknown. */
  assumptions: Sentence[];
  unread: Sentence[];
}

/** Asks the platform (extension `availability`) when a service can be booked. */
export async function askAvailability(
  { serviceId, staffId, window, excludedBookingId, usesServiceDuration }: PlatformQuery,
  { api, signal }: Pick<ToolContext, 'api' | 'signal'>,
): Promise<PlatformAvailability> {
  const request = api.getAvailability({
    query: {
      service_id: serviceId,
      from: new Date(window.start).toISOString(),
      to: new Date(window.end).toISOString(),
      ...(staffId === undefined ? {} : { staff_id: staffId }),
      ...(excludedBookingId === undefined ? {} : { exclude_booking_id: excludedBookingId }),
      ...(usesServiceDuration ? { use_service_duration: 'true' as const } : {}),
    },
    signal,
  });
  const read = await request.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.details.kind !== 'not_found') throw error;
    throw new ToolError(say`There is no service ${serviceId}: list_services has the ids.`);
  });
  const { fields } = read;
  const { free, duration_minutes: minutes, slot_interval_minutes: interval } = fields;
  if (!free || !minutes || !interval || interval < 1) {
    throw new ApiError({ kind: 'invalid_response', endpoint: 'getAvailability', changed: 'no' });
  }
  return {
    minutes,
    stepMs: interval * MINUTE_MS,
    timeZone: fields.time_zone ?? undefined,
    slots: slotsOf(free, { stepMs: interval * MINUTE_MS, lengthMs: minutes * MINUTE_MS, window }),
    earliest: fields.earliest_start_time ?? undefined,
    latest: fields.latest_start_time ?? undefined,
    closures: (fields.closures ?? []).map(({ from, to, reason }) => ({ from, to, ...(reason ? { reason } : {}) })),
    fullDays: fields.full_days ?? [],
    ...calendarNotes(read),
  };
}

/** More than any business has in a question, in case that a platform sends nonsense. */
const MAX_SLOTS = 20_000;

/** The start times of ranges, both ends included, as far as they are in the window. */
function slotsOf(
  ranges: readonly { from: string; to: string; staff_ids: string[] }[],
  { stepMs, lengthMs, window }: { stepMs: number; lengthMs: number; window: Interval },
): FreeSlot[] {
  const slots: FreeSlot[] = [];
  for (const { from, to, staff_ids: staffIds } of ranges) {
    const first = epochMs(from) ?? Number.POSITIVE_INFINITY;
    const last = Math.min(epochMs(to) ?? Number.NEGATIVE_INFINITY, window.end - 1);
    const skipped = Math.max(0, Math.ceil((window.start - first) / stepMs));
    for (let start = first + skipped * stepMs; start <= last && slots.length < MAX_SLOTS; start += stepMs) {
      slots.push({ start, end: start + lengthMs, staffIds: () => staffIds });
    }
  }
  return slots.sort((a, b) => a.start - b.start);
}

function calendarNotes({ fields }: Read<typeof Availability>) {
  const calendars = (fields.calendars ?? []).map(({ staff_id, state, as_of }) => ({
    staff_id,
    state,
    ...(as_of ? { as_of } : {}),
  }));
  const asOf = ({ as_of }: { as_of?: string }) => trusted(as_of ?? 'an unknown time');
  return {
    calendars,
    assumptions: calendars
      .filter(({ state }) => state !== 'unknown')
      .map((note) => say`The private calendar of ${note.staff_id} counts as it was at ${asOf(note)}.`),
    unread: calendars
      .filter(({ state }) => state === 'unknown')
      .map((note) => say`The private calendar of ${note.staff_id} cannot be read, so this person may be busy.`),
  };
}
