import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A transcription writes the umlauts of a name in either way. */
let office: VoiceOffice;
beforeAll(async () => {
  office = await openVoiceOffice();
  const contact = { name: 'Jörg Mueller', phone: CALLER.phone };
  const start_time = '2026-03-24T15:00:00Z';
  await office.send('POST', '/bookings', { service_id: 'cleaning', start_time, staff_id: 'kim', contact });
});
afterAll(() => office?.close());

const ask = async (caller_name: string) =>
  (await office.as(CALLER, { callerChecks: ['name'] })('list_bookings', { caller_name })).text;

it.each(['Joerg Müller', 'jörg mueller', 'Jorg Mueller'])(
  'a caller who says %s has the name Jörg Mueller',
  async (name) => {
    expect(await ask(name)).toContain('Cleaning with Jin Kim');
  },
);

it('a caller whose name is another one does not have the name Jörg Mueller', async () => {
  expect(await ask('Jörg Mulle')).not.toContain('Cleaning');
});
