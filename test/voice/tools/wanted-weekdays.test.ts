import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Weekdays of which any will do, or which will not. Today is Monday, 2 March 2026, 10:00; one time is free in each morning and evening. */
const open = useAskedOffices();
const business = {
  opening_hours: ['daily 09:00-10:00, 18:00-19:00'],
  staff: [{ id: 'kim', name: 'Jin Kim' }],
  closures: [],
  services: [{ id: 'cleaning', name: 'Cleaning', duration: '1h', staff: ['kim'] }],
};

const [TODAY, TUESDAY, WEDNESDAY, THURSDAY] = ['Today', 'Tomorrow', 'Wednesday the 4th', 'Thursday the 5th'];
const [SATURDAY, SUNDAY] = ['Saturday the 7th', 'Sunday the 8th'];

it.each([
  ['weekends', SATURDAY, SUNDAY],
  ['on weekends', SATURDAY, SUNDAY],
  ['on the weekends', SATURDAY, SUNDAY],
  ['any weekend', SATURDAY, SUNDAY],
  ['Saturdays', SATURDAY, 'Saturday the 14th'],
  ['Tuesdays and Thursdays', TUESDAY, THURSDAY],
  ['Tuesdays or Thursdays', TUESDAY, THURSDAY],
  ['any Thursday', THURSDAY, 'Thursday the 12th'],
  ['on weekdays', TODAY, TUESDAY],
  ['any weekday', TODAY, TUESDAY],
  ['during the week', TODAY, TUESDAY],
  ['any day but Tuesday', TODAY, WEDNESDAY],
  ['any day except Tuesday and Wednesday', TODAY, THURSDAY],
  ['every day except for Tuesday or Wednesday', TODAY, THURSDAY],
  ['not Monday', TUESDAY, WEDNESDAY],
  ['but not on Mondays or Tuesdays', WEDNESDAY, THURSDAY],
  ['not on a weekday', SATURDAY, SUNDAY],
  ['next week but not Monday', 'Tuesday the 10th', 'Wednesday the 11th'],
  ['any day next week except Monday', 'Tuesday the 10th', 'Wednesday the 11th'],
  ['any day next week', 'Monday the 9th', 'Tuesday the 10th'],
])('free times of %j begin on %s and %s', async (date, first, second) => {
  const { find, book } = await open('en-GB', business);
  const ofDay = (day: string) => (day === TODAY ? 'Today: 18:00 is free.' : `${day}: 9:00 and 18:00 are free.`);
  const said = `${ofDay(first)} ${ofDay(second)} There are more times.`;
  expect(await find(date)).toBe(said);
  expect(await book(date)).toBe(`${said} Which exact time would you like?`);
});

it.each([
  ['Saturday mornings', SATURDAY, 'Saturday the 14th', '9:00'],
  ['weekday evenings', TODAY, TUESDAY, '18:00'],
  ['weekends in the evening', SATURDAY, SUNDAY, '18:00'],
  ['on weekdays after 4 pm', TODAY, TUESDAY, '18:00'],
  ['weekends after lunch', SATURDAY, SUNDAY, '18:00'],
  ['after 4 pm, any day but Monday', TUESDAY, WEDNESDAY, '18:00'],
  ['any day but Monday, in the evening', TUESDAY, WEDNESDAY, '18:00'],
  ['any day but Monday in the morning', TUESDAY, WEDNESDAY, '9:00'],
])('free times of %j begin on %s and %s, at %s', async (date, first, second, time) => {
  const { find } = await open('en-GB', business);
  expect(await find(date)).toBe(`${first}: ${time} is free. ${second}: ${time} is free. There are more times.`);
});

it.each([
  [
    'de-DE',
    ['an Wochenenden', 'samstags und sonntags', 'nicht unter der Woche'],
    /^Am Samstag, den 7\. .*Am Sonntag, den 8\. /,
  ],
  ['de-DE', ['unter der Woche', 'werktags', 'an Wochentagen', 'any weekday'], /^Heute .*Morgen /],
  [
    'de-DE',
    ['nicht am Montag', 'jeden Tag außer montags', 'aber nicht montags', 'egal wann, nur nicht Montag'],
    /^Morgen .*Am Mittwoch, den 4\. /,
  ],
  ['de-DE', ['nächste Woche, aber nicht am Montag'], /^Am Dienstag, den 10\. .*Am Mittwoch, den 11\. /],
  [
    'de-DE',
    ['jeden Tag außer Montag, am Abend', 'nicht am Montag, abends'],
    /^Morgen ist um 18:00 Uhr .*Am Mittwoch, den 4\. ist um 18/,
  ],
  ['fr-FR', ["n'importe quel jour sauf lundi, le soir"], /^Demain, .* 18:00\. Le mercredi 4, .* 18:00/],
  ['es-ES', ['cualquier día menos el lunes, por la noche'], /^Mañana .* 18:00\. El miércoles 4 .* 18:00/],
  ['it-IT', ['tutti i giorni tranne lunedì, di sera'], /^Domani .* 18:00\. Mercoledì 4 .* 18:00/],
  ['pt-BR', ['qualquer dia menos segunda, à noite'], /^Amanhã .* 18:00\. Na quarta-feira, dia 4, .* 18:00/],
  ['de-DE', ['samstags vormittags'], /^Am Samstag, den 7\. ist um 9:00 Uhr etwas frei\. Am Samstag, den 14\. /],
  ['fr-FR', ['les week-ends', 'les samedis et les dimanches', 'pas en semaine'], /^Le samedi 7, .*Le dimanche 8, /],
  ['fr-FR', ['en semaine', "n'importe quel jour sauf le samedi"], /^Aujourd'hui, .*Demain, /],
  ['fr-FR', ['pas lundi', 'sauf le lundi', 'tous les jours sauf le lundi'], /^Demain, .*Le mercredi 4, /],
  ['fr-FR', ['la semaine prochaine mais pas lundi'], /^Le mardi 10, .*Le mercredi 11, /],
  ['es-ES', ['los fines de semana', 'los sábados y domingos'], /^El sábado 7 .*El domingo 8 /],
  ['es-ES', ['entre semana', 'cualquier día laborable', 'cualquier día menos el sábado'], /^Hoy .*Mañana /],
  [
    'es-ES',
    ['el lunes no', 'cualquier día menos el lunes', 'pero no el lunes', 'excepto los lunes'],
    /^Mañana .*El miércoles 4 /,
  ],
  ['es-ES', ['la semana que viene pero no el lunes'], /^El martes 10 .*El miércoles 11 /],
  ['it-IT', ['i fine settimana', 'i sabati e le domeniche'], /^Sabato 7 .*Domenica 8 /],
  ['it-IT', ['durante la settimana', 'nei giorni feriali'], /^Oggi .*Domani /],
  ['it-IT', ['lunedì no', 'tutti i giorni tranne il lunedì', 'ma non lunedì'], /^Domani .*Mercoledì 4 /],
  ['pt-BR', ['nos fins de semana', 'aos sábados e domingos'], /^No sábado, dia 7, .*No domingo, dia 8, /],
  ['pt-BR', ['durante a semana', 'em dias úteis', 'qualquer dia menos sábado'], /^Hoje .*Amanhã /],
  [
    'pt-BR',
    ['segunda não', 'qualquer dia exceto segunda-feira', 'mas não na segunda'],
    /^Amanhã .*Na quarta-feira, dia 4, /,
  ],
])('in %s, %j are weekdays of which any will do', async (language, texts, said) => {
  const { find } = await open(language, business);
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, expect.stringMatching(said)]);
});

it.each([
  ['en-GB', ['any day but Tuesday evening', 'not Tuesday evening'], /^Today: 18:00.*Tomorrow: 9:00 is free\./],
  ['en-GB', ['any day next week except Monday evening'], /^Monday the 9th: 9:00 is free\. Tuesday the 10th: 9:00 and/],
  ['de-DE', ['jeden Tag außer Dienstagabend', 'nicht am Dienstagabend'], /^Heute .*Morgen ist um 9:00 Uhr etwas/],
  ['fr-FR', ["n'importe quel jour sauf le mardi soir"], /^Aujourd'hui, .* Demain, .* 9:00\. Il/],
  ['es-ES', ['cualquier día menos el martes por la noche'], /^Hoy .* Mañana hay hueco a las 9:00\./],
  ['it-IT', ['tutti i giorni tranne martedì sera'], /^Oggi .* Domani c'è posto alle 9:00\./],
  ['pt-BR', ['qualquer dia menos terça à noite'], /^Hoje .* Amanhã há vaga às 9:00\./],
])('in %s, %j are all days, and of one of them the rest', async (language, texts, said) => {
  const { find } = await open(language, business);
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, expect.stringMatching(said)]);
});

it.each([
  [
    'en-GB',
    [
      'any day but Monday and Tuesday evening',
      'not Monday the 3rd',
      'not next Monday',
      'not Monday at 3',
      'not Monday, Tuesday',
      'any day but Friday after 4',
      'but Friday',
      'not in May',
    ],
    /^Which day do you mean\?/,
  ],
  [
    'en-GB',
    [
      'Friday but not Monday',
      'not any day',
      'not Natalia',
      'knot Monday',
      'weekend work',
      'any week',
      'not weekends or weekdays',
    ],
    /^Which day do you mean\?/,
  ],
  [
    'de-DE',
    ['nicht morgen', 'nicht Montag um drei', 'nicht Montag, Dienstag', 'Wochentag der Woche'],
    /^Welchen Tag meinen Sie\?/,
  ],
  ['fr-FR', ['pas lundi 3', 'pas lundi, mardi', 'pas mal'], /^Quel jour voulez-vous dire/],
])('in %s, %j are asked about', async (language, texts, question) => {
  const { find } = await open(language, business);
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, expect.stringMatching(question)]);
});

it.each([
  ['es-ES', 'no, el lunes', 'el lunes'],
  ['it-IT', 'no, lunedì', 'lunedì'],
  ['pt-BR', 'não, segunda', 'segunda'],
])('in %s, %j is this day and not every other one, because "no" is an answer', async (language, text, day) => {
  const { find } = await open(language, business);
  expect(await find(text)).toBe(await find(day));
});

it('a weekday in the singular is still one day, and one of which nothing is free leads on', async () => {
  const { find } = await open('en-GB', { ...business, closures: [{ from: '2026-03-07', to: '2026-03-13' }] });
  expect(await find('Thursday')).toBe('Thursday the 5th: 9:00 and 18:00 are free.');
  expect(await find('weekends')).toMatch(/^Saturday the 14th: .* Sunday the 15th: /);
  expect(await find('any weekend next week')).toMatch(/^Saturday the 14th: .* Sunday the 15th: /);
});

it.each([
  [
    'en-GB',
    ['between ten and noon', 'from 9 to 11', 'mornings', 'in the morning', 'late morning', 'before lunch'],
    /^(?:Today: .*Tomorrow|Tomorrow: .*Wednesday the 4th): (?:8|9|10|11):00/,
  ],
  [
    'en-GB',
    ['after 5 pm', 'evenings', 'early evening', 'between 6 and 8 pm'],
    /^Today: 18:00 .*Tomorrow: 18:00 is free/,
  ],
  [
    'de-DE',
    ['zwischen neun und zwölf', 'vormittags', 'vor dem Mittagessen'],
    /^(?:Heute .*Morgen|Morgen .*Am Mittwoch, den 4\.) /,
  ],
  [
    'fr-FR',
    ['entre neuf heures et midi', 'le matin', 'en fin de matinée'],
    /^(?:Aujourd'hui, .*Demain, |Demain, .*Le mercredi 4, )/,
  ],
  [
    'es-ES',
    ['entre las nueve y las doce', 'por la mañana', 'a media mañana'],
    /^(?:Hoy .*Mañana |Mañana .*El miércoles 4 )/,
  ],
  [
    'it-IT',
    ['tra le nove e le dodici', 'di mattina', 'in tarda mattinata'],
    /^(?:Oggi .*Domani |Domani .*Mercoledì 4 )/,
  ],
  [
    'pt-BR',
    ['entre nove e meio-dia', 'de manhã', 'no fim da manhã'],
    /^(?:Hoje .*Amanhã |Amanhã .*Na quarta-feira, dia 4, )/,
  ],
])('in %s, %j without a day are the next days, in that period', async (language, texts, said) => {
  const { find } = await open(language, {
    ...business,
    opening_hours: ['daily 09:00-12:00, 18:00-19:00'],
  });
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, expect.stringMatching(said)]);
});

it.each(['between ten and noon', 'in the morning'])(
  'a new appointment and opening hours at %j without a day lead to the question for the day',
  async (text) => {
    const { book, hours } = await open('en-GB', business);
    expect(await book(text)).toMatch(/^Which day do you mean\?/);
    expect(await hours(text)).toMatch(/^Which day do you mean\?/);
  },
);

it.each(['at 3', '3 pm', 'between you and me', 'morning person', 'demain matin', 'Morgan'])(
  'free times at %j without a day lead to the question for the day',
  async (text) => {
    const { find } = await open('en-GB', business);
    expect(await find(text)).toMatch(/^Which day do you mean\?/);
  },
);

it('"morgen" in German is tomorrow, and no morning of the next days', async () => {
  const { find } = await open('de-DE', business);
  expect(await find('morgen')).toBe('Morgen ist um 9:00 Uhr und um 18:00 Uhr etwas frei.');
});

it.each([
  ['en-GB', ['every Monday in April', 'Mondays in April', 'a Monday in April', 'any Monday of April']],
  ['de-DE', ['jeden Montag im April', 'montags im April', 'einen Montag im April']],
  ['fr-FR', ['tous les lundis de avril', 'un lundi en avril']],
  ['es-ES', ['los lunes de abril', 'un lunes en abril']],
  ['it-IT', ['ogni lunedì di aprile', 'un lunedì in aprile']],
])('in %s, weekdays of a month are those days of it', async (language, texts) => {
  const { find } = await open(language);
  for (const text of texts) {
    expect
      .soft([text, await find(text)])
      .toEqual([text, expect.stringMatching(/(?<!\d)6[ .].*(?<!\d)13[ .]|6th.*13th/)]);
  }
});
