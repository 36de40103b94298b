import type { BusinessRecord, Read } from '../../contract/index.ts';
import type { Sentence } from '../../lib/sentence.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { bookedServiceId, staffIdOf } from '../search/record-by-name.ts';
import { computeAvailability } from './availability.ts';
import { type FreeSlot, SLOT_GRID_MS } from './free-slots.ts';
import { identifyService, notOffered } from './known-services.ts';
import { assertPerforms, identifyStaff, type KnownStaff, readStaff } from './known-staff.ts';
import { askAvailability, type PlatformAvailability } from './platform-availability.ts';
import { loadSchedule } from './schedule-snapshot.ts';
import { shownHours, slotsWithin } from './shown-hours.ts';

/** By how much the platform's clock may be ahead: its present is no limit. */
const CLOCK_TOLERANCE_MS = 60_000;

export interface OpenTimesQuery {
  /** Id or name. */
  service: string;
  /** Id or name. */
  staff: string | undefined;
  /** The caller's zone of `from` and `to`. */
  timeZone: string | undefined;
  /** Start times that are asked for, and those after them in which the next best times are. */
  window: Interval;
  horizon: Interval;
  /** A booking that is to be moved, which does not block its own time. */
  excludedBookingId?: string | undefined;
}

/** Free times, asked of the platform or computed. */
export interface OpenTimes {
  serviceId: string;
  /** Undefined if the record has no name, or was not read. */
  serviceName: string | undefined;
  zone: string;
  minutes: number;
  /** Distance between two starts of a range. */
  stepMs: number;
  /** Names of staff, as far as they are known. */
  staff: KnownStaff;
  /** Free slots of a part of the horizon, in order. */
  slots(window: Interval): Promise<readonly FreeSlot[]>;
  assumptions: (string | Sentence)[];
  unread: (string | Sentence)[];
  /** Facts that only the platform knows. */
  closures: PlatformAvailability['closures'];
  /** IANA zone of their dates, which is that of the business. */
  closuresZone: string;
  calendars: PlatformAvailability['calendars'];
  earliest?: string;
  latest?: string;
}

/** Asks the platform, which knows its rules: extension `availability`. */
export async function offeredTimes(
  { service, staff: person, timeZone, window, horizon, excludedBookingId }: OpenTimesQuery,
  business: Read<typeof BusinessRecord> | undefined,
  context: ToolContext,
): Promise<OpenTimes> {
  const { settings } = context;
  const { services } = business?.fields ?? {};
  const serviceId = services?.length
    ? identifyService(service, services, true, context)
    : await bookedServiceId(service, context);
  const staff = await readStaff(business, context);
  const staffId = person === undefined ? undefined : await resolveStaff(person, staff, context);
  const record = services?.find(({ id }) => id === serviceId);
  if (record?.active === false) throw notOffered(record, context);
  if (staffId !== undefined && Array.isArray(record?.staff)) assertPerforms(staffId, record.staff, staff);
  const offered = await askAvailability({ serviceId, staffId, window: horizon, excludedBookingId }, context);
  const platformZone = offered.timeZone ?? settings.timeZone ?? timeZone ?? 'UTC';
  const zone = settings.isTimeZoneConfigured && settings.timeZone ? settings.timeZone : platformZone;
  const shownIn = shownHours(zone, business, settings);
  const shown = await slotsWithin(offered.slots, shownIn);
  const { earliest, latest, closures, calendars, minutes, stepMs, unread } = offered;
  return {
    serviceId,
    serviceName: record?.name,
    zone,
    minutes,
    stepMs,
    staff,
    slots: async ({ start, end }) => shown.filter((slot) => start <= slot.start && slot.start < end),
    assumptions: [...shownIn.assumptions, ...offered.assumptions],
    unread,
    closures,
    closuresZone: platformZone,
    calendars,
    // A limit beyond the question explains nothing.
    ...(earliest && Date.parse(earliest) > window.start + CLOCK_TOLERANCE_MS ? { earliest } : {}),
    ...(latest && Date.parse(latest) < horizon.end ? { latest } : {}),
  };
}

async function resolveStaff(text: string, staff: KnownStaff, context: ToolContext): Promise<string> {
  return staff.size > 0
    ? identifyStaff(text, staff, true)
    : identifyStaff(await staffIdOf(text, context), staff, false);
}

/** Computes them from services and bookings. */
export async function computedTimes(
  { service, staff: person, timeZone, horizon, excludedBookingId }: OpenTimesQuery,
  context: ToolContext,
): Promise<OpenTimes> {
  const { settings, signal } = context;
  const zone = settings.timeZone ?? timeZone ?? 'UTC';
  const schedule = await loadSchedule(service, context, signal);
  const listed = await readStaff(undefined, context);
  // A list of staff has the names of people without bookings, too.
  const staff = new Map([...schedule.staff, ...listed]);
  const computed = await computeAvailability(
    { ...schedule, staff },
    { staff: person, horizon, ...(excludedBookingId === undefined ? {} : { excludedBookingId }) },
    settings,
    zone,
  );
  return {
    ...computed,
    serviceId: schedule.serviceId,
    serviceName: schedule.services.get(schedule.serviceId)?.name,
    zone,
    stepMs: SLOT_GRID_MS,
    staff,
    closures: [],
    closuresZone: zone,
    calendars: [],
  };
}
