import { formatCents } from '../../lib/currency.ts';
import { offsetAt } from '../../lib/time/offset.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { weekdayName } from '../../lib/time/weekdays.ts';
import type { BookingList, PricedBooking } from '../../platform/index.ts';
import { csvHeader, csvLine } from '../exports/csv.ts';

interface ListFormat {
  /** IANA zone of days and times. */
  zone: string;
  /** False: nothing says who the customer is. */
  withNames: boolean;
}

/** Yields a list of bookings as CSV (RFC 4180), in pieces. */
export async function* bookingsCsv(
  { bookings, currency }: BookingList,
  { bom, ...format }: ListFormat & { bom: boolean },
): AsyncGenerator<string> {
  const customer = format.withNames ? ['customer', 'contact_id', 'phone', 'email'] : [];
  yield csvHeader(
    [
      ...['date', 'weekday', 'start', 'end', 'minutes', 'service', 'staff', ...customer],
      ...['status', 'price', 'currency', 'booking_id', 'booked_at', 'cancelled_at'],
    ],
    { bom },
  );
  for await (const booking of bookings) {
    const { date, weekday, start, end, minutes, booked_at, cancelled_at } = timesOf(booking, format.zone);
    const { price } = booking;
    yield csvLine([
      ...[date, weekday, start, end, minutes, booking.service_name, booking.staff_name],
      ...(format.withNames ? Object.values(customerOf(booking)) : []),
      ...[booking.status, price && formatCents(price.cents, currency), price && currency],
      ...[booking.id, booked_at, cancelled_at],
    ]);
  }
}

/** Yields a list of bookings as objects for programs. */
export async function* bookingRecords({ bookings }: BookingList, { zone, withNames }: ListFormat) {
  for await (const booking of bookings) {
    const { id, service_id, service_name, staff_id, staff_name, status, price } = booking;
    const { booked_at, cancelled_at, ...times } = timesOf(booking, zone);
    yield {
      booking_id: id,
      ...times,
      start_time: new Date(booking.start_time).toISOString(),
      service: service_name,
      service_id,
      staff: staff_name,
      staff_id,
      ...(withNames ? customerOf(booking) : {}),
      status,
      price_cents: price?.cents ?? null,
      currency: price?.currency ?? null,
      booked_at,
      cancelled_at,
    };
  }
}

/** The customer of a booking, in the order of the columns. */
const customerOf = ({ contact_name, contact_id, contact_phone, contact_email }: PricedBooking) => ({
  customer: contact_name,
  contact_id,
  phone: contact_phone,
  email: contact_email,
});

/** The times of a booking in a zone. The length tells what clock times do not: an end on the next day, a clock change. */
function timesOf({ start_time, end_time, created_at, cancelled_at }: PricedBooking, zone: string) {
  const start = localClock(start_time, zone);
  const dayAndTime = (instant: number) => {
    const { date, time } = localClock(instant, zone);
    return `${date} ${time}`;
  };
  return {
    date: start.date,
    weekday: start.weekday,
    start: start.time,
    end: localClock(end_time, zone).time,
    minutes: Math.round((end_time - start_time) / MINUTE_MS),
    booked_at: dayAndTime(created_at),
    cancelled_at: cancelled_at === null ? null : dayAndTime(cancelled_at),
  };
}

function localClock(instant: number, zone: string) {
  const local = new Date(instant + offsetAt(instant, zone));
  const text = local.toISOString();
  return { date: text.slice(0, -14), time: text.slice(-13, -8), weekday: weekdayName(local.getUTCDay() || 7) };
}
