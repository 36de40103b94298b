import * as z from 'zod';
import { ApiError } from '../../api/index.ts';
import { say, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time/units.ts';
import { readBusiness } from '../availability/shown-hours.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool } from '../core/define.ts';
import { ToolError } from '../core/errors.ts';
import * as field from '../core/fields.ts';
import { nowLocal, nowSentence } from '../core/now.ts';
import { openTimesOutput } from './open-times-output.ts';

const MAX_DAYS = 31;
/** How far after the window the next best times are searched. */
const NEXT_BEST_DAYS = 14;

/** Returns the requested window, which starts now or later and has a bounded length. */
async function windowOf(
  input: { from?: string | undefined; to?: string | undefined },
  zone: string | undefined,
  context: ToolContext,
): Promise<Interval> {
  const { time, clock } = context;
  const now = clock.now();
  const range = await time.range(input, zone, { isAhead: true, zoneArgument: 'time_zone' });
  const start = Math.max(now + 1, range.from ? Date.parse(range.from) : 0);
  const end = range.to
    ? Date.parse(range.to)
    : (await import('../availability/default-end.ts')).defaultEnd(start, input.from, zone ?? time.zone, now);
  // A model that gives a time of the past often does not know the date.
  if (end <= start)
    throw new ToolError(say`to is in the past: free times lie ahead. ${trusted(nowSentence(nowLocal(context)))}`);
  // One more hour, because a clock change may lengthen the window.
  if (end - start > MAX_DAYS * DAY_MS + HOUR_MS)
    throw new ToolError(say`from and to may be at most ${MAX_DAYS} days apart.`);
  return { start, end };
}

export const findOpenTimes = defineTool({
  name: 'find_open_times',
  title: 'Find open times',
  description:
    "Find free start times for a service, by the platform's rules or computed from bookings. States its assumptions.",
  toolset: 'bookings',
  effect: 'read',
  scope: 'read:bookings',
  view: 'agenda',
  input: () =>
    z.strictObject({
      service_id: z.string().min(1).max(256).describe('Service id or name'),
      from: field.window().from,
      to: field.window().to.describe(`Default: 7 days later; at most ${MAX_DAYS}`),
      time_zone: field.timeZone().optional().describe('IANA zone of from and to'),
      staff_id: field.staffId().optional(),
      exclude_booking_id: field
        .bookingId()
        .optional()
        .describe('Booking to move: its own time is free, its length stays'),
      use_service_duration: z.boolean().optional(),
      limit: z.int().min(1).max(100).optional().describe('Number of first times; default: all, as ranges'),
    }),
  output: () => openTimesOutput(),
  summary: (output) => `${summaryOf(output)} ${nowSentence(output.now_local)}`,
  async run(input, context) {
    const { api, extensions, settings, signal } = context;
    const zone = input.time_zone ?? (settings.isTimeZoneConfigured ? settings.timeZone : undefined);
    // Input is parsed before the first request, unless the platform has to state the zone.
    const early = zone === undefined ? undefined : await windowOf(input, zone, context);
    // A booking that does not exist would be ignored, and its time would not be free.
    if (input.exclude_booking_id !== undefined)
      await api.getBooking({ id: input.exclude_booking_id, signal }).catch(namingExcluded(input.exclude_booking_id));
    // A new booking has the present length anyway.
    const usesServiceDuration = input.exclude_booking_id !== undefined && input.use_service_duration === true;
    if (usesServiceDuration) await (await import('./service-duration.ts')).durationOf(context);
    const isOffered = await extensions.has('availability', signal);
    const business = isOffered ? await readBusiness(context) : undefined;
    const window = early ?? (await windowOf(input, business?.fields.time_zone ?? undefined, context));
    const query = {
      service: input.service_id,
      staff: input.staff_id,
      excludedBookingId: input.exclude_booking_id,
      usesServiceDuration,
      timeZone: input.time_zone,
      window,
      horizon: { start: window.start, end: window.end + NEXT_BEST_DAYS * DAY_MS },
    };
    const { computedTimes, offeredTimes } = await import('../availability/open-times.ts');
    const times = await (isOffered ? offeredTimes(query, business, context) : computedTimes(query, context));
    const { presentOpenTimes } = await import('./open-times-answer.ts');
    return presentOpenTimes(query, times, input.limit, context);
  },
});

/** Names the argument of a booking that does not exist: a call that fails names a service, too. */
const namingExcluded = (id: string) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.details.kind !== 'not_found') throw error;
  throw new ToolError(say`exclude_booking_id: there is no booking ${id}. Find it with list_bookings.`);
};

/** Returns how many times are free, or why none is. */
function summaryOf(output: z.output<ReturnType<typeof openTimesOutput>>): string {
  const { times, found, next_best, other_staff, reasons = [], complete, duration_minutes, continue_from } = output;
  if (found > 0) {
    const counted = [`${pluralize(found, 'free start')} for ${duration_minutes} minutes.`, ...reasons].join(' ');
    if (continue_from) return `${counted} Shown until ${continue_from}: repeat with it as from for the rest.`;
    const isCut = times !== undefined && found > times.length;
    if (!isCut) return counted;
    const first = times.length === 1 ? 'The first is' : `The first ${times.length} are`;
    return `${counted} ${first} shown: leave limit out for all.`;
  }
  const next = next_best?.length ? '; next_best has the first times after it' : ', nor in the 14 days after it';
  return [
    complete ? `Nothing is free in this window${next}.` : 'No time is known to be free: see unread.',
    ...reasons,
    ...(other_staff ? ['other_staff has times of others in this window.'] : []),
  ].join(' ');
}
