import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

it.each([
  [
    'en-GB',
    ['my next appointment', 'the next one', 'next appointment', 'my upcoming appointment'],
    'my last appointment',
  ],
  ['de-DE', ['mein nächster Termin', 'den nächsten Termin', 'mein nächster'], 'mein letzter Termin'],
  ['fr-FR', ['mon prochain rendez-vous', 'le prochain'], 'mon dernier rendez-vous'],
  ['es-ES', ['mi próxima cita', 'la próxima'], 'mi última cita'],
  ['it-IT', ['il mio prossimo appuntamento', 'il prossimo'], 'il mio ultimo appuntamento'],
  ['pt-BR', ['a minha próxima consulta', 'o próximo'], 'minha última consulta'],
])('in %s, the next appointment is the soonest one, and a last one is asked about', async (language, next, last) => {
  const { call, move, withBooking } = await open(language);
  await withBooking('2026-03-10T09:00');
  await withBooking('2026-03-06T14:00');
  const cancel = async (appointment: string) => (await call('cancel_booking', { appointment })).text;
  const both = /14:00.* 9:00.*\?$/;
  expect(await cancel(last)).toMatch(both);
  for (const said of next) {
    const question = await cancel(said);
    expect.soft([said, question]).toEqual([said, expect.stringContaining('14:00')]);
    expect.soft(question).not.toMatch(both);
  }
  const question = await move('2026-03-05T10:00', { appointment: next[0] });
  expect(question).toContain('14:00');
  expect(question).toContain('10:00');
});

it('the next appointment is none that has begun, and of two that begin together the caller is asked', async () => {
  const { call, wait, withBooking } = await open();
  await withBooking('2026-03-02T13:00');
  await withBooking('2026-03-06T14:00');
  wait(3 * 60 * 60_000 + 10 * 60_000);
  const cancel = async () => (await call('cancel_booking', { appointment: 'my next appointment' })).text;
  expect(await cancel()).toContain('on Friday the 6th at 14:00. Is that right?');
  const other = { service: 'Cleaning', start: '2026-03-06T14:00', caller_name: 'Ben Archer' };
  await call('create_booking', other);
  await call('create_booking', { ...other, confirmed: true });
  expect(await cancel()).toMatch(/^Which appointment do you mean: .* for Ann .* for Ben /);
});

it.each([
  ['en-GB', ['when is my next appointment', 'my next appointment', "when's my next appointment"]],
  ['de-DE', ['wann ist mein nächster Termin']],
  ['fr-FR', ["c'est quand mon prochain rendez-vous", 'quand est mon prochain rendez-vous']],
  ['es-ES', ['cuándo es mi próxima cita']],
  ['it-IT', ['quando è il mio prossimo appuntamento']],
  ['pt-BR', ['quando é a minha próxima consulta']],
])('the list answers a question for the next appointment with it alone in %s: %j', async (language, texts) => {
  const { call, withBooking } = await open(language);
  await withBooking('2026-03-10T09:00');
  await withBooking('2026-03-06T14:00');
  for (const appointment of texts) {
    const { text } = await call('list_bookings', { appointment });
    expect.soft([appointment, text]).toEqual([appointment, expect.stringContaining('14:00')]);
    expect.soft(text).not.toContain('9:00');
    expect.soft(text).toMatch(/^(?:You have|Sie haben|Vous avez|Tiene|Ha|Tem) /);
  }
});

it.each([
  ['en-GB', ['when are my appointments', 'my appointments', 'what appointments do I have']],
  ['de-DE', ['wann sind meine Termine', 'welche Termine habe ich']],
])('the list answers a question for all appointments with each in %s: %j', async (language, texts) => {
  const { call, withBooking } = await open(language);
  await withBooking('2026-03-10T09:00');
  await withBooking('2026-03-06T14:00');
  const all = (await call('list_bookings', {})).text;
  for (const appointment of texts)
    expect.soft([appointment, (await call('list_bookings', { appointment })).text]).toEqual([appointment, all]);
});

it.each([
  ['en-GB', ['what time is my appointment on Friday', 'do I have an appointment on Friday', 'am I booked for Friday']],
  ['de-DE', ['habe ich am Freitag einen Termin', 'ist mein Termin am Freitag']],
  ['fr-FR', ['à quelle heure est mon rendez-vous vendredi']],
])('the list answers a question for a day with its appointment in %s: %j', async (language, texts) => {
  const { call, withBooking } = await open(language);
  await withBooking('2026-03-10T09:00');
  await withBooking('2026-03-06T14:00');
  for (const appointment of texts) {
    const { text } = await call('list_bookings', { appointment });
    expect.soft([appointment, text]).toEqual([appointment, expect.stringMatching(/^(?:You|Sie|Vous) .*14:00/)]);
    expect.soft(text).not.toContain('9:00');
  }
});

it.each([
  ['de-DE', 'Mias Termin', 'Mia'],
  ['de-DE', 'Toms Termin', 'Tom'],
  ['de-DE', 'wann ist Toms Termin', 'Tom'],
  ['en-GB', 'Toms appointment', 'Tom'],
])('a name with an s and no apostrophe is found in %s: %j', async (language, appointment, name) => {
  const { call } = await open(language);
  for (const [start, first] of [
    ['2026-03-06T14:00', 'Mia'],
    ['2026-03-06T15:00', 'Tom'],
  ]) {
    const args = { service: 'Cleaning', start, caller_name: `${first} Archer` };
    for (const more of [{}, { confirmed: true }]) await call('create_booking', { ...args, ...more });
  }
  const { text } = await call('list_bookings', { appointment });
  expect(text).toMatch(new RegExp(`^(?:Sie haben|You have) Cleaning (?:für|for) ${name} `));
  expect(text).not.toContain(name === 'Mia' ? 'Tom' : 'Mia');
});
