import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A customer calls from a number that is a further field of their contact, as a merge leaves it. */
let office: VoiceOffice;
beforeAll(async () => {
  office = await openVoiceOffice();
});
afterAll(() => office?.close());

it('a caller from another number of a contact books for that contact, and hears the appointment there', async () => {
  const body = { name: 'Nora Quist', phone: '+13035550151', other_phone: '+13035550152' };
  const { id } = await office.send('POST', '/contacts', body);
  const call = office.as({ phone: '+13035550152', callId: 'other-number' });
  const start = '2026-03-24T09:00';
  await confirmed(call, 'create_booking', { service: 'exam', start, caller_name: 'Nora Quist' });
  expect(await office.booked()).toMatchObject([{ contact_id: id, contact: { phone: '+13035550152' } }]);
  expect((await call('list_bookings')).text).toContain('New patient exam');
});
