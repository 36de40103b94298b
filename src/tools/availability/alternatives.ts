import type { ToolContext } from '../core/context.ts';
import type { Suggestion } from '../core/errors.ts';
import { ASSUMED_OPENING_HOURS } from '../core/settings.ts';
import { computeAvailability } from './availability.ts';
import type { FreeSlot } from './free-slots.ts';
import { loadSchedule } from './schedule-snapshot.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How far before and after the requested time alternatives are searched. */
const SEARCH_BEFORE_MS = 7 * DAY_MS;
const SEARCH_AFTER_MS = 14 * DAY_MS;
const MAX_ALTERNATIVES = 3;

/** The booking that the platform refused. */
export interface RefusedSlot {
  serviceId: string;
  /** The requested start, ISO 8601. */
  start: string;
  /** The booking that was to be moved. */
  excludedBookingId?: string;
}

/**
 * Returns the free times nearest to a refused one, those of the same day first. Returns undefined if the time is free by
 * the schedule that was read: the refusal has another reason then.
 */
export async function findAlternatives(refused: RefusedSlot, context: ToolContext): Promise<Suggestion | undefined> {
  const { settings, time, clock, signal } = context;
  const requested = Date.parse(refused.start);
  const horizon = { start: Math.max(clock.now() + 1, requested - SEARCH_BEFORE_MS), end: requested + SEARCH_AFTER_MS };
  const available = await computeAvailability(
    await loadSchedule(refused.serviceId, context, signal),
    { ...refused, horizon },
    settings,
    time.zone,
  );
  if (!(await available.isTaken(requested))) return undefined;

  const localTime = (instant: number) => time.describe(new Date(instant).toISOString());
  const day = localTime(requested)?.local.slice(0, 10);
  const distance = ({ start }: FreeSlot) =>
    Math.abs(start - requested) + (localTime(start)?.local.slice(0, 10) === day ? 0 : SEARCH_AFTER_MS);
  const nearest = (await available.slots(horizon))
    .map((slot) => ({ slot, distance: distance(slot) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_ALTERNATIVES)
    .flatMap(({ slot }) => localTime(slot.start) ?? []);
  if (nearest.length === 0) return undefined;
  const times = nearest.map(({ weekday, local }) => `${weekday} ${local.slice(0, 10)} ${local.slice(11, 16)}`);
  const assumed = settings.openingHours ? '' : `; opening hours assumed: ${ASSUMED_OPENING_HOURS}`;
  return {
    sentence: `Free instead: ${times.join(', ')} (${time.zone}${assumed}).`,
    alternatives: nearest.map(({ utc, local }) => ({ start_time: utc, start_local: local })),
  };
}
