import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Hours of weekdays in the plural. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();

it.each([
  ['en-GB', 'Mondays', 'On Mondays we are open from 8:00 to 12:00 and from 13:00 to 17:00.'],
  ['en-GB', 'on Sundays', 'On Sundays we are closed.'],
  ['en-GB', 'every Sunday', 'On Sundays we are closed.'],
  ['de-DE', 'montags', 'Montags haben wir von 8:00 bis 12:00 Uhr und von 13:00 bis 17:00 Uhr geöffnet.'],
  ['de-DE', 'an Sonntagen', 'Sonntags haben wir geschlossen.'],
  ['es-ES', 'los lunes', 'Los lunes abrimos de 8:00 a 12:00 y de 13:00 a 17:00.'],
  ['es-ES', 'los domingos', 'Los domingos está cerrado.'],
  ['fr-FR', 'les dimanches', 'Le dimanche, nous sommes fermés.'],
  ['it-IT', 'i lunedì', 'Il lunedì siamo aperti dalle 8:00 alle 12:00 e dalle 13:00 alle 17:00.'],
  ['it-IT', 'le domeniche', 'La domenica siamo chiusi.'],
  ['pt-BR', 'aos domingos', 'Aos domingos estamos fechados.'],
  ['pt-BR', 'às segundas', 'Às segundas-feiras abrimos das 8:00 às 12:00 e das 13:00 às 17:00.'],
])('in %s, %j leads to the usual hours of that weekday', async (language, date, said) => {
  const { hours } = await open(language);
  expect(await hours(date)).toBe(said);
});

it.each([
  ['en-GB', 'weekends', 'On Saturdays we are open from 9:00 to 12:00. On Sundays we are closed.'],
  ['en-GB', 'Saturdays and Sundays', 'On Saturdays we are open from 9:00 to 12:00. On Sundays we are closed.'],
  ['de-DE', 'an Wochenenden', 'Samstags haben wir von 9:00 bis 12:00 Uhr geöffnet. Sonntags haben wir geschlossen.'],
  ['es-ES', 'fines de semana', 'Los sábados abrimos de 9:00 a 12:00. Los domingos está cerrado.'],
  ['fr-FR', 'les week-ends', 'Le samedi, nous sommes ouverts de 9:00 à 12:00. Le dimanche, nous sommes fermés.'],
  ['it-IT', 'i fine settimana', 'Il sabato siamo aperti dalle 9:00 alle 12:00. La domenica siamo chiusi.'],
  ['pt-BR', 'nos fins de semana', 'Aos sábados abrimos das 9:00 às 12:00. Aos domingos estamos fechados.'],
])('in %s, %j leads to the usual hours of both days', async (language, date, said) => {
  const { hours } = await open(language, { opening_hours: ['Sat 09:00-12:00'], staff: [], services: [] });
  expect(await hours(date)).toBe(said);
});

it('closures and special hours are not among the usual hours of a weekday', async () => {
  const { hours } = await open('en-GB', {
    closures: [{ from: '2026-03-03' }],
    special_hours: [{ from: '2026-03-10', hours: '10:00-11:00' }],
  });
  expect(await hours('Tuesdays')).toBe('On Tuesdays we are open from 8:00 to 12:00 and from 13:00 to 17:00.');
  expect(await hours('Tuesday')).toBe('Tomorrow we are closed.');
});

it('a weekday with hours in some weeks only leads to the next one', async () => {
  const { hours } = await open();
  expect(await hours('Saturdays')).toBe('On Saturday the 7th we are open by appointment from 9:00 to 12:00.');
});

it.each([
  ['en-GB', 'Tues', /^Tomorrow we are open/],
  ['en-GB', 'Sunday', /^On Sunday the 8th we are closed/],
  ['en-GB', 'thus', /^Which day do you mean\?/],
  ['en-GB', 'birthdays', /^Which day do you mean\?/],
  ['en-GB', 'Sundays and birthdays', /^Which day do you mean\?/],
  ['es-ES', 'a fines de semana', /^El jueves 5 abrimos/],
  ['es-ES', 'lunes', /^Hoy abrimos/],
  ['fr-FR', 'le dimanche', /^Le dimanche 8,/],
  ['it-IT', 'la domenica', /^Domenica 8 siamo chiusi/],
  ['pt-BR', 'as dez', /^Hoje abrimos/],
])('in %s, %j is no weekday in the plural', async (language, date, said) => {
  const { hours } = await open(language);
  expect(await hours(date)).toMatch(said);
});
