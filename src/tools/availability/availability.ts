import type { Interval } from '../../lib/time/intervals.ts';
import { parseOpeningHours } from '../../lib/time/opening-hours.ts';
import { ToolError } from '../core/errors.ts';
import { ASSUMED_OPENING_HOURS, type ToolSettings } from '../core/settings.ts';
import { ASSUMED_MINUTES, busyIntervals } from './busy-intervals.ts';
import { availableResources, type FreeSlot, freeSlots } from './free-slots.ts';
import type { ScheduleSnapshot, ServiceFacts } from './schedule-snapshot.ts';

/** What is asked for. */
export interface AvailabilityQuery {
  serviceId: string;
  /** One member of staff only. */
  staffId?: string | undefined;
  /** All the time that may be asked about, in milliseconds since the epoch. */
  horizon: Interval;
  /** A booking that is to be moved, and so does not stand in its own way. */
  except?: string;
}

/** When a service can be had, as far as the diary, the opening hours and what had to be assumed allow to say. */
export interface Availability {
  minutes: number;
  /** Sentences. */
  assumptions: string[];
  /** Sentences; with any of them, times that are not offered may be free, and none that are unknown are offered. */
  unread: string[];
  /** Free times, in order. None while the diary was not read to its end: what is not known cannot be called free. */
  slots(window: Interval): FreeSlot[];
  /** Whether a start is known to be taken, or to lie outside the opening hours that were configured. */
  isTaken(start: number): boolean;
}

/**
 * @param zone of the opening hours.
 * @throws ToolError when the member of staff does not perform the service.
 */
export async function availabilityOf(
  diary: ScheduleSnapshot,
  wish: AvailabilityQuery,
  settings: Pick<ToolSettings, 'openingHours' | 'timeZone'>,
  zone: string,
): Promise<Availability> {
  const { openIntervals } = await import('../../lib/time/open-intervals.ts');
  const service = diary.services.get(wish.serviceId);
  const assumptions: string[] = [];
  const hours = settings.openingHours ?? ASSUMED_OPENING_HOURS;
  assumptions.push(
    `Open ${hours} in ${zone}${settings.openingHours ? '' : ', assumed: no opening hours are configured'}.`,
  );
  if (!settings.timeZone) assumptions.push('No time zone of the business is configured.');
  const minutes = service?.minutes ?? ASSUMED_MINUTES;
  if (service?.minutes === undefined)
    assumptions.push(`It takes ${minutes} minutes, assumed: the service record does not say.`);

  const staffIds = candidates(service, wish.staffId);
  if (staffIds.length === 0) {
    assumptions.push('The service record names no staff: one resource assumed, which every booking needs.');
  }
  const { horizon, except } = wish;
  const length = minutes * 60_000;
  // What begins at the horizon's end is over only after it.
  const occupation = busyIntervals(diary, staffIds, { start: horizon.start, end: horizon.end + length }, except);
  const open = openIntervals(parseOpeningHours(hours), zone, horizon.start, horizon.end);
  const { resources } = occupation;
  return {
    minutes,
    assumptions: [...assumptions, ...occupation.assumptions],
    unread: [...gaps(diary), ...occupation.unknown],
    slots: (window) => (diary.allBookings ? freeSlots(open, resources, length, window) : []),
    isTaken(start) {
      const slot = { start, end: start + length };
      if (diary.allBookings && availableResources(resources, slot).length === 0) return true;
      return settings.openingHours !== undefined && !open.some((span) => span.start <= start && span.end >= slot.end);
    },
  };
}

function candidates(service: ServiceFacts | undefined, staffId: string | undefined): readonly string[] {
  const named = service?.staffIds ?? [];
  if (staffId === undefined) return named;
  if (named.length > 0 && !named.includes(staffId)) {
    throw new ToolError(`${staffId} does not perform this service; these do: ${named.join(', ')}.`);
  }
  return [staffId];
}

function gaps({ allBookings, allServices, scanned, total }: ScheduleSnapshot): string[] {
  return [
    ...(allBookings
      ? []
      : [`Bookings: ${scanned} of ${total ?? 'an unknown number'} could be read, so no time can be called free.`]),
    ...(allServices ? [] : ['Services: not all could be read, so durations may be missing.']),
  ];
}
