import { zonedDay } from '../../../lib/time/zoned-day.ts';
import { isZone } from '../../lib/time.ts';
import { type ToolResult, VIEW_DATA } from '../../lib/tool-result.ts';
import type { AgendaData, ViewData } from '../../lib/view-data.ts';
import { type Fields, instant, isFields, rows, text } from './reading/fields.ts';
import { readBookings } from './reading/read-bookings.ts';
import { readDates, readOpenDays, readPeople } from './reading/read-days.ts';
import { readFree } from './reading/read-free.ts';
import { askedOf, restOf } from './reading/rest.ts';
import type { Agenda, Booking } from './types.ts';

/**
 * Makes the agenda of an answer of `list_bookings`, `find_open_times` or `get_account_context`, from its view data or, on
 * hosts that drop it, from the answer alone.
 * @param now the time of the browser, for answers that do not state theirs.
 * @param input the arguments of the call.
 */
export function agendaOf(result: ToolResult, now: number, input: Fields = {}): Agenda {
  const { structuredContent: answer = {} } = result;
  const { view, data, items } = partsOf(result);
  const stated = text(view.time_zone) ?? text(answer.time_zone);
  const zone = isZone(stated) ? stated : 'UTC';
  const takenAt = instant(view.now) ?? instant(answer.now_utc) ?? localNow(answer.now_local);
  const { placed, unplaced, dropped } = readBookings(items, data.services ?? []);
  const free = readFree(answer, zone, data.free);
  const records = free?.slots.length ? free.slots : placed;
  const dates = readDates(data, answer, { zone, now: takenAt ?? now, records });
  const [first, last] = [zonedDay(dates[0] as string, zone), zonedDay(dates.at(-1) as string, zone)];
  const isDrawn = ({ start, end }: Booking) => start < last.end && end > first.start;
  const bookings = placed.filter(isDrawn);
  const people = readPeople(data, { zone, bookings, slots: free?.slots ?? [] });
  const staffId = text(data.staff_id);
  return {
    tool: text(view.tool) ?? (free ? 'find_open_times' : Array.isArray(answer.items) ? 'list_bookings' : ''),
    zone,
    takenAt,
    business: text(view.business_name) ?? text(answer.business_name),
    dates,
    days: readOpenDays(data, answer, zone),
    isHoursAssumed: data.hours_assumed === true,
    people,
    person: people.find(({ id }) => id !== undefined && id === staffId),
    bookings: Array.isArray(items) ? bookings : undefined,
    unplaced,
    isBusyUnknown: data.conflicts_unknown === true,
    hasNoShows: data.no_shows === true,
    elsewhere: placed.length - bookings.length + dropped,
    free,
    rest: restOf(answer, input),
    asked: askedOf(answer, {
      start: free ? Math.max(first.start, takenAt ?? now) : first.start,
      end: last.end,
    }),
    openingHours: rows(data.days).length > 0 ? undefined : text(answer.opening_hours),
  };
}

/** The view data of an answer, its agenda, and its bookings, with all fields if the view data has them. */
function partsOf({ structuredContent: answer = {}, _meta }: ToolResult) {
  const view: Partial<ViewData> = isFields(_meta?.[VIEW_DATA]) ? _meta[VIEW_DATA] : {};
  const data: Partial<AgendaData> = isFields(view.agenda) ? view.agenda : {};
  return { view, data, items: Array.isArray(data.bookings) ? data.bookings : answer.items };
}

/** `Saturday 2026-11-21T09:35-05:00`, as answers state the current time. */
const localNow = (value: unknown): number | undefined => instant(text(value)?.split(' ').at(-1));
