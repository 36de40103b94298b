import { expect, it } from 'vitest';
import { readSaidDays } from '../../../src/tools/voice/said/days/said-days.ts';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';

const TAGS = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT', pt: 'pt-BR' } as const;
type Language = keyof typeof TAGS;

const clockText = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

/** Returns what the parser of days and times reads. Today is Monday, 2 March 2026. */
function read(language: Language, text: string, defaultCountry?: string): string {
  const context = { settings: { defaultCountry } };
  const office = { speech: createSpeech(TAGS[language]), today: '2026-03-02', context };
  const { first, last, part, clock } = readSaidDays(text, office as unknown as Parameters<typeof readSaidDays>[1]);
  const time = clock && `${clock.relation} ${clock.minutes.map(clockText).join('/')}`;
  return [first === last ? first : `${first} to ${last}`, part, time].filter((one) => one !== undefined).join(' ');
}

const CASES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'March five': '2026-03-05',
    'March the six': '2026-03-06',
    'the six of March': '2026-03-06',
    'March thirty first': '2026-03-31',
    'the thirty first of March': '2026-03-31',
    'March twenty-one': '2026-03-21',
    'Friday, March six': '2026-03-06',
    'April twenty five': '2026-04-25',
    'March twenty-one at three pm': '2026-03-21 at 15:00',
  },
  de: {
    'am fünften März': '2026-03-05',
    'in vierzehn Tagen': '2026-03-16',
    'am zwanzigsten März um acht Uhr': '2026-03-20 at 8:00/20:00',
  },
  fr: {
    'le cinq mars': '2026-03-05',
    'vendredi six mars': '2026-03-06',
    'le vendredi six': '2026-03-06',
    'le premier avril': '2026-04-01',
    'le dix-sept mars': '2026-03-17',
    'le dix sept mars': '2026-03-17',
    'le vingt mars': '2026-03-20',
    'le vingt et un mars': '2026-03-21',
    'le vingt-et-un mars': '2026-03-21',
    'le trente et un mars': '2026-03-31',
    'le vingt-neuf': '2026-03-29',
    'le cinq mars au matin': '2026-03-05 morning',
    'le cinq mars à dix heures': '2026-03-05 at 10:00/22:00',
    'le vingt mars à quinze heures trente': '2026-03-20 at 15:30',
    'le cinq': '2026-03-05',
    'à dix heures le sept mai': '2026-05-07 at 10:00/22:00',
    'vendredi vingt à dix-huit heures': '2026-03-20 at 18:00',
    'vendredi vingt à dix heures': '2026-03-20 at 10:00/22:00',
  },
  es: {
    'el cinco de marzo': '2026-03-05',
    'el día cinco de marzo': '2026-03-05',
    'viernes seis de marzo': '2026-03-06',
    'el viernes seis': '2026-03-06',
    'el uno de abril': '2026-04-01',
    'el veintiuno de marzo': '2026-03-21',
    'el veintiséis de marzo': '2026-03-26',
    'el treinta y uno de marzo': '2026-03-31',
    'el cinco de marzo por la tarde': '2026-03-05 afternoon',
    'el cinco de marzo a las tres': '2026-03-05 at 3:00/15:00',
    'a las tres del cinco de marzo': '2026-03-05 at 3:00/15:00',
    'el día cinco': '2026-03-05',
    'dieciocho de mayo': '2026-05-18',
  },
  it: {
    'il cinque marzo': '2026-03-05',
    'venerdì sei marzo': '2026-03-06',
    'il primo aprile': '2026-04-01',
    'il ventuno marzo': '2026-03-21',
    "l'otto marzo": '2026-03-08',
    "l'undici marzo": '2026-03-11',
    "l'8 marzo": '2026-03-08',
    'il ventitré marzo': '2026-03-23',
    'il ventotto marzo': '2026-03-28',
    'il trentuno marzo': '2026-03-31',
    'il cinque marzo alle dieci': '2026-03-05 at 10:00/22:00',
    "venerdì all'una": '2026-03-06 at 1:00/13:00',
    "all'una di venerdì": '2026-03-06 at 1:00/13:00',
    "venerdì all'una e mezza": '2026-03-06 at 1:30/13:30',
    "venerdì dopo l'una": '2026-03-06 from 1:00/13:00',
    "venerdì dall'una": '2026-03-06 from 1:00/13:00',
    "venerdì verso l'una": '2026-03-06 at 1:00/13:00',
  },
  pt: {
    'cinco de março': '2026-03-05',
    'a dezoito de maio': '2026-05-18',
    'dia cinco de março': '2026-03-05',
    'sexta-feira, dia seis': '2026-03-06',
    'sexta, seis de março': '2026-03-06',
    'primeiro de abril': '2026-04-01',
    'um de abril': '2026-04-01',
    'dia dois de abril': '2026-04-02',
    'vinte e um de março': '2026-03-21',
    'dia vinte e dois de março': '2026-03-22',
    'trinta e um de março': '2026-03-31',
    'dia cinco de março às dez': '2026-03-05 at 10:00/22:00',
    'às três do dia cinco de março': '2026-03-05 at 3:00/15:00',
    'daqui a duas semanas': '2026-03-16',
    'em duas semanas': '2026-03-16',
    'daqui a três dias': '2026-03-05',
    'daqui a uma semana': '2026-03-09',
  },
};

it.each(Object.entries(CASES).flatMap(([language, cases]) => Object.entries(cases).map((one) => [language, ...one])))(
  'the text in %s %j is the day %s',
  (language, text, expected) => {
    expect(read(language as Language, text)).toBe(expected);
  },
);

it.each([
  // Another weekday than the one of the date.
  ['fr', 'jeudi six mars'],
  ['es', 'el jueves seis de marzo'],
  // No such day.
  ['es', 'el treinta y uno de abril'],
  ['it', 'il trentadue marzo'],
  // An hour, or how many.
  ['es', 'cinco'],
  ['fr', 'cinq'],
  ['en', 'five'],
  ['pt', 'cinco'],
  ['pt', 'um dia de abril'],
  // One day, or another one and a time.
  ['fr', 'vendredi vingt deux heures'],
  ['fr', 'le vingt cinq heures'],
] as const)('the text in %s %j is no day', (language, text) => {
  expect(read(language, text)).not.toMatch(/^\d{4}-/);
});

it.each([
  ['US', '15/4', '2026-04-15'],
  ['US', 'Friday 13/3', '2026-03-13'],
  ['US', '15/4 at 3 pm', '2026-04-15 at 15:00'],
  ['US', '4/5', '2026-04-05'],
  ['US', '5/4', '2026-05-04'],
  ['GB', '4/15', '2026-04-15'],
  ['GB', '4/5', '2026-05-04'],
])('in %s, the day %j in figures is %s, the only date that it can be there', (country, text, expected) => {
  expect(read('en', text, country)).toBe(expected);
});

it.each(['15/13', '31/11', '15.13', '0/12', '15/12 or thus', '15/12/16'])(
  'the figures %j are no date in the United States',
  (text) => {
    expect(read('en', text, 'US')).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  },
);
