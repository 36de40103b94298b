import type * as z from 'zod';
import { inSlices } from '../../lib/concurrency/slices.ts';
import { say } from '../../lib/text/sentence.ts';
import { formatInstant, type LocalTime } from '../../lib/time/format.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { type LocalDay, localDays } from '../../lib/time/local-days.ts';
import { closureOn } from '../../lib/time/working-hours.ts';
import { dayOf } from '../../lib/time/zone-days.ts';
import { type FreeDay, freeDays } from '../availability/free-ranges.ts';
import type { FreeSlot } from '../availability/free-slots.ts';
import { shortNames } from '../availability/known-staff.ts';
import type { OpenTimes, OpenTimesQuery } from '../availability/open-times.ts';
import type { ToolContext } from '../core/context.ts';
import { nowLocal } from '../core/now.ts';
import { mayShow } from '../core/record-kinds.ts';
import { estimateTokens } from '../output/token-budget.ts';
import { freeTimes } from '../views/free-times.ts';
import type { OpenTimesAnswer, slotShape } from './open-times-output.ts';

const MAX_NEXT_BEST = 3;
const MAX_OF_OTHERS = 3;
/** Staff whom ranges name at most: with more, each start would be a range of its own. */
const MAX_NAMED_STAFF = 12;
/** Part of the token budget for the days. The rest is for the other fields. */
const DAYS_SHARE = 0.75;

const utc = (instant: number) => new Date(instant).toISOString();

/**
 * Presents free times: all of the window as ranges by day, or the first ones.
 * @param limit how many first ones; undefined: all.
 */
export async function presentOpenTimes(
  { window, horizon, staff }: OpenTimesQuery,
  times: OpenTimes,
  limit: number | undefined,
  context: ToolContext,
): Promise<OpenTimesAnswer> {
  const { clock, settings } = context;
  const { zone, minutes, assumptions, unread, calendars, earliest, latest, serviceName } = times;
  const describe = (instant: string) => formatInstant(instant, zone);
  const [first, last] = [earliest, latest].map((limit) => limit && describe(limit));
  const slots = await times.slots(window);
  if (context.view) {
    context.view.free = freeTimes(slots.slice(0, limit), times);
    if (staff !== undefined) context.view.staff = staff;
  }
  const firstSlots = limit === undefined ? [] : slots.slice(0, limit);
  const nextBest =
    slots.length > 0 ? [] : (await times.slots({ start: window.end, end: horizon.end })).slice(0, MAX_NEXT_BEST);
  const { reasons, others } =
    slots.length > 0 ? await withTimes(window, times, limit) : await withoutTimes(window, times);
  // Days without a free time say why, also to a caller that wants the first ones.
  const isByDay = limit === undefined || slots.length === 0;
  const staffIds = await inSlices(namedStaff(isByDay ? [...slots, ...nextBest, ...others] : firstSlots));
  const names = staffIds && shortNames(staffIds, times.staff);
  const nameOf = names && ((id: string) => names.get(id) ?? id);
  const known = (staffIds ?? []).flatMap((id) => {
    const name = times.staff.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
  const maxTokens = settings.maxTokens * DAYS_SHARE;
  const shownDays = isByDay
    ? await daysWithin({ slots, times, window, now: clock.now(), describe, nameOf, maxTokens })
    : undefined;
  const slotOf = (slot: FreeSlot) => presentSlot(slot, describe, nameOf);
  return {
    ...(shownDays ? { days: shownDays.days } : {}),
    ...(limit === undefined ? {} : { times: firstSlots.map(slotOf) }),
    ...(known.length > 0 && shownDays?.isNamed !== false ? { staff: known } : {}),
    found: slots.length,
    ...(shownDays?.next ? { continue_from: shownDays.next } : {}),
    ...(nextBest.length > 0 ? { next_best: nextBest.map(slotOf) } : {}),
    ...(others.length > 0 ? { other_staff: others.map(slotOf) } : {}),
    ...(reasons.length > 0 ? { reasons } : {}),
    window: { from: describe(utc(window.start))?.utc ?? '', to: describe(utc(window.end))?.utc ?? '' },
    now_local: nowLocal({ clock, time: { describe } }),
    time_zone: zone,
    service_id: times.serviceId,
    ...(serviceName === undefined || !mayShow('service', context) ? {} : { service_name: serviceName }),
    duration_minutes: minutes,
    complete: unread.length === 0,
    assumptions:
      shownDays?.isNamed === false
        ? [...assumptions, 'Who is free is left out, as it would be too long: give staff_id to see one person.']
        : assumptions,
    unread,
    ...(first ? { earliest_start_time: first.utc, earliest_start_local: first.local } : {}),
    ...(last ? { latest_start_time: last.utc, latest_start_local: last.local } : {}),
    ...(calendars.length > 0 ? { calendars } : {}),
  };
}

/** Returns why the last days of a window are not shown, of which the first ones have free times. */
async function withTimes(window: Interval, times: OpenTimes, limit: number | undefined) {
  const days = localDays(window, times.zone);
  // The first times are shown without days.
  if (limit !== undefined || bookableDays(days, times).length === days.length) return { reasons: [], others: [] };
  const { limited } = await import('../availability/reasons.ts');
  return { reasons: [limited({ start: window.end, end: window.end }, times).say(say``)], others: [] };
}

/** Leaves out days after the end of the booking window, which would look like days on which everything is taken. */
function bookableDays(days: readonly LocalDay[], { latest, zone }: OpenTimes): LocalDay[] {
  const last = latest && formatInstant(latest, zone)?.local.slice(0, 10);
  return days.filter(({ date }) => !last || date <= last);
}

/** Returns why nothing is free in a window, and the first times of it with other staff than the one who was asked for. */
async function withoutTimes(window: Interval, times: OpenTimes) {
  const { whyNone } = await import('../availability/why-none.ts');
  const { reasons, mayOthers } = await whyNone(window, times);
  const others = mayOthers ? ((await times.withOthers?.()) ?? []) : [];
  return { reasons, others: others.slice(0, MAX_OF_OTHERS) };
}

/** Returns the staff of slots, in order of their ids; undefined if they are too many to be named. */
function* namedStaff(slots: readonly FreeSlot[]): Generator<void, string[] | undefined> {
  const ids = new Set<string>();
  for (const slot of slots) {
    for (const id of slot.staffIds()) ids.add(id);
    if (ids.size > MAX_NAMED_STAFF) return undefined;
    yield;
  }
  return [...ids].sort();
}

type ShownDay = FreeDay & { searched?: string; closed?: string };

interface DaysOptions extends Pick<OpenTimesQuery, 'window'> {
  slots: readonly FreeSlot[];
  times: OpenTimes;
  /** The present, in milliseconds since the epoch. */
  now: number;
  describe(instant: string): LocalTime | undefined;
  nameOf: ((staffId: string) => string) | undefined;
  maxTokens: number;
}

/**
 * Returns the days of a window: with staff if they fit the budget, else without, else the first ones. `next` is the first
 * instant of the first day that is missing, because a date would be read in the zone of the caller.
 */
async function daysWithin({ slots, times, window, now, describe, nameOf, maxTokens }: DaysOptions) {
  const { dateElsewhere } = await import('../../lib/time/local-days.ts');
  const { parseRange } = await import('../../lib/time/range.ts');
  const { zone, stepMs, closures, closuresZone } = times;
  const all = localDays(window, zone);
  // Without any free time, the reasons name the days.
  const options = { stepMs, days: slots.length > 0 ? bookableDays(all, times) : all, describe };
  const hasStaff = slots.some((slot) => slot.staffIds().length > 0);
  const edges = [all[0]?.date, all.at(-1)?.date];
  const explained = (days: FreeDay[]): ShownDay[] =>
    days.map(({ date, weekday, free }) => {
      const searched = edges.includes(date) ? searchedPart(date, window, { zone, now, describe }) : undefined;
      const mayBeClosed = free.length === 0 && closures.length > 0;
      const closure = mayBeClosed ? closureOn({ closures }, dateElsewhere(date, zone, closuresZone)) : undefined;
      return {
        date,
        weekday,
        ...(searched ? { searched } : {}),
        free,
        ...(closure ? { closed: closure.reason ?? 'closed' } : {}),
      };
    });
  const named = nameOf && explained(await inSlices(freeDays(slots, { ...options, nameOf })));
  if (named && fitting(named, maxTokens) === named.length) return { days: named, isNamed: true, next: undefined };
  const unnamed = explained(await inSlices(freeDays(slots, options)));
  const count = fitting(unnamed, maxTokens);
  const { from } = parseRange({ from: unnamed[count]?.date }, zone, window.start);
  return { days: unnamed.slice(0, count), isNamed: !hasStaff, next: from && describe(from)?.local };
}

/**
 * Returns the part of a day that is in a window, such as `00:00-03:00`: the other times of the day can be free. Undefined if the
 * window has all of the day that lies ahead. A day of a caller in another zone is never a whole day of the business.
 */
function searchedPart(
  date: string,
  { start, end }: Interval,
  { zone, now, describe }: Pick<DaysOptions, 'now' | 'describe'> & { zone: string },
): string | undefined {
  const day = dayOf(date, zone);
  if (start <= Math.max(day.start, now + 1) && day.end <= end) return undefined;
  const time = (instant: number) => describe(utc(instant))?.local.slice(11, 16) ?? '';
  return `${time(Math.max(day.start, start))}-${day.end <= end ? '24:00' : time(end)}`;
}

/** Returns how many days fit the budget; at least one. */
function fitting(days: readonly ShownDay[], maxTokens: number): number {
  let remaining = maxTokens;
  const count = days.findIndex((day) => {
    remaining -= estimateTokens({ ...day, free: day.free.map(String) });
    return remaining < 0;
  });
  return count < 0 ? days.length : Math.max(1, count);
}

function presentSlot(
  slot: FreeSlot,
  describe: (instant: string) => LocalTime | undefined,
  nameOf: ((staffId: string) => string) | undefined,
): z.input<ReturnType<typeof slotShape>> {
  const start = describe(utc(slot.start));
  const staff = nameOf ? slot.staffIds().map(nameOf) : [];
  return {
    start_local: start?.local ?? '',
    weekday: start?.weekday ?? '',
    end_local: describe(utc(slot.end))?.local ?? '',
    ...(staff.length > 0 ? { staff } : {}),
  };
}
