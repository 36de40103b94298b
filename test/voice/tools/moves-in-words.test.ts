import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';
import { CALLER, confirmed, openVoiceOffice } from './support/office.ts';

/** New starts that are said from the old one. Today is Monday, 2 March 2026, 10:00. The appointment is on Friday the 6th at 14:00. */
const open = useAskedOffices();

async function openWithBooking(language = 'en-GB', start = '2026-03-06T14:00') {
  const opened = await open(language);
  await confirmed(opened.call, 'create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' });
  return opened;
}

const starts = async (booked: () => Promise<{ [key: string]: unknown }[]>) =>
  (await booked()).map(({ start_time }) => start_time);

it.each([
  ['3 pm', 'on Friday the 6th at 15:00', '2026-03-06T22:00:00Z'],
  ['at 3', 'on Friday the 6th at 15:00', '2026-03-06T22:00:00Z'],
  ['half past ten', 'on Friday the 6th at 10:30', '2026-03-06T17:30:00Z'],
  ['an hour later', 'on Friday the 6th at 15:00', '2026-03-06T22:00:00Z'],
  ['half an hour earlier', 'on Friday the 6th at 13:30', '2026-03-06T20:30:00Z'],
  ['15 minutes later', 'on Friday the 6th at 14:15', '2026-03-06T21:15:00Z'],
  ['same time on Thursday', 'on Thursday the 5th at 14:00', '2026-03-05T21:00:00Z'],
  ['the same time next week', 'on Friday the 13th at 14:00', '2026-03-13T20:00:00Z'],
  ['tomorrow at the same time', 'tomorrow at 14:00', '2026-03-03T21:00:00Z'],
])('update_booking reads %j from the appointment, and the question names the day', async (new_start, moment, start) => {
  const { call, booked } = await openWithBooking();
  const { asked, done } = await confirmed(call, 'update_booking', { new_start });
  expect(asked).toContain(`to a new time, ${moment}`);
  expect(done).toContain('Cleaning with');
  expect(await starts(booked)).toEqual([start]);
  // A repeated confirmation moves nothing again.
  expect((await call('update_booking', { new_start, confirmed: true })).text).toBe(done);
  expect(await starts(booked)).toEqual([start]);
});

it.each([
  ['de-DE', '15 Uhr', 'eine Stunde später', 'zur gleichen Zeit am Donnerstag'],
  ['fr-FR', '15 heures', 'une heure plus tard', 'jeudi à la même heure'],
  ['es-ES', 'a las tres', 'una hora más tarde', 'el jueves a la misma hora'],
  ['it-IT', 'alle 15', "un'ora più tardi", 'giovedì alla stessa ora'],
  ['pt-BR', 'às 15 horas', 'uma hora mais tarde', 'quinta-feira no mesmo horário'],
])('in %s, %j, %j and %j are read from the appointment', async (language, time, later, sameTime) => {
  const { call, booked } = await openWithBooking(language);
  for (const new_start of [time, later]) expect((await call('update_booking', { new_start })).text).toContain('15:00');
  await confirmed(call, 'update_booking', { new_start: sameTime });
  expect(await starts(booked)).toEqual(['2026-03-05T21:00:00Z']);
});

it('a time on the day of the appointment that is over is refused with the day in words', async () => {
  const { call } = await openWithBooking('en-GB', '2026-03-02T14:00');
  expect((await call('update_booking', { new_start: '9 am' })).text).toBe(
    'That would be today at 9:00, which is already over. Which other time would you like?',
  );
});

it('two times on the day of the appointment lead to the question which one is meant', async () => {
  const { call } = await openWithBooking();
  const { text, forAgent } = await call('update_booking', { new_start: 'at 3 or 4' });
  expect(text).toBe('Do you mean at 15:00 or at 16:00?');
  expect(forAgent).toMatch(/^Not to be said: new_start has several times\. /);
});

const WHICH = 'Which exact time would you like?';

it.each([
  ['Thursday after 3', 'Thursday the 5th: 15:00 to 16:15 are free.'],
  ['Friday', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['Friday afternoon', 'Friday the 6th: 13:00 to 16:15 are free.'],
  ['in the morning', 'Friday the 6th: 8:00 to 11:15 are free.'],
  ['after 3', 'Friday the 6th: 15:00 to 16:15 are free.'],
  ['next week', 'Monday the 9th: 8:00 to 11:15 and 13:00 to 16:15 are free. Tuesday the 10th: '],
])('update_booking answers %j with the free times for the appointment', async (new_start, said) => {
  const { call, booked } = await openWithBooking();
  for (const more of [{}, { confirmed: true }]) {
    const { text, isError } = await call('update_booking', { new_start, ...more });
    expect([text.slice(0, said.length), text.endsWith(WHICH), isError]).toEqual([said, true, false]);
  }
  expect(await starts(booked)).toEqual(['2026-03-06T21:00:00Z']);
});

it('a caller without an appointment hears no free times for a move', async () => {
  const office = await openVoiceOffice();
  try {
    const said = await office.as(CALLER)('update_booking', { new_start: 'Friday' });
    expect(said.text).toBe('I find no appointment ahead under the number you are calling from.');
  } finally {
    await office.close();
  }
});

it.each([
  ['Thursday', 'on Thursday the 5th at 15:00'],
  ['Friday', 'on Friday the 6th at 15:00'],
])('a time after the free times of %s is one of that day', async (day, moment) => {
  const { call } = await openWithBooking();
  await call('update_booking', { new_start: day });
  expect((await call('update_booking', { new_start: 'at 3' })).text).toContain(`to a new time, ${moment}`);
});

it('a time after the free times of several days leads to the question which day is meant', async () => {
  const { call, booked } = await openWithBooking();
  await call('update_booking', { new_start: 'Wednesday or Thursday' });
  const { text } = await call('update_booking', { new_start: 'at 3', confirmed: true });
  expect(text).toMatch(/^Which day do you mean\?/);
  expect(await starts(booked)).toEqual(['2026-03-06T21:00:00Z']);
});

it('a time after a booking is one of the day of the booking, and not of what was offered before it', async () => {
  const opened = await open('en-GB');
  await opened.call('find_open_times', { service: 'Cleaning', day: 'Thursday' });
  const booking = { service: 'Cleaning', start: '2026-03-06T14:00', caller_name: 'Ann Archer' };
  await confirmed(opened.call, 'create_booking', booking);
  const { text } = await opened.call('update_booking', { new_start: 'at 3' });
  expect(text).toContain('to a new time, on Friday the 6th at 15:00');
});

it.each([
  ['en-GB', 'Friday an hour later', 'Thursday half an hour earlier'],
  ['en-GB', 'an hour later on Friday', 'push it back an hour on Thursday'],
  ['de-DE', 'am Freitag eine Stunde später', 'Donnerstag, aber eine halbe Stunde früher'],
  ['fr-FR', 'vendredi une heure plus tard', 'jeudi une heure plus tôt'],
  ['es-ES', 'el viernes una hora más tarde', 'una hora antes el jueves'],
  ['it-IT', "venerdì un'ora più tardi", "giovedì un'ora prima"],
  ['pt-BR', 'sexta uma hora mais tarde', 'na quinta-feira, uma hora mais cedo'],
])('in %s, %j and %j are a day, and the time of the appointment with a shift', async (language, friday, thursday) => {
  const { call, booked } = await openWithBooking(language);
  await confirmed(call, 'update_booking', { new_start: friday });
  expect(await starts(booked)).toEqual(['2026-03-06T22:00:00Z']);
  const { call: again } = await openWithBooking(language);
  const { text } = await again('update_booking', { new_start: thursday });
  expect(text).toMatch(/(?:\b5\b|5th).*(?:13:30|13:00|15:00)/);
});

it.each([
  ['push it back an hour to 3', 'to a new time, on Friday the 6th at 15:00'],
  ['an hour later, at 3', 'to a new time, on Friday the 6th at 15:00'],
  ['push it back an hour to 4', 'Do you mean at 15:00 or at 16:00?'],
  ['next Friday an hour later', 'to a new time, on Friday the 13th at 15:00'],
])('%j is the time that is said with the shift, or is asked about', async (new_start, said) => {
  const { call } = await openWithBooking();
  expect((await call('update_booking', { new_start })).text).toContain(said);
});

it('a day with a shift is asked about after another time was said', async () => {
  const { call } = await openWithBooking();
  await call('update_booking', { new_start: 'Thursday at 10' });
  expect((await call('update_booking', { new_start: 'Friday an hour later' })).text).toBe(
    'Which exact time would you like?',
  );
});
