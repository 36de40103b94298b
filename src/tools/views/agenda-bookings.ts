import type { JsonObject } from '../../lib/json.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { parseRange } from '../../lib/time/range.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { ToolContext } from '../core/context.ts';
import type { BookingShape } from '../presenters/booking.ts';
import type { BusinessFacts } from './business-facts.ts';
import { inTime } from './in-time.ts';
import type { ViewInput } from './view-input.ts';

/** The bookings of an agenda. */
interface Listed {
  shown: readonly BookingShape[];
  /** Bookings that began shortly before those. */
  earlier: readonly BookingShape[] | undefined;
}

/** Returns the whole records of the bookings that an answer shows. It may show fewer than the tool found. */
export async function listedBookings(
  { items }: JsonObject,
  input: ViewInput,
  context: ToolContext,
): Promise<Listed | undefined> {
  if (!Array.isArray(items) || !input.bookings) return undefined;
  const earlier = await inTime(earlierOf(input, context), context);
  return { shown: input.bookings.slice(0, items.length), earlier };
}

/** Returns bookings that began shortly before a list: those that it passed, or those that the platform finds. */
async function earlierOf({ earlier }: ViewInput, context: ToolContext): Promise<readonly BookingShape[]> {
  if (!earlier || earlier.passed.length > 0) return earlier?.passed ?? [];
  // A platform that does not search was read in whole.
  if (!(await context.extensions.has('list_filters', context.signal))) return [];
  return listAll({ ...earlier.input, order: 'desc' }, { ...context, view: undefined });
}

/** Returns those that reach into the window of an answer. Without an end, a booking lasts as long as its service. */
export function reachingIn(
  earlier: readonly BookingShape[],
  { services }: BusinessFacts,
  { date, zone, from }: { date: string; zone: string; from: number | undefined },
): BookingShape[] {
  const { from: midnight = '' } = parseRange({ from: date }, zone, 0);
  const first = from ?? Date.parse(midnight);
  return earlier.filter(({ start_time: start, end_time: end, service_id: id }) => {
    const { duration_minutes: minutes = 0 } = services.find((service) => service.id === id) ?? {};
    return (epochMs(end) ?? (epochMs(start) ?? 0) + minutes * MINUTE_MS) > first;
  });
}

/** Returns the bookings of the current day; undefined if the caller is not offered the tool that lists them. */
export async function bookingsOfToday(zone: string, now: number, context: ToolContext): Promise<Listed | undefined> {
  if (!context.offered.includes('list_bookings')) return undefined;
  const view: ViewInput = {};
  const shown = await listAll({ ...parseRange({ from: 'today', to: 'today' }, zone, now) }, { ...context, view });
  return { shown, earlier: await inTime(earlierOf(view, context), context) };
}

/** More bookings than one page of a list has. */
const MAX_LISTED = 100;

async function listAll(input: JsonObject, context: ToolContext): Promise<BookingShape[]> {
  const { readBookingList } = await import('../bookings/list-bookings.ts');
  // No answer for a model: it needs neither a budget nor progress.
  const settings = { ...context.settings, maxTokens: Number.POSITIVE_INFINITY };
  const reading = { ...context, settings, progress: () => {} };
  return (await readBookingList({ ...input, detail: 'full', per_page: MAX_LISTED }, reading)).bookings;
}
