import type { BusinessRecord, Read } from '../../contract/index.ts';
import type { Sentence } from '../../lib/text/sentence.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { ASSUMED_OPENING_HOURS } from '../core/settings.ts';
import { bookedServiceId, staffIdOf } from '../search/record-by-name.ts';
import { computeAvailability } from './availability.ts';
import { type FreeSlot, SLOT_GRID_MS } from './free-slots.ts';
import { assertPerforms, identifyStaff, type KnownStaff, readStaff } from './known-staff.ts';
import { offeredServiceId } from './offered-service.ts';
import { askAvailability, type PlatformAvailability } from './platform-availability.ts';
import { loadSchedule } from './schedule-snapshot.ts';
import { type ShownHours, shownHours, slotsWithin } from './shown-hours.ts';

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
  /** True if that booking takes the present duration of its service (extension `service_duration`). */
  usesServiceDuration?: boolean | undefined;
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
  /** What explains that nothing is free. */
  known: KnownFacts;
  /** Slots of the window with any staff; absent if no person was asked for, or no other one performs the service. */
  withOthers?: () => Promise<readonly FreeSlot[]>;
}

export type KnownBusiness = Read<typeof BusinessRecord>['fields'];

/** What is known about the hours of a business and of the people who could take an appointment. */
export interface KnownFacts {
  /** The business; undefined if its platform does not state it. People have no absences if the caller may not see staff. */
  business: KnownBusiness | undefined;
  shown: Omit<ShownHours, 'assumptions'>;
  /** Ids of those who could take it; undefined if their working hours are not stated. */
  staffIds: readonly string[] | undefined;
  /** The person who was asked for. */
  staffId: string | undefined;
  /** Dates on which the limit of bookings a day is reached. */
  fullDays: readonly string[];
  /** True if a time within the known hours that is not free is taken: no other rule decides. */
  isTakenOtherwise: boolean;
}

/** Asks the platform, which knows its rules: extension `availability`. */
export async function offeredTimes(
  { service, staff: person, timeZone, window, horizon, excludedBookingId, usesServiceDuration }: OpenTimesQuery,
  business: Read<typeof BusinessRecord> | undefined,
  context: ToolContext,
): Promise<OpenTimes> {
  const { settings } = context;
  const { services } = business?.fields ?? {};
  const serviceId = services?.length
    ? await offeredServiceId(service, services, context)
    : await bookedServiceId(service, context);
  const staff = await readStaff(business, context);
  const staffId = person === undefined ? undefined : await resolveStaff(person, staff, context);
  const record = services?.find(({ id }) => id === serviceId);
  if (staffId !== undefined && Array.isArray(record?.staff)) assertPerforms(staffId, record.staff, staff);
  const question = { serviceId, window: horizon, excludedBookingId, usesServiceDuration };
  const offered = await askAvailability({ ...question, staffId }, context);
  const platformZone = offered.timeZone ?? settings.timeZone ?? timeZone ?? 'UTC';
  const zone = settings.isTimeZoneConfigured && settings.timeZone ? settings.timeZone : platformZone;
  const shownIn = shownHours(zone, business, settings);
  const shown = await slotsWithin(offered.slots, shownIn);
  const { earliest, latest, closures, fullDays, calendars, minutes, stepMs, unread } = offered;
  const people = mayShow('staff', context) ? business?.fields.staff : undefined;
  const performers = people
    ?.filter(({ id, active }) => active && (!Array.isArray(record?.staff) || record.staff.includes(id)))
    .map(({ id }) => id);
  const isAlone = performers?.length === 1;
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
    known: {
      business: business && { ...business.fields, staff: people ?? withoutAbsences(business.fields) },
      shown: shownIn,
      staffIds: staffId === undefined ? performers : performers?.filter((id) => id === staffId),
      staffId,
      fullDays,
      isTakenOtherwise: people !== undefined,
    },
    ...(staffId === undefined || isAlone
      ? {}
      : {
          withOthers: async () => slotsWithin((await askAvailability({ ...question, window }, context)).slots, shownIn),
        }),
    // A limit beyond the question explains nothing.
    ...(earliest && Date.parse(earliest) > window.start + CLOCK_TOLERANCE_MS ? { earliest } : {}),
    ...(latest && Date.parse(latest) < horizon.end ? { latest } : {}),
  };
}

/** Hours of people say when a business is open. */
const withoutAbsences = ({ staff }: KnownBusiness): KnownBusiness['staff'] =>
  staff?.map((person) => ({ ...person, time_off: [] }));

async function resolveStaff(text: string, staff: KnownStaff, context: ToolContext): Promise<string> {
  return staff.size > 0
    ? identifyStaff(text, staff, true)
    : identifyStaff(await staffIdOf(text, context), staff, false);
}

/** Computes them from services and bookings. */
export async function computedTimes(
  { service, staff: person, timeZone, window, horizon, excludedBookingId, usesServiceDuration }: OpenTimesQuery,
  context: ToolContext,
): Promise<OpenTimes> {
  const { settings, signal } = context;
  const zone = settings.timeZone ?? timeZone ?? 'UTC';
  const schedule = await loadSchedule(service, context, signal);
  const listed = await readStaff(undefined, context);
  // A list of staff has the names of people without bookings, too.
  const staff = new Map([...schedule.staff, ...listed]);
  const compute = (wanted: string | undefined) =>
    computeAvailability(
      { ...schedule, staff },
      { staff: wanted, horizon, excludedBookingId, usesServiceDuration },
      settings,
      zone,
    );
  const computed = await compute(person);
  const isComplete = schedule.hasAllBookings && schedule.hasAllServices;
  const hours = settings.openingHours ?? ASSUMED_OPENING_HOURS;
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
    known: {
      business: undefined,
      shown: { hours, zone, isAssumed: settings.openingHours === undefined },
      staffIds: undefined,
      staffId: person === undefined ? undefined : identifyStaff(person, staff, isComplete),
      fullDays: [],
      isTakenOtherwise: true,
    },
    ...(person === undefined ? {} : { withOthers: async () => (await compute(undefined)).slots(window) }),
  };
}
