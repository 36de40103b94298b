import { afterEach, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A caller has an appointment for a service that is switched off later. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function switchOff() {
  const services = practice().services?.map((one) => ({ ...one, ...(one.id === 'cleaning' ? { active: false } : {}) }));
  await office.send('POST', '/business/apply', { business: { services } as never });
}

const MOVE = { new_start: '2026-03-25T09:00' };
const KEPT =
  'We do not offer that at the moment, so I cannot move it. You still have Cleaning with Jin Kim on Tuesday the 24th at 9:00.';

it('an appointment for a switched-off service cannot be moved, and the caller hears why and what stays', async () => {
  office = await openVoiceOffice();
  const call = office.as(CALLER);
  const book = { service: 'Cleaning', staff: 'Jin Kim', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
  await confirmed(call, 'create_booking', book);
  // The question is asked before, and the answer comes after.
  expect((await call('update_booking', MOVE)).text).toMatch(/^I would move Cleaning /);
  await switchOff();
  expect(await call('update_booking', { ...MOVE, confirmed: true })).toEqual({ text: KEPT, isError: false });
  expect(await call('update_booking', MOVE)).toEqual({ text: KEPT, isError: false });
  expect(await office.booked()).toMatchObject([{ start_time: '2026-03-24T15:00:00Z' }]);
  expect((await confirmed(call, 'cancel_booking', {})).done).toMatch(/^It is cancelled: Cleaning /);
});
