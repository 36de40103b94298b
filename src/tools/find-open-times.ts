import * as z from 'zod';
import { say } from '../lib/sentence.ts';
import { pluralize } from '../lib/text.ts';
import type { Interval } from '../lib/time/intervals.ts';
import type { LocalTime } from '../lib/time/parse.ts';
import { computeAvailability } from './availability/availability.ts';
import type { FreeSlot } from './availability/free-slots.ts';
import { loadSchedule } from './availability/schedule-snapshot.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { ToolError } from './core/errors.ts';
import * as field from './core/fields.ts';
import { sentence } from './output/sentence.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = DAY_MS / 24;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 31;
/** How far after the window the next best times are searched. */
const NEXT_BEST_DAYS = 14;
const MAX_NEXT_BEST = 3;
const DEFAULT_LIMIT = 10;

const slotShape = () =>
  z.object({
    start_time: z.string().describe('UTC'),
    start_local: z.string(),
    weekday: z.string(),
    end_local: z.string(),
    staff_ids: z.array(z.string()).optional().describe('Who is free'),
  });

const utc = (instant: number) => new Date(instant).toISOString();

/** Returns the requested window, which starts now or later and has a bounded length. */
function windowOf(
  input: { from?: string | undefined; to?: string | undefined; time_zone?: string | undefined },
  { time, clock }: ToolContext,
): Interval {
  const now = clock.now();
  const range = time.range(input, input.time_zone);
  const start = Math.max(now + 1, range.from ? Date.parse(range.from) : 0);
  const end = range.to ? Date.parse(range.to) : start + DEFAULT_DAYS * DAY_MS;
  if (end <= start) throw new ToolError('to is in the past: free times lie ahead.');
  // One more hour, because a clock change may lengthen the window.
  if (end - start > MAX_DAYS * DAY_MS + HOUR_MS)
    throw new ToolError(say`from and to may be at most ${MAX_DAYS} days apart.`);
  return { start, end };
}

function presentSlot(
  slot: FreeSlot,
  describe: (instant: string) => LocalTime | undefined,
): z.input<ReturnType<typeof slotShape>> {
  const start = describe(utc(slot.start));
  return {
    start_time: start?.utc ?? utc(slot.start),
    start_local: start?.local ?? '',
    weekday: start?.weekday ?? '',
    end_local: describe(utc(slot.end))?.local ?? '',
    ...(slot.staffIds.length > 0 ? { staff_ids: slot.staffIds } : {}),
  };
}

export const findOpenTimes = defineTool({
  name: 'find_open_times',
  title: 'Find open times',
  description:
    'Find free start times for a service, computed from bookings, hours and durations; states what it assumed.',
  toolset: 'bookings',
  effect: 'read',
  scope: 'read:bookings',
  input: () =>
    z.strictObject({
      service_id: field.serviceId(),
      from: field.window().from,
      to: field.window().to.describe(`Default 7 days on, at most ${MAX_DAYS}`),
      time_zone: field.timeZone().optional().describe('IANA zone of from and to'),
      staff_id: z.string().min(1).max(256).optional(),
      limit: z.int().min(1).max(100).optional().describe(`Default ${DEFAULT_LIMIT}`),
    }),
  output: () =>
    z.object({
      times: z.array(slotShape()),
      found: z.int().describe('Free starts in the window'),
      next_best: z.array(slotShape()).optional().describe('First free times after the window'),
      window: z.object({ from: z.string(), to: z.string() }).describe('UTC; to is exclusive'),
      time_zone: z.string(),
      service_id: z.string(),
      duration_minutes: z.number(),
      complete: z.boolean().describe('Whether all relevant records were read'),
      assumptions: z.array(sentence()),
      unread: z.array(sentence()),
    }),
  summary({ times, found, next_best, complete, duration_minutes }) {
    if (found > 0) {
      const shown = found > times.length ? ` The first ${times.length} are shown: narrow from and to for others.` : '';
      return `${pluralize(found, 'free start')} for ${duration_minutes} minutes.${shown}`;
    }
    if (!complete) return 'No time is known to be free: see unread.';
    return `Nothing is free in this window${next_best?.length ? '; next_best has the first times after it' : ', nor in the 14 days after it'}.`;
  },
  async run(input, context) {
    const { settings, signal } = context;
    const window = windowOf(input, context);
    const { formatInstant } = await import('../lib/time/parse.ts');
    const zone = settings.timeZone ?? input.time_zone ?? 'UTC';
    const describe = (instant: string) => formatInstant(instant, zone);
    const afterWindow = { start: window.end, end: window.end + NEXT_BEST_DAYS * DAY_MS };
    const query = {
      serviceId: input.service_id,
      staffId: input.staff_id,
      horizon: { start: window.start, end: afterWindow.end },
    };
    const schedule = await loadSchedule(input.service_id, context, signal);
    const available = await computeAvailability(schedule, query, settings, zone);
    const slots = available.slots(window);
    const nextBest = slots.length > 0 ? [] : available.slots(afterWindow).slice(0, MAX_NEXT_BEST);
    return {
      times: slots.slice(0, input.limit ?? DEFAULT_LIMIT).map((slot) => presentSlot(slot, describe)),
      found: slots.length,
      ...(nextBest.length > 0 ? { next_best: nextBest.map((slot) => presentSlot(slot, describe)) } : {}),
      window: { from: describe(utc(window.start))?.utc ?? '', to: describe(utc(window.end))?.utc ?? '' },
      time_zone: zone,
      service_id: input.service_id,
      duration_minutes: available.minutes,
      complete: available.unread.length === 0,
      assumptions: available.assumptions,
      unread: available.unread,
    };
  },
});
