import type { ToolContext } from '../core/context.ts';
import type { Suggestion } from '../core/errors.ts';
import { ASSUMED_OPENING_HOURS } from '../core/settings.ts';
import { availabilityOf } from './availability.ts';
import type { FreeSlot } from './free-slots.ts';
import { loadSchedule } from './schedule-snapshot.ts';

const DAY = 24 * 60 * 60_000;
/** How far around the wanted time others are looked for. */
const BEFORE = 7 * DAY;
const AFTER = 14 * DAY;
const OFFERED = 3;

/** The booking that was refused. */
export interface RefusedSlot {
  serviceId: string;
  /** The wanted start, ISO 8601. */
  start: string;
  /** The booking that was to be moved. */
  except?: string;
}

/**
 * The free times nearest to one that was refused, those of its day first. Undefined where our own computation does not
 * say that it is taken: the refusal has another reason then.
 */
export async function alternativesTo(refused: RefusedSlot, context: ToolContext): Promise<Suggestion | undefined> {
  const { settings, time, clock, signal } = context;
  const wanted = Date.parse(refused.start);
  const window = { start: Math.max(clock.now() + 1, wanted - BEFORE), end: wanted + AFTER };
  const wish = { ...refused, horizon: window };
  const available = await availabilityOf(
    await loadSchedule(refused.serviceId, context, signal),
    wish,
    settings,
    time.zone,
  );
  if (!available.isTaken(wanted)) return undefined;

  const moment = (instant: number) => time.describe(new Date(instant).toISOString());
  const day = moment(wanted)?.local.slice(0, 10);
  const distance = ({ start }: FreeSlot) =>
    Math.abs(start - wanted) + (moment(start)?.local.slice(0, 10) === day ? 0 : AFTER);
  const nearest = available
    .slots(window)
    .map((slot) => ({ slot, distance: distance(slot) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, OFFERED)
    .flatMap(({ slot }) => moment(slot.start) ?? []);
  if (nearest.length === 0) return undefined;
  const times = nearest.map(({ weekday, local }) => `${weekday} ${local.slice(0, 10)} ${local.slice(11, 16)}`);
  const assumed = settings.openingHours ? '' : `; opening hours assumed: ${ASSUMED_OPENING_HOURS}`;
  return {
    sentence: `Free instead: ${times.join(', ')} (${time.zone}${assumed}).`,
    alternatives: nearest.map(({ utc, local }) => ({ start_time: utc, start_local: local })),
  };
}
