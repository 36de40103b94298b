import { ASSUMED_MINUTES } from '../../../../lib/assumed-minutes.ts';
import { MINUTE_MS } from '../../../../lib/time/units.ts';
import type { ToolResult } from '../../../lib/tool-result.ts';
import type { AgendaData } from '../../../lib/view-data.ts';
import type { Booking, Interval } from '../types.ts';
import { type Fields, instant, minutes, rows, text, texts } from './fields.ts';

/** Bookings of an answer that are read at most. */
const MAX_BOOKINGS = 2_000;

const OFF = new Set(['cancelled', 'canceled', 'rejected', 'declined']);
/** Of a customer who did not come. */
const MISSED = /^no[\s_-]?show$/i;
const PENDING = new Set(['pending', 'requested', 'tentative', 'unconfirmed']);

/** Bookings in order of their start, and those whose start cannot be read. */
export function readBookings(
  items: unknown,
  services: AgendaData['services'],
): { placed: Booking[]; unplaced: Booking[]; dropped: number } {
  const byId = new Map(rows(services).map((service) => [text(service.id), service]));
  const byName = new Map(rows(services).map((service) => [text(service.name), service]));
  const all = rows(items);
  const [placed, unplaced]: [Booking[], Booking[]] = [[], []];
  const seen = new Set<string>();
  for (const [index, item] of all.slice(0, MAX_BOOKINGS).entries()) {
    const service = byId.get(text(item.service_id)) ?? byName.get(text(item.service_name));
    const booking = readBooking(item, service, index);
    if (seen.has(booking.key)) continue;
    seen.add(booking.key);
    (Number.isNaN(booking.start) ? unplaced : placed).push(booking);
  }
  placed.sort((a, b) => a.start - b.start || a.end - b.end);
  return { placed, unplaced, dropped: Math.max(0, all.length - MAX_BOOKINGS) };
}

/**
 * The appointment of an answer of `get_booking`. Only a service states buffers, and only a list conflicts with private
 * calendars: they are those of the drawn appointment, conflicts if its time and person are still the same.
 * Undefined if the call failed, or if its answer had no room for all of it.
 */
export function rereadBooking(drawn: Booking, { isError, structuredContent }: ToolResult): Booking | undefined {
  const [now] = readBookings([structuredContent?.booking], []).placed;
  if (isError || !now || structuredContent?.omitted !== undefined) return undefined;
  const isUnmoved = now.start === drawn.start && now.end === drawn.end && now.staffId === drawn.staffId;
  return {
    ...now,
    privateBusy: isUnmoved && !now.isOff ? drawn.privateBusy : [],
    bufferBefore: drawn.bufferBefore,
    bufferAfter: drawn.bufferAfter,
  };
}

/** Reads an ISO 8601 interval. */
function readInterval(value: string): Interval[] {
  const [start, end] = value.split('/').map(instant);
  return start !== undefined && end !== undefined && end > start ? [{ start, end }] : [];
}

function readBooking(item: Fields, service: Fields | undefined, index: number): Booking {
  const start = instant(item.start_time) ?? instant(item.start_local) ?? Number.NaN;
  const stated = instant(item.end_time) ?? instant(item.end_local) ?? Number.NaN;
  const isEndKnown = stated > start;
  const length = minutes(service?.duration_minutes) || ASSUMED_MINUTES;
  const status = text(item.status);
  const id = text(item.id);
  const isOff = OFF.has(status?.toLowerCase() ?? '');
  return {
    key: id === undefined ? `#${index}` : `b:${id}`,
    id,
    start,
    end: isEndKnown ? stated : start + length * MINUTE_MS,
    isEndKnown,
    serviceId: text(item.service_id) ?? text(service?.id),
    service: text(item.service_name) ?? text(service?.name),
    name: text(item.contact_name),
    email: text(item.contact_email),
    phone: text(item.contact_phone),
    contactId: text(item.contact_id),
    staffId: text(item.staff_id),
    staff: text(item.staff_name),
    status,
    notes: text(item.notes),
    callReference: text(item.call_reference),
    overrides: rows(item.overrides).flatMap(({ rule, by }) => {
      const named = text(rule);
      return named ? [{ rule: named, by: text(by) ?? '' }] : [];
    }),
    updatedAt: text(item.updated_at),
    isOff,
    isMissed: MISSED.test(status ?? ''),
    isPending: PENDING.has(status?.toLowerCase() ?? ''),
    privateBusy: texts(item.private_calendar_busy).flatMap(readInterval),
    bufferBefore: isOff ? 0 : (minutes(service?.buffer_before_minutes) ?? 0),
    bufferAfter: isOff ? 0 : (minutes(service?.buffer_after_minutes) ?? 0),
  };
}
