import { describe, expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/**
 * Times that callers say before a day, between two times, and choices of times. Today is Monday, 2 March 2026, 10:00; the practice is open
 * from 8:00 to 12:00 and 13:00 to 17:00.
 */
const open = useAskedOffices();

/** The answer to a day and a time in this order. */
const AROUND_THREE = {
  'en-GB': 'Friday the 6th: 14:45, 15:00 and 15:15 are free.',
  'de-DE': 'Am Freitag, den 6. ist um 14:45 Uhr, um 15:00 Uhr und um 15:15 Uhr etwas frei.',
  'es-ES': 'El viernes 6 hay hueco a las 14:45, a las 15:00 y a las 15:15.',
  'fr-FR': 'Le vendredi 6, il y a de la place à 14:45, à 15:00 et à 15:15.',
  'it-IT': "Venerdì 6 c'è posto alle 14:45, alle 15:00 e alle 15:15.",
  'pt-BR': 'Na sexta-feira, dia 6, há vaga às 14:45, às 15:00 e às 15:15.',
} as const;

describe('a time before the day', () => {
  it.each([
    ...['3 pm on Friday', '3pm Friday', 'at 3 on Friday', "at three o'clock on Friday", '15:00 on Friday'].map(
      (said) => ['en-GB', said] as const,
    ),
    ...[
      'at 3 in the afternoon this Friday',
      'around three on Friday, please',
      'at 3 pm, Friday',
      '3 pm on March 6',
    ].map((said) => ['en-GB', said] as const),
    ...['um 15 Uhr am Freitag', '15 Uhr Freitag', 'um drei am Freitag', 'um 3 am Freitag'].map(
      (said) => ['de-DE', said] as const,
    ),
    ...['gegen drei Uhr nachmittags am Freitag', 'um 15.00 Uhr am 6. März', '3 pm on Friday'].map(
      (said) => ['de-DE', said] as const,
    ),
    ...['a las 3 el viernes', 'a las tres de la tarde del viernes', 'a las 15:00 el viernes'].map(
      (said) => ['es-ES', said] as const,
    ),
    ...['à 15h vendredi', 'à trois heures vendredi', 'à 15 heures le vendredi 6 mars'].map(
      (said) => ['fr-FR', said] as const,
    ),
    ...['alle 15 di venerdì', 'alle tre venerdì', 'alle ore 15 venerdì 6 marzo'].map(
      (said) => ['it-IT', said] as const,
    ),
    ...['às 15h na sexta', 'às três da tarde de sexta-feira', 'às 15 horas sexta'].map(
      (said) => ['pt-BR', said] as const,
    ),
  ])('in %s, %j leads to the free times nearest to three', async (language, date) => {
    const { find } = await open(language);
    expect((await find(date)).slice(0, AROUND_THREE[language].length)).toBe(AROUND_THREE[language]);
  });

  it.each([
    ['en-GB', 'after 3 on Friday', 'Friday the 6th: 15:00 to 16:15 are free.'],
    ['en-GB', 'before ten on Friday', 'Friday the 6th: 8:00 to 9:45 are free.'],
    ['en-GB', 'at 9 tomorrow morning', 'Tomorrow: 8:45, 9:00 and 9:15 are free. There are more times.'],
    ['en-GB', 'at noon tomorrow', 'Tomorrow: 11:00, 11:15 and 13:00 are free. There are more times.'],
    [
      'de-DE',
      'um 9 morgen früh',
      'Morgen ist um 8:45 Uhr, um 9:00 Uhr und um 9:15 Uhr etwas frei. Es gibt noch weitere Zeiten.',
    ],
    [
      'en-GB',
      'at 3 pm on Thursday or Friday',
      'Thursday the 5th: 14:45, 15:00 and 15:15 are free. Friday the 6th: 14:45, 15:00 and 15:15 are free. There are more times.',
    ],
  ])('in %s, %j leaves the times that are meant', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toBe(said);
  });

  it.each([
    ['en-GB', '3 pm on Friday', 'on Friday the 6th at 15:00'],
    ['de-DE', 'um halb drei am Freitag', 'am Freitag, den 6. um 14:30 Uhr'],
    ['de-DE', 'um 9 am Freitag', 'am Freitag, den 6. um 9:00 Uhr'],
    ['es-ES', 'a las nueve mañana', 'mañana a las 9:00'],
    ['fr-FR', 'à 9h demain', 'demain à 9:00'],
    ['it-IT', 'alle 9 di domani', 'domani alle 9:00'],
    ['pt-BR', 'às 9h de amanhã', 'amanhã às 9:00'],
  ])('in %s, %j is a start, which the question repeats', async (language, start, said) => {
    const { book } = await open(language);
    expect(await book(start)).toContain(said);
  });

  it('the half of the day is asked for if the business is open in both', async () => {
    const { book } = await open('de-DE', { opening_hours: ['daily 00:00-24:00'] });
    expect(await book('um 3 am Freitag')).toBe('Meinen Sie um 3:00 Uhr oder um 15:00 Uhr?');
  });

  it.each([
    ['en-GB', 'at 3 March', 'at 10 25 December'],
    ['es-ES', 'a 3 de marzo'],
    ['de-DE', 'nach 3 Tagen'],
  ])('in %s, numbers that may be days are no times', async (language, ...dates) => {
    const { book } = await open(language);
    for (const date of dates) expect(await book(date), date).not.toMatch(/:\d\d/);
  });
});

it.each([
  ['en-GB', 'from 3 to 5 March', /^Tomorrow: 8:00 to 11:15 .* Wednesday the 4th: /],
  ['en-GB', 'between 3 and 5 March', /^Tomorrow: 8:00 to 11:15 .* Wednesday the 4th: /],
  ['de-DE', 'von 3 bis 5 März', /^Morgen ist von 8:00 bis 11:15 Uhr .* Am Mittwoch, den 4\. /],
  ['fr-FR', 'de 3 à 5 mars', /^Demain, il y a de la place de 8:00 à 11:15 .* Le mercredi 4, /],
])('in %s, the numbers before a month in %j are days', async (language, date, said) => {
  const { find } = await open(language);
  expect(await find(date)).toMatch(said);
});

describe('between two times', () => {
  const FROM_TWO = {
    'en-GB': 'Friday the 6th: 14:00 to 15:45 are free.',
    'de-DE': 'Am Freitag, den 6. ist von 14:00 bis 15:45 Uhr etwas frei.',
    'es-ES': 'El viernes 6 hay hueco de 14:00 a 15:45.',
    'fr-FR': 'Le vendredi 6, il y a de la place de 14:00 à 15:45.',
    'it-IT': "Venerdì 6 c'è posto dalle 14:00 alle 15:45.",
    'pt-BR': 'Na sexta-feira, dia 6, há vaga das 14:00 às 15:45.',
  } as const;

  it.each([
    ...[
      'Friday between 2 and 4',
      'between 2 and 4 on Friday',
      'Friday from 2 to 4 pm',
      'Friday from 14:00 until 16:00',
    ].map((said) => ['en-GB', said] as const),
    ...['Freitag zwischen 14 und 16 Uhr', 'zwischen zwei und vier am Freitag', 'Freitag von 14 bis 16 Uhr'].map(
      (said) => ['de-DE', said] as const,
    ),
    ...[
      'el viernes entre las 2 y las 4',
      'el viernes de 2 a 4',
      'entre las dos y las cuatro de la tarde del viernes',
    ].map((said) => ['es-ES', said] as const),
    ...['vendredi entre 14h et 16h', 'entre 14 et 16 heures vendredi', 'vendredi de 14h à 16h'].map(
      (said) => ['fr-FR', said] as const,
    ),
    ...['venerdì tra le 14 e le 16', 'fra le due e le quattro di venerdì', 'venerdì dalle 14 alle 16'].map(
      (said) => ['it-IT', said] as const,
    ),
    ...['sexta entre as 14 e as 16 horas', 'entre 14h e 16h na sexta', 'sexta das 14h às 16h'].map(
      (said) => ['pt-BR', said] as const,
    ),
  ])('in %s, %j leaves the times between them', async (language, date) => {
    const { find } = await open(language);
    expect(await find(date)).toBe(FROM_TWO[language]);
  });

  it.each([
    ['Friday between 10 and 2', 'Friday the 6th: 10:00 to 11:15 and 13:00 to 13:45 are free.'],
    ['Friday between 9 am and 10', 'Friday the 6th: 9:00, 9:15, 9:30 and 9:45 are free.'],
    ['Friday afternoon between 2 and half past two', 'Friday the 6th: 14:00 and 14:15 are free.'],
    ['Friday between 6 and 8 pm', 'Nothing is free then. It would be possible on Friday the 6th at 16:15.'],
    ['Friday morning between 2 and 4 pm', 'Do you mean in the morning or at 14:00?'],
  ])('%j leads to %j', async (date, said) => {
    const { find } = await open();
    expect(await find(date)).toBe(said);
  });

  it('as a start, it leads to the question for an exact time', async () => {
    const { book } = await open();
    for (const start of ['Friday between 2 and 4', 'between 2 and 4 pm on Friday', 'Friday by 10']) {
      expect(await book(start)).toMatch(/^Friday the 6th: .+ are free\. Which exact time would you like\?$/);
    }
  });
});

describe('a choice of times', () => {
  const TWO = 'Friday the 6th: 14:45, 15:00 and 15:15 are free. Friday the 6th: 15:45, 16:00 and 16:15 are free.';

  it.each(['Friday at 3 or 4', 'at 3 or 4 on Friday', 'Friday at 3 or at 4 pm', '3 pm or 4 pm on Friday'])(
    '%j leads to the times nearest to both',
    async (date) => {
      const { find } = await open();
      expect(await find(date)).toBe(`${TWO} There are more times.`);
    },
  );

  it.each([
    ['en-GB', 'Friday at 3 or 4', 'Do you mean at 15:00 or at 16:00?'],
    ['en-GB', 'at 3 or 4 on Friday', 'Do you mean at 15:00 or at 16:00?'],
    [
      'en-GB',
      'Thursday at 3 or Friday at 4',
      'Do you mean on Thursday the 5th at 15:00 or on Friday the 6th at 16:00?',
    ],
    ['en-GB', 'Thursday or Friday at 3', 'Do you mean on Thursday the 5th at 15:00 or on Friday the 6th at 15:00?'],
    ['de-DE', 'Freitag um 15 oder 16 Uhr', 'Meinen Sie um 15:00 Uhr oder um 16:00 Uhr?'],
    ['de-DE', 'um drei oder vier am Freitag', 'Meinen Sie um 15:00 Uhr oder um 16:00 Uhr?'],
    ['es-ES', 'el viernes a las 3 o a las 4', '¿Quiere decir a las 15:00 o a las 16:00?'],
    ['fr-FR', 'vendredi à 15h ou 16h', 'Voulez-vous dire à 15:00 ou à 16:00 ?'],
    ['it-IT', 'venerdì alle 15 o alle 16', 'Intende alle 15:00 o alle 16:00?'],
    ['pt-BR', 'sexta às 15h ou às 16h', 'Quer dizer às 15:00 ou às 16:00?'],
  ])('in %s, the start %j is asked about, and nothing is booked', async (language, start, question) => {
    const { call, book, booked } = await open(language);
    expect(await book(start)).toBe(question);
    const wanted = { service: 'Cleaning', start, caller_name: 'Ann Archer', confirmed: true };
    expect((await call('create_booking', wanted)).text).toBe(question);
    expect(await booked()).toEqual([]);
  });

  it.each([
    ['en-GB', 'Friday morning or afternoon', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
    [
      'en-GB',
      'Friday in the morning or in the afternoon',
      'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.',
    ],
    [
      'de-DE',
      'Freitagvormittag oder Nachmittag',
      'Am Freitag, den 6. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei.',
    ],
    ['de-DE', 'Freitag früh oder am Abend', 'Am Freitag, den 6. ist von 8:00 bis 11:15 Uhr etwas frei.'],
    ['es-ES', 'el viernes por la mañana o por la tarde', 'El viernes 6 hay hueco de 8:00 a 11:15 y de 13:00 a 16:15.'],
    [
      'fr-FR',
      "vendredi matin ou l'après-midi",
      'Le vendredi 6, il y a de la place de 8:00 à 11:15 et de 13:00 à 16:15.',
    ],
    ['it-IT', 'venerdì mattina o pomeriggio', "Venerdì 6 c'è posto dalle 8:00 alle 11:15 e dalle 13:00 alle 16:15."],
    ['pt-BR', 'sexta de manhã ou à tarde', 'Na sexta-feira, dia 6, há vaga das 8:00 às 11:15 e das 13:00 às 16:15.'],
    [
      'en-GB',
      'Thursday morning or Friday',
      'Thursday the 5th: 8:00 to 11:15 are free. Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.',
    ],
  ])('in %s, %j leads to the times of both parts', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toBe(said);
  });

  it('opening hours of a day are said once', async () => {
    const { hours } = await open();
    expect(await hours('Friday morning or afternoon')).toBe(await hours('Friday'));
  });
});

describe('an hour before the day, without another word for a time', () => {
  it.each([
    ['en-GB', 'on Friday the 6th at 16:00', ['4 on Friday', 'four on Friday', '4 on the 6th', '4 on Friday afternoon']],
    ['de-DE', 'am Freitag, den 6. um 16:00 Uhr', ['4 am Freitag', 'um 4 am Freitag', 'vier am Freitagnachmittag']],
    ['fr-FR', 'le vendredi 6 à 16:00', ['4 le vendredi', 'quatre le vendredi', '4 le vendredi après-midi']],
    [
      'es-ES',
      'el viernes 6 a las 16:00',
      ['las 4 del viernes', 'las cuatro del viernes', '4 del viernes', '4 el viernes'],
    ],
    ['it-IT', 'venerdì 6 alle 16:00', ['le 4 di venerdì', 'le quattro del venerdì', '4 di venerdì']],
    ['pt-BR', 'na sexta-feira, dia 6, às 16:00', ['4 na sexta', 'as 4 de sexta', 'quatro da sexta-feira']],
  ])('in %s, it is that of the day', async (language, said, starts) => {
    const { book, find } = await open(language);
    for (const start of starts) expect.soft([start, await book(start)]).toEqual([start, expect.stringContaining(said)]);
    // Also behind an offer of this day, which takes the place of the weekday.
    await find('2026-03-06');
    for (const start of starts) expect.soft([start, await book(start)]).toEqual([start, expect.stringContaining(said)]);
  });

  it.each([
    ['en-GB', '4 of April', 'Monday the 6th of April'],
    ['es-ES', '4 del mes que viene', '6 de abril'],
    ['it-IT', '4 di aprile', '6 aprile'],
    ['pt-BR', '4 de abril', '6 de abril'],
  ])('in %s, the number of the date %j is no hour', async (language, date, next) => {
    const { find } = await open(language);
    expect(await find(date)).toContain(next);
  });
});

describe('a bound behind the day', () => {
  it.each([
    ['en-GB', 'Friday by 10', 'Friday the 6th: 8:00 to 9:45 are free.'],
    ['de-DE', 'Freitag spätestens um 10', 'Am Freitag, den 6. ist von 8:00 bis 10:00 Uhr etwas frei.'],
    ['es-ES', 'el viernes hasta las 10', 'El viernes 6 hay hueco de 8:00 a 9:45.'],
    ['fr-FR', "vendredi jusqu'à 10h", 'Le vendredi 6, il y a de la place de 8:00 à 9:45.'],
    ['it-IT', 'venerdì entro le 10', "Venerdì 6 c'è posto dalle 8:00 alle 9:45."],
    ['pt-BR', 'sexta até as 10', 'Na sexta-feira, dia 6, há vaga das 8:00 às 9:45.'],
    ['es-ES', 'el viernes desde las 15', 'El viernes 6 hay hueco de 15:00 a 16:15.'],
    ['fr-FR', 'vendredi dès 15h', 'Le vendredi 6, il y a de la place de 15:00 à 16:15.'],
    ['it-IT', 'venerdì dopo le 15', "Venerdì 6 c'è posto dalle 15:00 alle 16:15."],
    ['pt-BR', 'sexta depois das 15h', 'Na sexta-feira, dia 6, há vaga das 15:00 às 16:15.'],
  ])('in %s, %j leaves only the times before or after it', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toBe(said);
  });
});

it('a time before the day is booked', async () => {
  const { call } = await open();
  const made = { service: 'Cleaning', start: '3 pm on Friday', caller_name: 'Ann Archer', staff: 'Jin Kim' };
  expect((await confirmed(call, 'create_booking', made)).done).toBe(
    'It is booked: Cleaning with Jin Kim on Friday the 6th at 15:00.',
  );
});
