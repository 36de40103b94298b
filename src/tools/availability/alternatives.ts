import type { BookingRule } from '../../contract/index.ts';
import { listed, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { formatInstant, type LocalTime } from '../../lib/time/format.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { closureOn } from '../../lib/time/working-hours.ts';
import type { ToolContext } from '../core/context.ts';
import type { Alternative, Suggestion } from '../core/errors.ts';
import { ASSUMED_OPENING_HOURS } from '../core/settings.ts';
import { bookedServiceId, staffIdOf } from '../search/record-by-name.ts';
import { computeAvailability } from './availability.ts';
import type { FreeSlot } from './free-slots.ts';
import { describePerson, identifyStaff, type KnownStaff, readStaff } from './known-staff.ts';
import { askAvailability, type PlatformAvailability } from './platform-availability.ts';
import { loadSchedule } from './schedule-snapshot.ts';
import { readBusiness, shownHours, slotsWithin } from './shown-hours.ts';

/** How far before and after the requested time alternatives are searched. */
const SEARCH_BEFORE_MS = 7 * DAY_MS;
const SEARCH_AFTER_MS = 14 * DAY_MS;
const MAX_ALTERNATIVES = 3;

/** The booking that the platform refused. */
export interface RefusedSlot {
  serviceId: string;
  /** The requested start, ISO 8601. */
  start: string;
  /** The person who was to take it: an id or a name. */
  staff?: string | undefined;
  /** The booking that was to be moved. */
  excludedBookingId?: string;
  /** Where that booking starts, if it would be the same appointment there: no alternative to a move. ISO 8601. */
  presentStart?: string | null | undefined;
  /** True if that booking takes the present duration of its service (extension `service_duration`). */
  usesServiceDuration?: boolean | undefined;
  /** The rule that it violates, if the platform names one. */
  rule?: BookingRule | undefined;
  /** The next possible start, if the platform names one. */
  next?: string | undefined;
}

/**
 * Returns the free times nearest to a refused one, on both sides of it: those of the same day first, or else one of each
 * of the nearest days. Returns undefined if the time is free by what was read: the refusal has another reason then.
 */
export async function findAlternatives(refused: RefusedSlot, context: ToolContext): Promise<Suggestion | undefined> {
  const requested = Date.parse(refused.start);
  const horizon = {
    start: Math.max(context.clock.now() + 1, requested - SEARCH_BEFORE_MS),
    end: requested + SEARCH_AFTER_MS,
  };
  const isAsked = await context.extensions.has('availability', context.signal);
  const read = await (isAsked ? offeredSlots : computedSlots)({ refused, requested, horizon }, context);
  if (!read) return undefined;
  const present = Date.parse(refused.presentStart ?? '');
  const found = { ...read, slots: read.slots.filter(({ start }) => start !== present) };

  const describe = (instant: number) => context.time.describe(new Date(instant).toISOString());
  const day = describe(requested);
  const date = day?.local.slice(0, 10) ?? '';
  const next = refused.next ? context.time.describe(refused.next) : undefined;
  const free = nearestStarts(requested, found.slots, describe);
  // A limit on the bookings of a customer: free times do not show it, and the platform names the next possible start. It may
  // also have refused the time by another rule first.
  const isRuledOut =
    next !== undefined &&
    found.isOfRequest &&
    found.slots.some(({ start }) => requested < start && start < Date.parse(next.utc));
  const isLimited = isRuledOut || (refused.rule === 'limit_reached' && free.isDayFree);
  const isOtherDay = ({ start }: FreeSlot) => describe(start)?.local.slice(0, 10) !== date;
  const others = isLimited && !next ? found.slots.filter(isOtherDay) : [];
  const { nearest, isDayFree } = isLimited ? nearestStarts(requested, others, describe) : free;
  const shown = nearest.length > 0 || !next ? nearest : [next];
  if (shown.length === 0) return undefined;
  const closure = found.closureOf(requested);
  const why = closure ? say` (closed${closure.reason ? say`: ${closure.reason}` : say``})` : say``;
  const onDay = `${day?.weekday} ${date}`;
  // A limit on bookings holds with all staff.
  const staff = isRuledOut || refused.rule === 'limit_reached' ? [] : found.others;
  const then = staff.length > 0 ? say`At the requested time free with: ${listed(staff)}. ` : say``;
  const whose = isLimited && next ? say`` : found.with;
  const nothing =
    isDayFree || isLimited || nearest.length === 0
      ? say``
      : say`Nothing is free${found.with} on ${trusted(onDay)}${why}. `;
  const texts = shown.map((start) => startText(start, describe));
  const times = trusted(`${texts.join(', ')} (${context.time.zone}${found.assumed})`);
  return {
    sentence: say`${then}${nothing}Free instead${whose}: ${times}.`,
    alternatives: shown.map(({ utc, local }): Alternative => ({ start_time: utc, start_local: local })),
  };
}

/** Returns a start such as `Thursday 2026-11-26 09:00`; on a day with a clock change with its offset, as a time may come twice. */
function startText({ weekday, local, utc }: LocalTime, describe: (instant: number) => LocalTime | undefined): string {
  const sinceMidnight = Date.parse(`${local.slice(0, 19)}Z`) % DAY_MS;
  const midnight = Date.parse(utc) - sinceMidnight;
  const offsetAt = (instant: number) => describe(instant)?.local.slice(19);
  const hasClockChange = offsetAt(midnight) !== offsetAt(midnight + DAY_MS);
  return `${weekday} ${local.slice(0, 10)} ${local.slice(11, 16)}${hasClockChange ? ` (UTC${local.slice(19)})` : ''}`;
}

interface Refusal {
  refused: RefusedSlot;
  /** The requested start, in milliseconds since the epoch. */
  requested: number;
  horizon: { start: number; end: number };
}

interface FoundSlots {
  slots: readonly FreeSlot[];
  /** False if they are of other staff than the requested person, who has none. */
  isOfRequest: boolean;
  /** Whose times they are, if a person was requested. */
  with: Sentence;
  /** Who else is free at the requested time. */
  others: readonly Sentence[];
  /** What was assumed. */
  assumed: string;
  /** Why the business is closed on its day of an instant, as far as the platform states it. */
  closureOf(instant: number): PlatformAvailability['closures'][number] | undefined;
}

/** Asks the platform, which knows why it refused the time. */
async function offeredSlots(
  { refused, requested, horizon }: Refusal,
  context: ToolContext,
): Promise<FoundSlots | undefined> {
  const { excludedBookingId, usesServiceDuration, rule } = refused;
  // A platform that names its rules has refused it for another reason.
  if (!rule && (await context.extensions.has('booking_rules', context.signal))) return undefined;
  const staffId = refused.staff === undefined ? undefined : await staffIdOf(refused.staff, context);
  const serviceId = await bookedServiceId(refused.serviceId, context);
  const business = await readBusiness(context);
  const shown = shownHours(context.time.zone, business, context.settings);
  const ask = async (person: string | undefined) => {
    const { slots, closures, timeZone } = await askAvailability(
      { serviceId, staffId: person, window: horizon, excludedBookingId, usesServiceDuration },
      context,
    );
    const isFree = slots.some(({ start }) => start === requested);
    const closureOf = (instant: number) => {
      const day = formatInstant(new Date(instant).toISOString(), timeZone ?? context.time.zone);
      return day && closureOn({ closures }, day.local.slice(0, 10));
    };
    return { slots: await slotsWithin(slots, shown), closureOf, isFree };
  };
  const { slots, closureOf, isFree } = await ask(staffId);
  if (!rule && isFree) return undefined;
  const found = { slots, isOfRequest: true, closureOf, assumed: '' };
  if (staffId === undefined) return { ...found, with: say``, others: [] };
  const all = await ask(undefined);
  const staff = await readStaff(business, context);
  const others = othersAt(requested, all.slots, staffId, staff);
  return slots.length > 0
    ? { ...found, with: say` with ${describePerson(staffId, staff)}`, others }
    : { ...found, slots: all.slots, isOfRequest: false, with: say` with other staff`, others };
}

/** Computes them from services and bookings. */
async function computedSlots(
  { refused, requested, horizon }: Refusal,
  context: ToolContext,
): Promise<FoundSlots | undefined> {
  const { settings, time, signal } = context;
  const schedule = await loadSchedule(refused.serviceId, context, signal);
  const query = { ...refused, horizon };
  const available = await computeAvailability(schedule, query, settings, time.zone);
  if (!(await available.isTaken(requested))) return undefined;
  const assumed = settings.openingHours ? '' : `; opening hours assumed: ${ASSUMED_OPENING_HOURS}`;
  const found = { slots: await available.slots(horizon), isOfRequest: true, assumed, closureOf: () => undefined };
  if (refused.staff === undefined) return { ...found, with: say``, others: [] };
  const { staff, hasAllBookings, hasAllServices } = schedule;
  const staffId = identifyStaff(refused.staff, staff, hasAllBookings && hasAllServices);
  const all = await computeAvailability(schedule, { ...query, staff: undefined }, settings, time.zone);
  const others = othersAt(requested, await all.slots({ start: requested, end: requested + 1 }), staffId, staff);
  return { ...found, with: say` with ${describePerson(staffId, staff)}`, others };
}

/** Returns who else is free at an instant. */
function othersAt(instant: number, slots: readonly FreeSlot[], staffId: string, staff: KnownStaff): Sentence[] {
  const free = slots.filter(({ start }) => start === instant).flatMap((slot) => slot.staffIds());
  return [...new Set(free)].filter((id) => id !== staffId).map((id) => describePerson(id, staff));
}

/**
 * Returns the free starts nearest to a requested one, on both sides of it: those of the same day first, or else one of each
 * of the nearest days.
 */
export function nearestStarts(
  requested: number,
  slots: readonly FreeSlot[],
  describe: (instant: number) => LocalTime | undefined,
): { nearest: FreeStart[]; isDayFree: boolean } {
  const local = describe(requested)?.local ?? '';
  const date = local.slice(0, 10);
  const starts = slots.flatMap(({ start }) => {
    const described = describe(start);
    return described ? [{ start, ...described }] : [];
  });
  const isDayFree = starts.some((start) => start.local.startsWith(date));
  const nearest = isDayFree ? nearestTimes(requested, date, starts) : nearestDays(requested, local, starts);
  return { nearest, isDayFree };
}

/** A free start, with its local time. */
interface FreeStart extends LocalTime {
  start: number;
}

/** Returns the nearest starts, those of the day first, on both sides of the requested time if there are any. */
function nearestTimes(requested: number, date: string, slots: readonly FreeStart[]): FreeStart[] {
  const distance = ({ start, local }: FreeStart) =>
    Math.abs(start - requested) + (local.startsWith(date) ? 0 : SEARCH_AFTER_MS);
  const sorted = [...slots].sort((a, b) => distance(a) - distance(b));
  const nearest = sorted.slice(0, MAX_ALTERNATIVES);
  const isBefore = ({ start }: FreeStart) => start < requested;
  const isOneSided = nearest.every(isBefore) || !nearest.some(isBefore);
  const opposite =
    isOneSided && nearest[0] ? sorted.find((one) => isBefore(one) !== isBefore(nearest[0] as FreeStart)) : undefined;
  return opposite && sorted.length > MAX_ALTERNATIVES ? [...nearest.slice(0, -1), opposite] : nearest;
}

/** Returns one start of each of the nearest days, on both sides, at about the requested time of day. */
function nearestDays(requested: number, requestedLocal: string, slots: readonly FreeStart[]): FreeStart[] {
  const minuteOf = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
  const wanted = minuteOf(requestedLocal);
  const byDay = new Map<string, FreeStart>();
  for (const slot of slots) {
    const date = slot.local.slice(0, 10);
    const best = byDay.get(date);
    const distance = Math.abs(minuteOf(slot.local) - wanted);
    if (!best || distance < Math.abs(minuteOf(best.local) - wanted)) byDay.set(date, slot);
  }
  // Of no day of the request, so that these are the nearest times of the nearest days.
  return nearestTimes(requested, 'none', [...byDay.values()]);
}
