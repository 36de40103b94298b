import type { JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { localDays } from '../../lib/time/local-days.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { ToolContext } from '../core/context.ts';
import type { BookingShape } from '../presenters/booking.ts';
import { allByName } from '../search/by-name.ts';
import { bookingsOfToday, listedBookings, reachingIn } from './agenda-bookings.ts';
import { NO_FACTS, type PersonFacts, readBusinessFacts, withHours } from './business-facts.ts';
import { openDays, workingDays } from './calendar.ts';
import { inTime } from './in-time.ts';
import type { AgendaData } from './view-data.ts';
import type { ViewInput } from './view-input.ts';

const MAX_DAYS = 31;

/** What the agenda of an answer is made of. */
interface AgendaRequest {
  tool: string;
  /** The answer. */
  data: JsonObject;
  input: ViewInput;
  /** IANA zone of the answer. */
  zone: string;
  /** The time of the answer, in milliseconds since the epoch. */
  now: number;
}

/** Returns the agenda of an answer and the name of the business. Without the business, its hours are those of the settings. */
export async function agendaOf(
  { tool, data, input, zone, now }: AgendaRequest,
  context: ToolContext,
): Promise<{ business_name?: string; agenda: AgendaData }> {
  const isToday = tool === 'get_account_context';
  const [stated, listed, hasNoShows, hasConflicts] = await Promise.all([
    inTime(readBusinessFacts(context), context),
    isToday ? inTime(bookingsOfToday(zone, now, context), context) : listedBookings(data, input, context),
    inTime(context.extensions.has('no_shows', context.signal), context),
    inTime(context.extensions.has('calendar_conflicts', context.signal), context),
  ]);
  const { shown: bookings, earlier = [] } = listed ?? {};
  const facts = withHours(stated ?? NO_FACTS, context.settings);
  const staff = input.staff === undefined ? facts.staff : staffNamed(input.staff, facts.staff);
  const dates = isToday ? daysFrom(now, undefined, zone) : datesOf(data, bookings ?? [], zone, now);
  const [from = '', to = from] = [dates[0], dates.at(-1)];
  const begun = bookings ? reachingIn(earlier, facts, { date: from, zone, from: startOf(data) }) : [];
  // The tool has marked those of a list.
  const unmarked = isToday ? [...begun, ...(bookings ?? [])] : begun;
  const marked = hasConflicts ? await withConflicts(unmarked, context) : { bookings: unmarked, isUnknown: false };
  const isUnknown = marked.isUnknown || input.isBusyUnknown === true;
  return {
    ...(facts.name === undefined ? {} : { business_name: facts.name }),
    agenda: {
      from,
      to,
      days: openDays({ dates, zone }, facts),
      ...(facts.hours_assumed ? { hours_assumed: true } : {}),
      staff: await workingDays({ dates, zone }, { ...facts, staff }),
      ...(input.staff !== undefined && staff[0] ? { staff_id: staff[0].id } : {}),
      services: [...facts.services],
      ...(bookings ? { bookings: [...marked.bookings, ...(isToday ? [] : bookings)] } : {}),
      ...(isUnknown ? { conflicts_unknown: true } : {}),
      ...(hasNoShows ? { no_shows: true } : {}),
      ...(input.free ? { free: input.free } : {}),
    },
  };
}

/** Adds to bookings when private calendars of staff are busy during them, as far as it can be read in time. */
async function withConflicts(bookings: readonly BookingShape[], context: ToolContext) {
  const { readPrivateBusy, withPrivateBusy } = await import('../bookings/private-busy.ts');
  const busy = await inTime(readPrivateBusy(bookings, context), context);
  return busy
    ? { bookings: withPrivateBusy(bookings, busy), isUnknown: busy.isUnknown }
    : { bookings: [...bookings], isUnknown: true };
}

/** Where the window of an answer begins, in milliseconds since the epoch: it may be within its first day. */
const startOf = ({ window }: JsonObject) => (isObject(window) ? epochMs(window.from as string | undefined) : undefined);

/** Returns the dates of an answer: those of its window; at an end that it leaves open, those of its bookings. */
function datesOf({ window }: JsonObject, bookings: readonly BookingShape[], zone: string, now: number): string[] {
  const stated = isObject(window) ? window : {};
  const starts = bookings.flatMap(({ start_time: start }) => epochMs(start) ?? []);
  const start = epochMs(stated.from as string | undefined) ?? (starts.length > 0 ? Math.min(...starts) : undefined);
  // The end of a window is exclusive.
  const end = epochMs(stated.to as string | undefined) ?? (starts.length > 0 ? Math.max(...starts) + 1 : undefined);
  return daysFrom(start ?? (end === undefined ? now : end - 1), end, zone);
}

/** Returns the dates from an instant to another one, which is exclusive; at least one, at most as many as are drawn. */
function daysFrom(start: number, end: number | undefined, zone: string): string[] {
  const last = Math.min(Math.max(end ?? 0, start + 1), start + MAX_DAYS * DAY_MS);
  return localDays({ start, end: last }, zone)
    .slice(0, MAX_DAYS)
    .map(({ date }) => date);
}

/** The person of an id or name, as the tool reads it; empty if the platform does not list that person any more. */
function staffNamed(text: string, staff: readonly PersonFacts[]): readonly PersonFacts[] {
  const found = allByName(text, staff, 'staff');
  return found.length === 1 ? found : [];
}
