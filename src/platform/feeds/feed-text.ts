import { type BookingFacts, bookingEvent } from '../../contract/index.ts';
import { mapInSlices } from '../../lib/concurrency/slices.ts';
import { calendarText, eventText } from '../../lib/icalendar/calendar.ts';
import type { NamedBooking } from '../store/bookings/bookings.ts';
import type { Db } from '../store/schema/schema.ts';
import { listFeedBookings, type ReadableFeed } from '../store/staff/calendar-feeds.ts';
import { CANCELLED_KEPT_MS, feedWindow } from './window.ts';

/** Bookings in one feed. Further ones, which are the last by their start, are omitted. */
export const MAX_FEED_BOOKINGS = 10_000;
const REFRESH_INTERVAL = 'PT1H';

/**
 * Returns a feed as an iCalendar stream. It has no time of its own, so that it stays the same, and with it its entity tag, until a
 * booking is changed, enters the window or leaves it.
 */
export async function feedText(db: Db, feed: ReadableFeed, now: number): Promise<string> {
  const rows = await listFeedBookings(db, {
    teamId: feed.team_id,
    staffId: feed.staff_id,
    ...feedWindow(now, feed.time_zone),
    cancelledSince: now - CANCELLED_KEPT_MS,
    limit: MAX_FEED_BOOKINGS + 1,
  });
  const shown = { isMasked: feed.masked === 1, showsStaff: feed.staff_id === null };
  const events = await mapInSlices(rows.slice(0, MAX_FEED_BOOKINGS), (row) =>
    eventText(bookingEvent(factsOf(row), shown)),
  );
  const head = {
    name: feed.staff_name === null ? feed.team_name : `${feed.staff_name} (${feed.team_name})`,
    description: rows.length > MAX_FEED_BOOKINGS ? `Only the first ${MAX_FEED_BOOKINGS} bookings` : undefined,
    timeZone: feed.time_zone,
    refreshInterval: REFRESH_INTERVAL,
  };
  return calendarText(head, events);
}

function factsOf(row: NamedBooking): BookingFacts {
  return {
    id: row.id,
    serviceName: row.service_name,
    staffName: row.staff_name,
    contactName: row.contact_name,
    contactPhone: row.contact_phone ?? undefined,
    contactEmail: row.contact_email ?? undefined,
    notes: row.notes,
    isCancelled: row.status === 'cancelled',
    start: row.start_time,
    end: row.end_time,
    createdAt: row.created_at,
    modifiedAt: row.updated_at,
    sequence: row.sequence,
  };
}
