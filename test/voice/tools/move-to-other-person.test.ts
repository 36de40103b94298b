import { afterEach, expect, it } from 'vitest';
import { CALLER, confirmed, OTHER_CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A caller moves an appointment to a time at which its person cannot take it. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(language = 'en-GB') {
  office = await openVoiceOffice({ language });
  const call = office.as(CALLER);
  const book = { service: 'Cleaning', staff: 'Jin Kim', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
  await confirmed(call, 'create_booking', book);
  return call;
}

const take = (staff: string) =>
  confirmed(office.as(OTHER_CALLER), 'create_booking', {
    service: 'Cleaning',
    staff,
    start: '2026-03-25T10:00',
    caller_name: 'Ben Burns',
  });

const MOVE = { new_start: '2026-03-25T10:00' };

it('the question about a move names the other person who would take the appointment', async () => {
  const call = await open();
  await take('Jin Kim');
  const { asked, done } = await confirmed(call, 'update_booking', MOVE);
  expect(asked).toBe(
    'I would move Cleaning with Jin Kim on Tuesday the 24th at 9:00 to a new time, on Wednesday the 25th at 10:00, with Sam Ortiz. Is that right?',
  );
  expect(done).toBe('It is moved. You now have Cleaning with Sam Ortiz on Wednesday the 25th at 10:00.');
});

it('an appointment whose person is inactive by now moves to the person whom the question names', async () => {
  const call = await open('de-DE');
  await office.send('POST', '/business/apply', { business: { staff: [{ id: 'kim', active: false }] } as never });
  const { asked, done } = await confirmed(call, 'update_booking', MOVE);
  expect(asked).toContain('um 10:00 Uhr bei Sam Ortiz. Stimmt das so?');
  expect(done).toContain('Sie haben jetzt Cleaning bei Sam Ortiz ');
});

it('a person who was free at the question and is taken at the yes is exchanged only after another question', async () => {
  const call = await open();
  expect((await call('update_booking', MOVE)).text).toMatch(/at 10:00\. Is that right\?$/);
  await take('Jin Kim');
  const yes = { ...MOVE, confirmed: true };
  expect((await call('update_booking', yes)).text).toMatch(/at 10:00, with Sam Ortiz\. Is that right\?$/);
  expect((await call('update_booking', yes)).text).toMatch(/^It is moved\. .* with Sam Ortiz /);
});
