import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/** Starts without an exact time. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();
const WHICH = 'Which exact time would you like?';

it.each([
  ['Friday after 3', 'Friday the 6th: 15:00 to 16:15 are free.'],
  ['Friday between 2 and 4', 'Friday the 6th: 14:00 to 15:45 are free.'],
  ['Friday before ten', 'Friday the 6th: 8:00 to 9:45 are free.'],
  ['Friday afternoon', 'Friday the 6th: 13:00 to 16:15 are free.'],
  ['Friday', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['2026-03-06', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['Friday after 6 pm', 'Nothing is free then. It would be possible on Friday the 6th at 16:15.'],
  ['Sunday after 3', 'On Sunday the 8th we are closed. The next free time is on Monday the 9th at 15:00.'],
  [
    'Friday after 3 or Thursday',
    'Thursday the 5th: 8:00 to 11:15 and 13:00 to 16:15 are free. Friday the 6th: 15:00 to 16:15 are free.',
  ],
])('create_booking answers %j with the free times within it, and asks for an exact one', async (start, said) => {
  const { call, booked } = await open();
  const args = { service: 'Cleaning', start, caller_name: 'Ann Archer' };
  for (const more of [{}, { confirmed: true }])
    expect(await call('create_booking', { ...args, ...more })).toMatchObject({
      text: `${said} ${WHICH}`,
      isError: false,
    });
  expect(await booked()).toEqual([]);
});

it.each([
  ['de-DE', 'Freitag nach 15 Uhr', 'Am Freitag, den 6. ist von 15:00 bis 16:15 Uhr etwas frei. Welche genaue Uhrzeit'],
  ['es-ES', 'el viernes después de las 15', 'El viernes 6 hay hueco de 15:00 a 16:15. ¿Qué hora exacta'],
  ['fr-FR', 'vendredi entre 14h et 16h', 'Le vendredi 6, il y a de la place de 14:00 à 15:45. Quelle heure exacte'],
  ['it-IT', 'venerdì dopo le 15', "Venerdì 6 c'è posto dalle 15:00 alle 16:15. Quale orario preciso"],
  ['pt-BR', 'sexta depois das 15', 'Na sexta-feira, dia 6, há vaga das 15:00 às 16:15. Que horário exato'],
])('in %s, %j leads to free times and the question', async (language, start, said) => {
  const { book } = await open(language);
  expect((await book(start)).slice(0, said.length)).toBe(said);
});

it('the service is refused before times are named', async () => {
  const { call } = await open();
  const asked = { service: 'something that is not offered', start: 'Friday after 3', caller_name: 'Ann Archer' };
  expect((await call('create_booking', asked)).text).toMatch(/^We do not offer that\./);
});

it('update_booking asks for an exact time, and the agent reads which argument has none', async () => {
  const { call } = await open();
  const made = { service: 'Cleaning', start: 'Friday at 3 pm', caller_name: 'Ann Archer' };
  await confirmed(call, 'create_booking', made);
  const { text, isError, forAgent } = await call('update_booking', { new_start: 'Thursday after 3' });
  expect([text, isError]).toEqual([WHICH, true]);
  expect(forAgent).toMatch(/^Not to be said: new_start has no exact time\. /);
});

it.each(['at 3', 'sometime', 'last Friday after 3', 'next week at 9 am', 'next week'])(
  '%j names no day ahead, and is not understood',
  async (start) => {
    const { book } = await open();
    expect(await book(start)).toBe('I did not understand that, and nothing was changed. Please say it once more.');
  },
);
