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
