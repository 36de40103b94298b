import { afterEach, expect, it } from 'vitest';
import {
  CALLER,
  confirmed,
  OTHER_CALLER,
  openVoiceOffice,
  type VoiceOffice,
  type VoiceOptions,
} from './support/office.ts';

/** A caller wants another person for an appointment, with or without another time. */
let office: VoiceOffice;
afterEach(() => office?.close());

const OWN = { service: 'Cleaning', staff: 'Jin Kim', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
const HAVE = 'Cleaning with Jin Kim on Tuesday the 24th at 9:00';

async function open(options: VoiceOptions = {}) {
  office = await openVoiceOffice(options);
  const call = office.as(CALLER);
  await confirmed(call, 'create_booking', OWN);
  return call;
}

const take = (staff: string, start: string) =>
  confirmed(office.as(OTHER_CALLER), 'create_booking', { service: 'Cleaning', staff, start, caller_name: 'Ben Burns' });

it('an appointment moves to another person at the same time, after a question that names the person', async () => {
  const call = await open();
  expect(await confirmed(call, 'update_booking', { new_staff: 'Sam' })).toEqual({
    asked: `I would change ${HAVE}: it would be with Sam Ortiz, at the same time. Is that right?`,
    done: 'It is changed. You now have Cleaning with Sam Ortiz on Tuesday the 24th at 9:00.',
  });
  expect(await office.booked()).toMatchObject([{ staff_id: 'ortiz', start_time: '2026-03-24T15:00:00Z' }]);
});

it('an appointment moves to another person and another time, after a question that names both', async () => {
  const call = await open({ language: 'de-DE' });
  const move = { new_staff: 'Herr Ortiz', new_start: '2026-03-25T10:00' };
  expect(await confirmed(call, 'update_booking', move)).toEqual({
    asked:
      'Ich würde verschieben: Cleaning bei Jin Kim am Dienstag, den 24. um 9:00 Uhr. Der neue Termin wäre am Mittwoch, den 25. um 10:00 Uhr bei Sam Ortiz. Stimmt das so?',
    done: 'Es ist verschoben. Sie haben jetzt Cleaning bei Sam Ortiz am Mittwoch, den 25. um 10:00 Uhr.',
  });
  expect(await office.booked()).toMatchObject([{ staff_id: 'ortiz', start_time: '2026-03-25T16:00:00Z' }]);
});

it('a person who is taken is refused with the nearest times of this person', async () => {
  const call = await open();
  await take('Sam Ortiz', OWN.start);
  const { text } = await call('update_booking', { new_staff: 'Sam Ortiz' });
  expect(text).toMatch(/^That time is not possible\. It would be possible on Tuesday the 24th at 8:00/);
  expect((await call('update_booking', { new_staff: 'Sam Ortiz', confirmed: true })).text).toBe(text);
  expect(await office.booked()).toContainEqual(expect.objectContaining({ staff_id: 'kim' }));
});

it('a person who is taken after the question is refused at the yes, and the appointment stays', async () => {
  const call = await open();
  const change = { new_staff: 'Sam Ortiz' };
  expect((await call('update_booking', change)).text).toMatch(/Is that right\?$/);
  await take('Sam Ortiz', OWN.start);
  expect((await call('update_booking', { ...change, confirmed: true })).text).toMatch(/^That time is not possible\./);
  expect((await call('list_bookings')).text).toBe(`You have ${HAVE}.`);
});

it('a person who does not perform the service is refused with the people who do', async () => {
  const call = await open();
  expect((await call('update_booking', { new_staff: 'Doctor Lee' })).text).toBe(
    'Dr. Dana Lee does not do that. You can choose Jin Kim or Sam Ortiz.',
  );
});

it('an unknown person is refused with the people who perform the service', async () => {
  const call = await open();
  for (const more of [{}, { new_start: '2026-03-25T10:00' }])
    expect((await call('update_booking', { new_staff: 'Beat', ...more })).text).toBe(
      'I do not know that person. You can choose Jin Kim or Sam Ortiz.',
    );
});

it('the own person is no change, and with another time the only one whose time counts', async () => {
  const call = await open();
  expect((await call('update_booking', { new_staff: 'Jin Kim' })).text).toBe(`You already have ${HAVE}.`);
  await take('Jin Kim', '2026-03-25T10:00');
  const { text } = await call('update_booking', { new_staff: 'Jin', new_start: '2026-03-25T10:00' });
  expect(text).toMatch(/^That time is not possible\./);
});

it('an appointment is with no person who is named as its own and is not, and the agent reads how to ask for another one', async () => {
  const call = await open();
  for (const staff of ['Sam Ortiz', 'Beat', 'Doctor Lee']) {
    const refused = await call('update_booking', { staff, new_start: '2026-03-25T10:00' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toBe(`I do not find that one. You have ${HAVE}.`);
    expect(refused.forAgent).toContain('staff is not the person of that appointment.');
    expect(refused.forAgent).toContain('new_staff: Person who is to take it');
    expect((await call('cancel_booking', { staff })).text).toBe(refused.text);
  }
  for (const staff of ['Kim', 'anyone'])
    expect((await call('update_booking', { staff, new_start: '2026-03-25T10:00' })).text).toMatch(/Is that right\?$/);
});

it('a change without a time, a person and a note is a wrong argument', async () => {
  const call = await open();
  const refused = await call('update_booking', { service: 'Cleaning' });
  expect(refused.isError).toBe(true);
  expect(refused.forAgent).toContain('an argument is missing: new_start, new_staff or note.');
});
