import { inSlices } from '../../lib/concurrency/slices.ts';
import type { Sentence } from '../../lib/text/sentence.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { parseOpeningHours } from '../../lib/time/opening-hours.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { ASSUMED_OPENING_HOURS, type ToolSettings } from '../core/settings.ts';
import { ASSUMED_MINUTES, busyIntervals } from './busy-intervals.ts';
import { type FreeSlot, freeSlots, possibleStarts } from './free-slots.ts';
import { assertPerforms, identifyStaff } from './known-staff.ts';
import type { ScheduleSnapshot, ServiceFacts } from './schedule-snapshot.ts';

interface AvailabilityQuery {
  /** Restricts the query to one member of staff: an id or a name. */
  staff?: string | undefined;
  /** Covers every window and start that is queried, in milliseconds since the epoch. */
  horizon: Interval;
  /** A booking that is to be moved, which therefore does not block its own time. */
  excludedBookingId?: string | undefined;
  /** True if that booking takes the present duration of its service (extension `service_duration`). */
  usesServiceDuration?: boolean | undefined;
}

/** Availability of a service, as far as the schedule, the opening hours and stated assumptions determine it. */
interface Availability {
  minutes: number;
  assumptions: (string | Sentence)[];
  /** If there are any, a time that is not offered may be free. An unknown time is never offered. */
  unread: (string | Sentence)[];
  /** Free slots in order. Empty if not all bookings were read, because an unknown time cannot be called free. */
  slots(window: Interval): Promise<FreeSlot[]>;
  /** True if a start is known to be taken, or is outside the configured opening hours. */
  isTaken(start: number): Promise<boolean>;
}

/**
 * @param zone IANA time zone of the opening hours.
 * @throws ToolError if the member of staff cannot be identified, or does not perform the service.
 */
export async function computeAvailability(
  schedule: ScheduleSnapshot,
  query: AvailabilityQuery,
  settings: Pick<ToolSettings, 'openingHours' | 'timeZone'>,
  zone: string,
): Promise<Availability> {
  const { openIntervals } = await import('../../lib/time/open-intervals.ts');
  const service = schedule.services.get(schedule.serviceId);
  const assumptions: string[] = [];
  const hours = settings.openingHours ?? ASSUMED_OPENING_HOURS;
  assumptions.push(
    `Open ${hours} in ${zone}${settings.openingHours ? '' : ', assumed: no opening hours are configured'}.`,
  );
  if (!settings.timeZone) assumptions.push('No time zone of the business is configured.');
  const moved = query.usesServiceDuration ? undefined : movedMinutes(schedule, query.excludedBookingId);
  const { minutes, assumption } = durationOf(service, moved);
  if (assumption) assumptions.push(assumption);

  const candidates = candidatesFor(service, query.staff, schedule);
  const staffIds = candidates.slice(0, MAX_CANDIDATES);
  if (staffIds.length === 0) {
    assumptions.push('The service record names no staff: one resource is assumed, which every booking needs.');
  }
  const { horizon, excludedBookingId } = query;
  const lengthMs = minutes * MINUTE_MS;
  // An appointment that starts just before the end of the horizon ends after it.
  const within = { start: horizon.start, end: horizon.end + lengthMs };
  const schedules = await inSlices(busyIntervals(schedule, staffIds, within, excludedBookingId));
  const open = openIntervals(parseOpeningHours(hours), zone, horizon.start, horizon.end);
  const freeAt = (starts: readonly number[]) => inSlices(freeSlots(starts, lengthMs, schedules));
  return {
    minutes,
    assumptions: [...assumptions, ...schedules.assumptions],
    unread: [...unreadLists(schedule), ...unreadStaff(candidates), ...schedules.unknown],
    slots: async (window) => (schedule.hasAllBookings ? freeAt(possibleStarts(open, lengthMs, window)) : []),
    async isTaken(start) {
      if (schedule.hasAllBookings && (await freeAt([start])).length === 0) return true;
      return (
        settings.openingHours !== undefined &&
        !open.some((opening) => opening.start <= start && opening.end >= start + lengthMs)
      );
    },
  };
}

/** Returns how long an appointment takes that is moved and stays one of its service; undefined if that is not stated. */
function movedMinutes({ appointments, serviceId }: ScheduleSnapshot, bookingId: string | undefined) {
  if (bookingId === undefined) return undefined;
  const moved = appointments.find(({ id }) => id === bookingId);
  if (moved?.serviceId !== serviceId || moved.start === undefined || moved.end === undefined) return undefined;
  return moved.end > moved.start ? (moved.end - moved.start) / MINUTE_MS : undefined;
}

/** Platforms may move an appointment with its own length, or with that of its service: the longer one fits in both cases. */
function durationOf(service: ServiceFacts | undefined, moved: number | undefined) {
  const stated = service?.minutes;
  if (stated === undefined && moved === undefined)
    return {
      minutes: ASSUMED_MINUTES,
      assumption: `A duration of ${ASSUMED_MINUTES} minutes is assumed: the service record states none.`,
    };
  const minutes = Math.max(stated ?? 0, moved ?? 0);
  if (stated === undefined || moved === undefined || stated === moved) return { minutes };
  const assumption = `The appointment takes ${moved} minutes and its service ${stated}: ${minutes} are assumed after the move.`;
  return { minutes, assumption };
}

/** Members of staff that are considered. */
const MAX_CANDIDATES = 5_000;

/** Returns the staff who may be asked for, each once. */
function candidatesFor(
  service: ServiceFacts | undefined,
  wanted: string | undefined,
  { staff, hasAllBookings, hasAllServices }: ScheduleSnapshot,
): readonly string[] {
  const performers = [...new Set(service?.staffIds)];
  if (wanted === undefined) return performers;
  const staffId = identifyStaff(wanted, staff, hasAllBookings && hasAllServices);
  if (performers.length > 0) assertPerforms(staffId, performers, staff);
  return [staffId];
}

function unreadStaff({ length }: readonly string[]): string[] {
  return length > MAX_CANDIDATES
    ? [`Staff: the first ${MAX_CANDIDATES} of ${length} who perform it were considered.`]
    : [];
}

function unreadLists({ hasAllBookings, hasAllServices, scanned, total }: ScheduleSnapshot): string[] {
  return [
    ...(hasAllBookings
      ? []
      : [`Bookings: ${scanned} of ${total ?? 'an unknown number'} could be read, so no time can be called free.`]),
    ...(hasAllServices ? [] : ['Services: not all could be read, so durations may be missing.']),
  ];
}
