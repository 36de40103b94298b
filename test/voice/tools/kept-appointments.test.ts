import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** A caller who does not want a change any more that was asked about. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const CONFIRMED = { confirmed: true };

it.each([
  [
    'en-GB',
    'Thursday at 3',
    ['no wait, leave it as it was', 'undo that', 'never mind', 'actually no, keep it', "please don't move it"],
  ],
  ['de-DE', 'Donnerstag um 15 Uhr', ['nein, lassen Sie es so', 'doch nicht', 'machen Sie das bitte rückgängig']],
  ['fr-FR', 'jeudi à 15 heures', ["non, laissez comme c'était", 'laissez tomber', 'je garde mon rendez-vous']],
  ['es-ES', 'el jueves a las 15', ['no, déjelo como está', 'déjalo como estaba', 'mejor no']],
  ['it-IT', 'giovedì alle 15', ["no, lasci com'era", 'lascia stare', 'no, lasciamo così']],
  ['pt-BR', 'quinta às 15h', ['não, deixa como estava', 'deixa pra lá', 'melhor não']],
])('in %s, after a question about %j, %j leaves the appointment as it is', async (language, start, texts) => {
  const { call, move, withBooking, starts } = await open(language);
  await withBooking();
  for (const text of texts) {
    const asked = await move(start);
    expect.soft([text, await move(text)]).toEqual([text, (await call('list_bookings', {})).text]);
    // A yes to the question before it is no yes any more.
    expect.soft(await move(start, CONFIRMED)).toBe(asked);
  }
  expect(await starts()).toEqual(['2026-03-06T21:00:00Z']);
});

it('a caller who keeps an appointment does not cancel it with a yes to the question before', async () => {
  const { call, withBooking, starts } = await open();
  await withBooking();
  const args = { appointment: 'the one on Friday' };
  const asked = await call('cancel_booking', args);
  const kept = await call('cancel_booking', { appointment: 'no, leave it as it was' });
  expect(kept.text).toBe('You have Cleaning with Jin Kim on Friday the 6th at 14:00.');
  expect(await call('cancel_booking', { ...args, ...CONFIRMED })).toEqual(asked);
  expect(await starts()).toHaveLength(1);
});

it('a caller who was asked about two new appointments leaves the second after a yes to the first', async () => {
  const { call, starts } = await open();
  const first = { service: 'Cleaning', staff: 'Jin Kim', start: '2026-03-06T14:00', caller_name: 'Ann Archer' };
  const second = { ...first, start: '2026-03-06T16:00' };
  await call('create_booking', first);
  const asked = await call('create_booking', second);
  await call('create_booking', { ...first, ...CONFIRMED });
  expect((await call('update_booking', { new_start: 'leave it like that' })).text).toContain('Friday the 6th at 14:00');
  // The question to the second is withdrawn.
  expect((await call('create_booking', { ...second, ...CONFIRMED })).text).toMatch(/\?$/);
  expect(asked.text).toMatch(/\?$/);
  expect(await starts()).toEqual(['2026-03-06T21:00:00Z']);
});

it('a move that was made is not undone, and the caller is asked', async () => {
  const { move, withBooking, starts } = await open();
  await withBooking();
  for (const more of [{}, CONFIRMED]) await move('Thursday at 3', more);
  expect(await move('undo that')).toMatch(/^I did not understand that, and nothing was changed\./);
  expect(await move('leave it like that')).toBe('You have Cleaning with Jin Kim on Thursday the 5th at 15:00.');
  expect(await starts()).toEqual(['2026-03-05T22:00:00Z']);
});

it.each(['keep Friday at 2', 'leave Friday', 'cancel that'])('a new start %j is asked about', async (text) => {
  const { move, withBooking } = await open();
  await withBooking();
  expect(await move(text)).toMatch(/^I did not understand that, and nothing was changed\./);
});
