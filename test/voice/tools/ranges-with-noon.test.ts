import { expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { useAskedOffices } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/** Ranges of hours with noon or midnight. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();

it.each([
  ['en-GB', 'Friday between ten and noon', 'Friday the 6th: 10:00 to 11:15 are free.'],
  ['en-GB', 'between 10 and noon on Friday', 'Friday the 6th: 10:00 to 11:15 are free.'],
  ['en-GB', 'Friday from 10 in the morning to noon', 'Friday the 6th: 10:00 to 11:15 are free.'],
  ['en-GB', 'Friday 10 to noon', 'Friday the 6th: 10:00 to 11:15 are free.'],
  ['en-GB', 'Friday between noon and two', 'Friday the 6th: 13:00, 13:15, 13:30 and 13:45 are free.'],
  ['de-DE', 'Freitag zwischen zehn und Mittag', 'Am Freitag, den 6. ist von 10:00 bis 11:15 Uhr etwas frei.'],
  ['de-DE', 'Freitag zwischen zehn und zwölf', 'Am Freitag, den 6. ist von 10:00 bis 11:15 Uhr etwas frei.'],
  ['de-DE', 'Freitag von 10 Uhr bis mittags', 'Am Freitag, den 6. ist von 10:00 bis 11:15 Uhr etwas frei.'],
  ['es-ES', 'el viernes entre las diez y el mediodía', 'El viernes 6 hay hueco de 10:00 a 11:15.'],
  ['es-ES', 'el viernes entre las diez y las doce', 'El viernes 6 hay hueco de 10:00 a 11:15.'],
  ['es-ES', 'el viernes de diez al mediodía', 'El viernes 6 hay hueco de 10:00 a 11:15.'],
  ['fr-FR', 'vendredi entre dix heures et midi', 'Le vendredi 6, il y a de la place de 10:00 à 11:15.'],
  ['fr-FR', 'vendredi de dix heures à midi', 'Le vendredi 6, il y a de la place de 10:00 à 11:15.'],
  ['fr-FR', 'vendredi entre midi et deux', 'Le vendredi 6, il y a de la place à 13:00, à 13:15, à 13:30 et à 13:45.'],
  ['it-IT', 'venerdì tra le dieci e mezzogiorno', "Venerdì 6 c'è posto dalle 10:00 alle 11:15."],
  ['it-IT', 'venerdì dalle dieci a mezzogiorno', "Venerdì 6 c'è posto dalle 10:00 alle 11:15."],
  ['pt-BR', 'sexta entre as dez e o meio-dia', 'Na sexta-feira, dia 6, há vaga das 10:00 às 11:15.'],
  ['pt-BR', 'sexta das dez ao meio-dia', 'Na sexta-feira, dia 6, há vaga das 10:00 às 11:15.'],
])('in %s, %j leads to the free times of that range', async (language, date, said) => {
  const { find } = await open(language);
  expect(await find(date)).toBe(said);
});

it('a range that ends at midnight begins in the evening', async () => {
  const { find } = await open('en-GB', { opening_hours: ['daily 08:00-24:00'] });
  expect(await find('Friday between nine and midnight')).toBe('Friday the 6th: 21:00 to 23:15 are free.');
});

it('a start in a range that ends at noon is asked for the exact time, on the day of an appointment that is moved', async () => {
  const { book, call } = await open('en-GB', practice());
  expect(await book('Friday between ten and noon')).toBe(
    'Friday the 6th: 10:00 to 11:15 are free. Which exact time would you like?',
  );
  await confirmed(call, 'create_booking', { service: 'Cleaning', start: 'Friday at 3 pm', caller_name: 'Ann Archer' });
  const { text } = await call('update_booking', { new_start: 'between ten and noon' });
  expect(text).toContain('10:00 to 11:15 are free.');
});

it.each([
  ['en-GB', 'Friday ten to noon', 'Friday the 6th: 11:00, 11:15 and 13:00 are free. '],
  ['en-GB', 'Friday between noon', 'Which day do you mean?'],
  ['de-DE', 'Freitag zwischen Mittag', 'Welchen Tag meinen Sie?'],
  ['es-ES', 'del 10 al 12', '¿A qué día se refiere?'],
  ['fr-FR', 'vendredi entre midi', 'Quel jour voulez-vous dire ?'],
  ['it-IT', 'venerdì tra mezzogiorno', 'Quale giorno intende?'],
  ['pt-BR', 'sexta entre meio-dia', 'A que dia se refere?'],
])('in %s, %j is no range of hours of a day', async (language, date, said) => {
  const { find } = await open(language);
  expect((await find(date)).slice(0, said.length)).toBe(said);
});
