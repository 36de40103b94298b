import { describe, expect, it } from 'vitest';
import { CALLER, confirmed, openVoiceOffice } from './support/office.ts';

/** Callers who are late, or want their team to know something. Now it is Monday, 2 March 2026, 10:00. */
async function withBooking(language = 'en-GB') {
  const office = await openVoiceOffice({ language });
  const call = office.as(CALLER);
  const args = { service: 'Cleaning', staff: 'Jin Kim', start: '2026-03-02T13:00', caller_name: 'Ann Archer' };
  await confirmed(call, 'create_booking', { ...args, note: 'Please be gentle' });
  const bookings = async () => (await office.booked()).map(({ start_time, notes }) => [start_time, notes]);
  return { call, bookings, close: office.close };
}

const START = '2026-03-02T20:00:00Z';

describe('a caller who is late', () => {
  it.each([
    ['en-GB', ["I'm running late", 'I will be ten minutes late', '10 min late'], 'It is noted for our team: '],
    ['de-DE', ['ich verspäte mich', 'zehn Minuten Verspätung'], 'Es ist für unser Team notiert: '],
    ['fr-FR', ["j'aurai dix minutes de retard"], "C'est noté pour notre équipe : "],
    ['es-ES', ['llego con diez minutos de retraso'], 'Queda anotado para nuestro equipo: '],
    ['it-IT', ['sono in ritardo'], 'È annotato per il nostro team: '],
    ['pt-BR', ['vou me atrasar dez minutos', 'estou atrasada'], 'Está anotado para a nossa equipe: '],
  ])('a caller in %s has it noted with the appointment, which stays', async (language, texts, done) => {
    for (const text of texts) {
      const { call, bookings, close } = await withBooking(language);
      const said = await confirmed(call, 'update_booking', { new_start: text });
      expect([text, said.done]).toEqual([text, expect.stringContaining(done)]);
      expect(await bookings()).toEqual([[START, `Please be gentle\n${text}`]]);
      await close();
    }
  });

  it('the note is asked about first, and is there once', async () => {
    const { call, bookings, close } = await withBooking();
    const note = 'Ten minutes late';
    const { text } = await call('update_booking', { note });
    expect(text).toBe('I would note that for our team: Cleaning with Jin Kim today at 13:00. Is that right?');
    expect(await bookings()).toEqual([[START, 'Please be gentle']]);
    for (let count = 0; count < 2; count++) await call('update_booking', { note, confirmed: true });
    await confirmed(call, 'update_booking', { note });
    expect(await bookings()).toEqual([[START, `Please be gentle\n${note}`]]);
    await close();
  });

  it('a note is added that is a part of another one, and can say the opposite', async () => {
    const { call, bookings, close } = await withBooking();
    for (const note of ['Not allergic to latex', 'allergic to latex'])
      await confirmed(call, 'update_booking', { note });
    expect(await bookings()).toEqual([[START, 'Please be gentle\nNot allergic to latex\nallergic to latex']]);
    await close();
  });

  it('a note comes with a move, too, and "late" beside a day is no note', async () => {
    const { call, bookings, close } = await withBooking();
    await confirmed(call, 'update_booking', { new_start: '2026-03-02T14:00', note: 'By the window' });
    expect(await bookings()).toEqual([['2026-03-02T21:00:00Z', 'Please be gentle\nBy the window']]);
    expect((await call('update_booking', { new_start: 'late on Friday afternoon' })).text).toMatch(/^Friday the 6th: /);
    await close();
  });

  it('a caller without an appointment hears that there is none', async () => {
    const office = await openVoiceOffice();
    const { text } = await office.as(CALLER)('update_booking', { note: 'Ten minutes late' });
    expect(text).toBe('I find no appointment ahead under the number you are calling from.');
    await office.close();
  });
});

it('a list of the appointments at one time has those, or all of them', async () => {
  const office = await openVoiceOffice();
  const call = office.as(CALLER);
  for (const start of ['2026-03-03T10:00', '2026-03-13T10:00'])
    await confirmed(call, 'create_booking', {
      service: 'Cleaning',
      staff: 'Jin Kim',
      start,
      caller_name: 'Ann Archer',
    });
  const list = async (appointment: string) => (await call('list_bookings', { appointment })).text;
  expect(await list('tomorrow')).toBe('You have Cleaning with Jin Kim tomorrow at 10:00.');
  expect(await list('next week')).toBe('You have Cleaning with Jin Kim on Friday the 13th at 10:00.');
  expect(await list('Wednesday')).toBe(
    'I do not find that one. You have Cleaning with Jin Kim tomorrow at 10:00 and Cleaning with Jin Kim on Friday the 13th at 10:00.',
  );
  await office.close();
});
