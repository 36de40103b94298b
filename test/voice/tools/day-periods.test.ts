import { expect, it } from 'vitest';
import { readSaidDays } from '../../../src/tools/voice/said/days/said-days.ts';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';
import { useAskedOffices } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/** Parts of a day that are shorter than a half of it. Today is Monday, 2 March 2026, 10:00; Friday is the 6th. */
const FRIDAY = '2026-03-06';
const TAGS = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT', pt: 'pt-BR' } as const;
type Language = keyof typeof TAGS;

const open = useAskedOffices();

const clockText = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

/** Returns the day and the time: `2026-03-06 between 15:00 and 18:00`. */
function read(language: Language, text: string): string {
  const context = { settings: { defaultCountry: undefined } };
  const office = { speech: createSpeech(TAGS[language]), today: '2026-03-02', context };
  const { first, part, clock } = readSaidDays(text, office as unknown as Parameters<typeof readSaidDays>[1]);
  const end = clock?.lasting === undefined ? '' : ` and ${clockText((clock.minutes[0] ?? 0) + clock.lasting)}`;
  const time = clock && `${clock.relation} ${clock.minutes.map(clockText).join('/')}${end}`;
  return [first, part, time].filter((one) => one !== undefined).join(' ');
}

const CASES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'Friday late afternoon': 'between 15:00 and 18:00',
    'Friday in the late afternoon': 'between 15:00 and 18:00',
    'late Friday afternoon': 'between 15:00 and 18:00',
    'late on Friday afternoon': 'between 15:00 and 18:00',
    'in the late afternoon on Friday': 'between 15:00 and 18:00',
    'late afternoon, Friday the 6th': 'between 15:00 and 18:00',
    'Friday, early afternoon': 'between 12:00 and 15:00',
    'Friday mid-afternoon': 'between 14:00 and 16:00',
    'Friday late morning': 'between 10:00 and 12:00',
    'Friday mid-morning': 'between 9:00 and 11:00',
    'Friday early in the morning': 'until 10:00',
    'Friday early evening': 'between 17:00 and 19:00',
    'Friday lunchtime': 'between 12:00 and 14:00',
    'Friday at lunchtime': 'between 12:00 and 14:00',
    'Friday around lunch': 'between 12:00 and 14:00',
    'at lunch on Friday': 'between 12:00 and 14:00',
    'on Friday during my lunch break': 'between 12:00 and 14:00',
    'Friday after lunch': 'from 13:00',
    'after lunch on Friday': 'from 13:00',
    'Friday before lunch': 'until 12:00',
    'Friday 3ish': 'at 3:00/15:00',
    'Friday at 3-ish': 'at 3:00/15:00',
    'Friday around threeish': 'at 3:00/15:00',
    '3:30ish on Friday': 'at 3:30/15:30',
    'Friday 3pm-ish': 'at 15:00',
    'Friday noonish': 'at 12:00',
    'Friday towards 3 pm': 'at 15:00',
    'Friday at the end of the day': 'from 15:00',
    'Friday as late as possible': 'from 15:00',
    'as late as possible on Friday': 'from 15:00',
    'last thing on Friday': 'from 15:00',
    'Friday after work': 'from 17:00',
    'Friday after school': 'from 15:00',
    'before work on Friday': 'until 9:00',
  },
  de: {
    'Freitag am späten Nachmittag': 'between 15:00 and 18:00',
    'am späten Freitagnachmittag': 'between 15:00 and 18:00',
    'am späten Nachmittag am Freitag': 'between 15:00 and 18:00',
    'Freitag am frühen Nachmittag': 'between 12:00 and 15:00',
    'Freitag am späten Vormittag': 'between 10:00 and 12:00',
    'Freitag am frühen Morgen': 'until 10:00',
    'Freitag am frühen Abend': 'between 17:00 and 19:00',
    'Freitag über Mittag': 'between 12:00 and 14:00',
    'Freitag in der Mittagspause': 'between 12:00 and 14:00',
    'Freitag um die Mittagszeit': 'between 12:00 and 14:00',
    'Freitag nach dem Mittagessen': 'from 13:00',
    'Freitag so um drei': 'at 3:00/15:00',
    'Freitag so gegen 15 Uhr': 'at 15:00',
    'Freitag um drei rum': 'at 3:00/15:00',
    'Freitag um 15 Uhr herum': 'at 15:00',
    'Friday late afternoon': 'between 15:00 and 18:00',
    Freitagmittag: 'at 12:00',
    'Freitag so spät wie möglich': 'from 15:00',
    'Freitag nach der Arbeit': 'from 17:00',
    'Freitag nach Feierabend': 'from 17:00',
    'Freitag vor der Arbeit': 'until 9:00',
  },
  fr: {
    "vendredi en fin d'après-midi": 'between 15:00 and 18:00',
    "en fin d'après-midi vendredi": 'between 15:00 and 18:00',
    "vendredi en début d'après-midi": 'between 12:00 and 15:00',
    'vendredi en fin de matinée': 'between 10:00 and 12:00',
    'vendredi tôt le matin': 'until 10:00',
    "vendredi à l'heure du déjeuner": 'between 12:00 and 14:00',
    'vendredi pendant la pause déjeuner': 'between 12:00 and 14:00',
    'vendredi après le déjeuner': 'from 13:00',
    'vendredi avant le déjeuner': 'until 12:00',
    'vendredi en fin de journée': 'from 15:00',
    'vendredi le plus tard possible': 'from 15:00',
    'vendredi après le travail': 'from 17:00',
  },
  es: {
    'el viernes a última hora de la tarde': 'between 16:00 and 20:00',
    'el viernes a primera hora de la tarde': 'between 12:00 and 16:00',
    'a primera hora de la tarde del viernes': 'between 12:00 and 16:00',
    'el viernes a primera hora': 'until 10:00',
    'el viernes a primera hora de la mañana': 'until 10:00',
    'el viernes a media mañana': 'between 9:00 and 12:00',
    'el viernes a media tarde': 'between 15:00 and 18:00',
    'el viernes a la hora de comer': 'between 12:00 and 15:00',
    'el viernes después de comer': 'from 14:00',
    'el viernes después del almuerzo': 'from 14:00',
    'el viernes a eso de las tres': 'at 3:00/15:00',
    'el viernes a última hora': 'from 16:00',
    'el viernes lo más tarde posible': 'from 16:00',
    'el viernes después del trabajo': 'from 17:00',
  },
  it: {
    'venerdì nel tardo pomeriggio': 'between 15:00 and 19:00',
    'venerdì nel primo pomeriggio': 'between 12:00 and 15:00',
    'nel primo pomeriggio di venerdì': 'between 12:00 and 15:00',
    'venerdì in tarda mattinata': 'between 10:00 and 13:00',
    'venerdì a metà mattina': 'between 9:00 and 11:00',
    'venerdì mattina presto': 'until 10:00',
    "venerdì all'ora di pranzo": 'between 12:00 and 15:00',
    'venerdì in pausa pranzo': 'between 12:00 and 15:00',
    'venerdì dopo pranzo': 'from 14:00',
    'venerdì intorno alle tre': 'at 3:00/15:00',
    'venerdì a fine giornata': 'from 15:00',
    'venerdì dopo il lavoro': 'from 17:00',
  },
  pt: {
    'sexta no fim da tarde': 'between 15:00 and 19:00',
    'sexta no final da tarde': 'between 15:00 and 19:00',
    'no início da tarde de sexta': 'between 12:00 and 15:00',
    'sexta no fim da manhã': 'between 10:00 and 12:00',
    'sexta de manhã cedo': 'until 10:00',
    'sexta na hora do almoço': 'between 12:00 and 14:00',
    'sexta depois do almoço': 'from 13:00',
    'sexta antes do almoço': 'until 12:00',
    'sexta lá pelas três': 'at 3:00/15:00',
    'sexta no fim do dia': 'from 15:00',
    'sexta depois do trabalho': 'from 17:00',
  },
};

it.each(
  Object.entries(CASES).flatMap(([language, cases]) =>
    Object.entries(cases).map(([text, time]) => [language, text, time] as const),
  ),
)('the text in %s %j is Friday, %s', (language, text, time) => {
  expect(read(language as Language, text)).toBe(`${FRIDAY} ${time}`);
});

it.each([
  ...(
    [
      ...['Friday not after lunch', 'Friday lunch', 'Friday business lunch', 'Friday after launch'],
      ...['Friday after the lunch meeting', 'Friday latte afternoon', 'late Friday', 'lunch with Friday'],
      ...['Friday 6thish', 'Irish Friday', 'Friday Irish', 'Friday one finish', 'Friday 3 dish', 'Friday the 3ish'],
    ] as const
  ).map((text) => ['en', text] as const),
  ...(['Freitag Spätzle', 'Freitag nach dem Essen', 'Freitag Rum', 'Freitag nicht über Mittag'] as const).map(
    (text) => ['de', text] as const,
  ),
  ['fr', 'vendredi après-demain matin tôt'],
  ['es', 'el viernes a última'],
  ['es', 'primera hora'],
  ['it', 'venerdì pranzo'],
  ['pt', 'sexta no fim'],
] as const)('the text in %s %j is no day that is known', (language, text) => {
  expect(read(language, text)).not.toMatch(/\d{4}-/);
});

it.each([
  ['en', 'early Friday afternoon', `${FRIDAY} afternoon`],
  ['en', 'Friday afternoon', `${FRIDAY} afternoon`],
  ['en', 'Friday at midday', `${FRIDAY} at 12:00`],
  ['de', 'Freitag nach Mittag', `${FRIDAY} from 12:00`],
  ['es', 'el viernes a mediodía', `${FRIDAY} at 12:00`],
  ['fr', 'vendredi entre midi et deux', `${FRIDAY} between 12:00 and 14:00`],
] as const)('the text in %s %j means %s as before', (language, text, said) => {
  expect(read(language, text)).toBe(said);
});

it('a shorter part of a day leaves the free times in it, and a start leads to the question for one of them', async () => {
  const { find, book } = await open();
  const late = 'Friday the 6th: 15:00 to 16:15 are free.';
  expect(await find('late Friday afternoon')).toBe(late);
  expect(await find('Friday late afternoon', { part_of_day: 'afternoon' })).toBe(late);
  expect(await book('late Friday afternoon')).toBe(`${late} Which exact time would you like?`);
  expect(await find('Friday at lunchtime')).toBe('Friday the 6th: 13:00, 13:15, 13:30 and 13:45 are free.');
  expect(await find('Thursday or Friday after lunch')).toMatch(/^Thursday the 5th: .*Friday the 6th: 13:00/);
  expect(await find('Friday early evening')).toMatch(
    /^Nothing is free then\. It would be possible on Friday the 6th at 16:15/,
  );
});

it('a time of which one says "ish" is read back before it is booked, and without a day it is asked about', async () => {
  const { book } = await open();
  expect(await book('after lunch')).toMatch(/^Which day do you mean\?/);
  expect(await book('Friday 3ish')).toMatch(/^I would book Cleaning .*on Friday the 6th at 15:00, .*\?$/);
});

it('an appointment is found by a shorter part of its day', async () => {
  const { call } = await open();
  for (const start of ['2026-03-06T09:00', '2026-03-06T15:30'])
    await confirmed(call, 'create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' });
  const cancel = async (appointment: string) => (await call('cancel_booking', { appointment })).text;
  expect(await cancel('the one late Friday afternoon')).toContain('at 15:30');
  expect(await cancel('the one on Friday before lunch')).toContain('at 9:00');
});
