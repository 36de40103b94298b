import { expect, it } from 'vitest';
import { bookingCalendar } from '../../src/tools/index.ts';
import { readCalendar } from '../platform/feeds/calendar.ts';

const NOW = Date.UTC(2199, 0, 1);

it('a booking becomes a calendar file with one event, and a later file of it has a higher SEQUENCE', async () => {
  const booking = {
    id: 'bk_1',
    service_name: 'Cleaning',
    staff_name: 'Dr. Dana Lee',
    status: 'confirmed',
    start_time: '2199-01-08T10:00:00Z',
    end_time: '2199-01-08T10:45:00Z',
    contact_name: 'Nora Brown',
    contact_phone: '+13035550150',
    notes: 'Side entrance',
    updated_at: '2026-01-02T10:00:00Z',
  };
  const read = async (shown: typeof booking) => readCalendar((await bookingCalendar(shown, NOW)) ?? '').events[0];
  const first = await read(booking);
  expect(first).toMatchObject({
    uid: 'bk_1@rcpt-mcp',
    summary: 'Cleaning: Nora Brown (Dr. Dana Lee)',
    description: 'Customer: Nora Brown\nPhone: +13035550150\nWith: Dr. Dana Lee\n\nNotes:\nSide entrance',
    start: '2199-01-08T10:00:00Z',
    end: '2199-01-08T10:45:00Z',
    modified: '2026-01-02T10:00:00Z',
  });
  const cancelled = await read({ ...booking, status: 'cancelled', updated_at: '2026-01-02T10:00:01Z' });
  expect(cancelled).toMatchObject({ status: 'CANCELLED', summary: 'Cancelled: Cleaning: Nora Brown (Dr. Dana Lee)' });
  expect(cancelled?.sequence).toBe((first?.sequence ?? 0) + 1);
  // A value of the type INTEGER (RFC 5545, 3.3.8), also after 54 years.
  const later = new Date(Date.parse(booking.updated_at) + 54 * 365 * 86_400_000).toISOString();
  expect((await read({ ...booking, updated_at: later }))?.sequence).toBeLessThan(2 ** 31);
});

it('a booking of a platform that states only its start becomes an event without an end', async () => {
  const text = (await bookingCalendar({ id: 'b-1', start_time: '2199-01-08T10:00:00Z', service_id: 's' }, NOW)) ?? '';
  expect(text).toContain('\r\nDTSTART:21990108T100000Z\r\nSUMMARY:Appointment\r\n');
  expect(text).not.toContain('DTEND');
  expect(text).toContain('\r\nDTSTAMP:21990101T000000Z\r\n');
});

it('a booking without a time becomes no calendar file', async () => {
  expect(await bookingCalendar({ id: 'b-1', start_time: 'next Monday' }, NOW)).toBeUndefined();
  expect(await bookingCalendar({ id: 'b-1' }, NOW)).toBeUndefined();
});
