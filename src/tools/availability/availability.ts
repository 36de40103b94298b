import { listed, type Sentence, say } from '../../lib/sentence.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { parseOpeningHours } from '../../lib/time/opening-hours.ts';
import { ToolError } from '../core/errors.ts';
import { ASSUMED_OPENING_HOURS, type ToolSettings } from '../core/settings.ts';
import { ASSUMED_MINUTES, busyIntervals } from './busy-intervals.ts';
import { availableResources, type FreeSlot, freeSlots } from './free-slots.ts';
import type { ScheduleSnapshot, ServiceFacts } from './schedule-snapshot.ts';

export interface AvailabilityQuery {
  serviceId: string;
  /** Restricts the query to one member of staff. */
  staffId?: string | undefined;
  /** Covers every window and start that is queried, in milliseconds since the epoch. */
  horizon: Interval;
  /** A booking that is to be moved, which therefore does not block its own time. */
  excludedBookingId?: string;
}

/** Availability of a service, as far as the schedule, the opening hours and stated assumptions determine it. */
export interface Availability {
  minutes: number;
  assumptions: (string | Sentence)[];
  /** If there are any, a time that is not offered may be free. An unknown time is never offered. */
  unread: (string | Sentence)[];
  /** Free slots in order. Empty if not all bookings were read, because an unknown time cannot be called free. */
  slots(window: Interval): FreeSlot[];
  /** True if a start is known to be taken, or is outside the configured opening hours. */
  isTaken(start: number): boolean;
}

/**
 * @param zone IANA time zone of the opening hours.
 * @throws ToolError if the member of staff does not perform the service.
 */
export async function computeAvailability(
  schedule: ScheduleSnapshot,
  query: AvailabilityQuery,
  settings: Pick<ToolSettings, 'openingHours' | 'timeZone'>,
  zone: string,
): Promise<Availability> {
  const { openIntervals } = await import('../../lib/time/open-intervals.ts');
  const service = schedule.services.get(query.serviceId);
  const assumptions: string[] = [];
  const hours = settings.openingHours ?? ASSUMED_OPENING_HOURS;
  assumptions.push(
    `Open ${hours} in ${zone}${settings.openingHours ? '' : ', assumed: no opening hours are configured'}.`,
  );
  if (!settings.timeZone) assumptions.push('No time zone of the business is configured.');
  const minutes = service?.minutes ?? ASSUMED_MINUTES;
  if (service?.minutes === undefined)
    assumptions.push(`It takes ${minutes} minutes, assumed: the service record does not say.`);

  const staffIds = candidates(service, query.staffId);
  if (staffIds.length === 0) {
    assumptions.push('The service record names no staff: one resource assumed, which every booking needs.');
  }
  const { horizon, excludedBookingId } = query;
  const lengthMs = minutes * 60_000;
  // An appointment that starts just before the end of the horizon ends after it.
  const within = { start: horizon.start, end: horizon.end + lengthMs };
  const schedules = busyIntervals(schedule, staffIds, within, excludedBookingId);
  const open = openIntervals(parseOpeningHours(hours), zone, horizon.start, horizon.end);
  const { resources } = schedules;
  return {
    minutes,
    assumptions: [...assumptions, ...schedules.assumptions],
    unread: [...unreadLists(schedule), ...schedules.unknown],
    slots: (window) => (schedule.hasAllBookings ? freeSlots(open, resources, lengthMs, window) : []),
    isTaken(start) {
      const slot = { start, end: start + lengthMs };
      if (schedule.hasAllBookings && availableResources(resources, slot).length === 0) return true;
      return (
        settings.openingHours !== undefined &&
        !open.some((opening) => opening.start <= start && opening.end >= slot.end)
      );
    },
  };
}

function candidates(service: ServiceFacts | undefined, staffId: string | undefined): readonly string[] {
  const performers = service?.staffIds ?? [];
  if (staffId === undefined) return performers;
  if (performers.length > 0 && !performers.includes(staffId)) {
    throw new ToolError(say`${staffId} does not perform this service; these do: ${listed(performers, 10)}.`);
  }
  return [staffId];
}

function unreadLists({ hasAllBookings, hasAllServices, scanned, total }: ScheduleSnapshot): string[] {
  return [
    ...(hasAllBookings
      ? []
      : [`Bookings: ${scanned} of ${total ?? 'an unknown number'} could be read, so no time can be called free.`]),
    ...(hasAllServices ? [] : ['Services: not all could be read, so durations may be missing.']),
  ];
}
