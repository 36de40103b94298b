import { expect, it } from 'vitest';
import { agendaOf } from '../../../src/web/components/agenda/model.ts';
import type { Booking } from '../../../src/web/components/agenda/types.ts';
import { bookingFile } from '../../../src/web/lib/booking-file.ts';

const NOW = Date.UTC(2199, 0, 1);
const ITEM = {
  id: 'bk_1',
  service_name: 'Cleaning',
  staff_name: 'Dr. Dana Lee',
  status: 'confirmed',
  start_local: '2199-01-08T10:00:00-05:00',
  end_local: '2199-01-08T10:45:00-05:00',
  contact_name: 'Nora Brown\r\nEND:VEVENT',
};
const bookingOf = (item: object): Booking => {
  const [booking] =
    agendaOf({ structuredContent: { items: [item], time_zone: 'America/New_York' } }, NOW).bookings ?? [];
  if (!booking) throw new Error('no booking');
  return booking;
};

it('an appointment becomes a calendar file in UTC, in which a name cannot end its event', () => {
  const lines = bookingFile(bookingOf(ITEM), NOW)?.split('\r\n') ?? [];
  expect(lines).toContain('UID:bk_1@rcpt-mcp');
  expect(lines).toContain('DTSTART:21990108T150000Z');
  expect(lines).toContain('DTEND:21990108T154500Z');
  expect(lines.filter((line) => line.startsWith('END:'))).toEqual(['END:VEVENT', 'END:VCALENDAR']);
});

it('the file of a cancelled appointment says so', () => {
  const text = bookingFile(bookingOf({ ...ITEM, status: 'cancelled' }), NOW);
  expect(text).toContain('STATUS:CANCELLED');
  expect(text).toContain('SUMMARY:Cancelled: Cleaning');
});
