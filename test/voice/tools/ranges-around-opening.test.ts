import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Ranges of which the half of the day is not said. Today is Monday, 2 March 2026, 10:00. A cleaning takes 45 minutes. */
const open = useAskedOffices();

const LONG_DAY = ['Mon-Fri 07:30-12:00, 13:00-19:30'];
const FROM_HALF_PAST_SEVEN = 'Friday the 6th: 7:30 to 8:45 are free.';

it.each([
  ['en-GB', 'Friday between 7 and 9', FROM_HALF_PAST_SEVEN],
  ['en-GB', 'Friday 7-9', FROM_HALF_PAST_SEVEN],
  ['en-GB', 'Friday between 7 and 9 am', FROM_HALF_PAST_SEVEN],
  ['en-GB', 'Friday between 7 and 11', 'Friday the 6th: 7:30 to 10:45 are free.'],
  ['en-GB', 'Friday between 6 and 7', 'Friday the 6th: 18:00, 18:15, 18:30 and 18:45 are free.'],
  ['en-GB', 'Friday between 7 and 9 pm', 'Nothing is free then. It would be possible on Friday the 6th at 18:45.'],
  ['de-DE', 'Freitag zwischen sieben und neun', 'Am Freitag, den 6. ist von 7:30 bis 8:45 Uhr etwas frei.'],
  ['fr-FR', 'vendredi entre sept et neuf heures', 'Le vendredi 6, il y a de la place de 7:30 à 8:45.'],
  ['es-ES', 'el viernes entre las siete y las nueve', 'El viernes 6 hay hueco de 7:30 a 8:45.'],
])('the range in %s, %j, is in the half of the day in which the business is open', async (language, date, said) => {
  const { find } = await open(language, { opening_hours: LONG_DAY });
  expect(await find(date)).toBe(said);
});

it.each([
  ['Mon-Fri 07:30-20:00', 'Friday between 7 and 9', '7:30 to 8:45, 19:00 and 19:15'],
  ['daily 08:00-22:00', 'Friday between 7 and 9', '8:00 to 8:45 and 19:00 to 20:45'],
  ['daily 08:00-22:00', 'Friday between 9 and 10', '9:00 to 9:45, 21:00 and 21:15'],
  ['daily 08:00-22:00', 'Friday evening between 7 and 9', '19:00 to 20:45'],
])(
  'a business that is open %j has the times of %j in each half of the day that is meant',
  async (hours, date, said) => {
    const { find } = await open('en-GB', { opening_hours: [hours] });
    expect(await find(date)).toBe(`Friday the 6th: ${said} are free.`);
  },
);

it('a booking within a range is offered the times of the half in which the business is open', async () => {
  const { book } = await open('en-GB', { opening_hours: LONG_DAY });
  expect(await book('Friday between 7 and 9')).toBe(`${FROM_HALF_PAST_SEVEN} Which exact time would you like?`);
});
