import { expect, it } from 'vitest';
import { readSaidDays } from '../../../src/tools/voice/said/days/said-days.ts';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';
import { useAskedOffices } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/** Parts of months, days of the next month, and days with a name. Today is Monday, 2 March 2026. */
const TAGS = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT', pt: 'pt-BR' } as const;
type Language = keyof typeof TAGS;

const open = useAskedOffices();

function read(language: Language, text: string, country?: string): string {
  const context = { settings: { defaultCountry: country } };
  const office = { speech: createSpeech(TAGS[language]), today: '2026-03-02', context };
  const { first, last, part } = readSaidDays(text, office as unknown as Parameters<typeof readSaidDays>[1]);
  return [first === last ? first : `${first} to ${last}`, part].filter((one) => one !== undefined).join(' ');
}

const CASES: Readonly<Record<string, Partial<Record<Language, readonly string[]>>>> = {
  '2026-03-22 to 2026-03-31': {
    en: ['at the end of the month', 'end of this month', 'late this month', 'late March', 'towards the end of March'],
    de: ['Ende des Monats', 'am Monatsende', 'Ende März', 'gegen Ende dieses Monats'],
    fr: ['fin du mois', 'en fin de mois', 'fin mars', 'à la fin du mois de mars'],
    es: ['a fin de mes', 'a finales de mes', 'a finales de marzo', 'al final del mes'],
    it: ['a fine mese', 'alla fine del mese', 'fine marzo'],
    pt: ['no fim do mês', 'no final de março', 'fim deste mês'],
  },
  '2026-04-11 to 2026-04-20': {
    en: ['mid-April', 'in the middle of next month', 'the middle of April'],
    de: ['Mitte April', 'Mitte nächsten Monats', 'in der Mitte des nächsten Monats', 'mid-April'],
    fr: ['mi-avril', 'à la mi-avril', 'au milieu du mois prochain'],
    es: ['a mediados de abril', 'a mediados del mes que viene', 'a mediados del próximo mes'],
    it: ['a metà aprile', 'a metà del mese prossimo', 'verso metà aprile'],
    pt: ['em meados de abril', 'meados do mês que vem'],
  },
  '2027-01-01 to 2027-01-07': {
    en: ['the first week of January', 'in the first week of January 2027', 'during the first week in January'],
    de: ['in der ersten Januarwoche', 'erste Woche im Januar', 'in der ersten Woche im Januar'],
    fr: ['la première semaine de janvier', 'dans la première semaine de janvier'],
    es: ['la primera semana de enero', 'en la primera semana de enero de 2027'],
    it: ['nella prima settimana di gennaio', 'la prima settimana di gennaio'],
    pt: ['a primeira semana de janeiro', 'na primeira semana de janeiro'],
  },
  '2027-02-22 to 2027-02-28': { en: ['the last week of February'], de: ['letzte Februarwoche'] },
  '2028-02-23 to 2028-02-29': { en: ['the last week of February 2028'] },
  '2026-03-08 to 2026-03-14': { en: ['the second week of the month'], es: ['la segunda semana del mes'] },
  '2026-03-01 to 2026-03-10': { en: ['early March', 'at the beginning of the month'], de: ['Anfang März'] },
  '2026-04-01 to 2026-04-10': { fr: ["début d'avril", 'début avril'], it: ['inizio aprile'], pt: ['início de abril'] },
  '2026-04-01 to 2026-04-15': { es: ['la primera quincena de abril'], fr: ['la première quinzaine d’avril'] },
  '2026-04-16 to 2026-04-30': { en: ['the second half of April'], pt: ['na segunda quinzena de abril'] },
  '2026-03-31': {
    en: ['the last day of the month'],
    de: ['am letzten Tag des Monats'],
    fr: ['le dernier jour du mois'],
  },
  '2026-12-11 to 2026-12-20 morning': { en: ['mid-December in the morning'] },
  '2026-04-15': {
    en: [
      'the fifteenth of next month',
      'on the 15th of next month',
      '15th next month',
      'Wednesday the 15th of next month',
    ],
    de: ['am 15. nächsten Monats', 'am fünfzehnten des nächsten Monats', 'der 15. des nächsten Monats'],
    fr: ['le 15 du mois prochain', 'le quinze du mois prochain'],
    es: ['el 15 del mes que viene', 'el quince del próximo mes', 'el día 15 del próximo mes'],
    it: ['il 15 del mese prossimo', 'il quindici del prossimo mese', 'il 15 di aprile', 'il quindici di aprile'],
    pt: ['dia 15 do mês que vem', 'no dia quinze do próximo mês'],
  },
  '2026-03-20': {
    en: ['the 20th of this month', 'the twentieth of the month'],
    de: ['am 20. dieses Monats'],
    fr: ['le 20 de ce mois'],
    es: ['el 20 de este mes'],
    it: ['il 20 di questo mese', 'venerdì a quindici'],
    pt: ['dia 20 deste mês'],
  },
  '2026-12-24': {
    en: ['Christmas Eve', 'on Christmas Eve'],
    de: ['Heiligabend', 'an Heiligabend', 'Heiliger Abend', 'on Christmas Eve'],
    fr: ['la veille de Noël'],
    es: ['en Nochebuena'],
    it: ['la vigilia di Natale'],
    pt: ['na véspera de Natal'],
  },
  '2026-12-24 morning': { en: ['Christmas Eve in the morning', 'on the morning of Christmas Eve'] },
  '2026-12-31': {
    en: ["New Year's Eve", 'new years eve'],
    de: ['Silvesterabend'],
    fr: ['la Saint-Sylvestre'],
    es: ['Nochevieja'],
    it: ['San Silvestro'],
    pt: ['véspera de Ano Novo'],
  },
  '2027-01-01': { en: ["New Year's Day"], de: ['an Neujahr'], fr: ["le jour de l'An"], it: ['a Capodanno'] },
  '2026-12-26': { en: ['Boxing Day', 'the day after Christmas'], de: ['am zweiten Weihnachtsfeiertag'] },
  '2027-02-14': { en: ["on Valentine's Day"], de: ['am Valentinstag'], fr: ['à la Saint-Valentin'] },
  '2026-03-13': { en: ['two Fridays from now'], it: ['venerdì a otto'] },
  '2026-03-10': { it: ['domani a otto'] },
  '2026-04-06': {
    en: ['the first Monday in April', 'on the first Monday of next month', 'first Monday of April'],
    de: ['am ersten Montag im April', 'der erste Montag im April', 'ersten Montag im nächsten Monat'],
    fr: ["le premier lundi d'avril", 'le premier lundi du mois prochain'],
    es: ['el primer lunes de abril', 'el primer lunes del mes que viene'],
    it: ['il primo lunedì di aprile', 'il primo lunedì del mese prossimo'],
    pt: ['a primeira segunda de abril', 'na primeira segunda-feira de abril'],
  },
  '2026-03-27': {
    en: ['the last Friday of the month', 'the last Friday in March'],
    de: ['am letzten Freitag des Monats', 'letzter Freitag im März'],
    fr: ['le dernier vendredi du mois'],
    es: ['el último viernes del mes'],
    it: ["l'ultimo venerdì del mese"],
    pt: ['a última sexta do mês'],
  },
  '2027-02-04': { en: ['the first Thursday in February'] },
  '2026-03-17': { en: ['the third Tuesday of the month'], pt: ['a terceira terça do mês'] },
  '2026-04-01 to 2026-04-30': {
    en: ['in April', 'in April 2026', 'in April, please'],
    de: ['im April'],
    fr: ['en avril', "au mois d'avril"],
    es: ['en abril'],
    it: ['in aprile', 'ad aprile'],
    pt: ['em abril'],
  },
  '2026-05-01': { it: ['il primo di maggio'] },
  '2026-03-07 to 2026-03-08': {
    pt: ['no final de semana', 'final de semana'],
    it: ['nel fine settimana', 'nel weekend'],
  },
  '2026-04-24 to 2026-04-30': { it: ["l'ultima settimana di aprile", "nell'ultima settimana di aprile"] },
  'tomorrow morning': { it: ['domattina'], pt: ['amanhã cedo'] },
  '2026-03-06 afternoon': { fr: ['vendredi aprèm'] },
  '2026-03-12 to 2026-03-13 afternoon': { en: ['late next week in the afternoon'] },
  '2026-03-22 to 2026-03-31 afternoon': { en: ['late this month in the afternoon'] },
  '2026-04-21 to 2026-04-30 morning': { en: ['late April in the morning', 'late next month, in the morning'] },
  '2026-03-24': { en: ['four Tuesdays from now'] },
};

it.each(
  Object.entries(CASES).flatMap(([days, languages]) =>
    Object.entries(languages).flatMap(([language, texts]) =>
      texts.map((text) => [language as Language, text, days] as const),
    ),
  ),
)('the text in %s %j means the days %s', (language, text, days) => {
  expect(read(language, text)).toBe(days);
});

it.each([
  ['15/12/2026', 'US', '2026-12-15'],
  ['12/15/2026', 'US', '2026-12-15'],
  ['12/15/2026', 'GB', '2026-12-15'],
  ['5/12/2026', 'US', '2026-05-12'],
  ['5/12/2026', 'GB', '2026-12-05'],
  ['15/12/1980', 'US', '1980-12-15'],
] as const)('the date %s in %s is %s: the other order only where it is the only one', (text, country, date) => {
  expect(read('en', text, country)).toBe(date);
});

it.each([
  ['en', 'Natalia'],
  ['en', 'Christmas'],
  ['en', 'April'],
  ['en', 'Mia'],
  ['fr', 'Noël'],
  ['it', 'Natale'],
  ['de', 'Silvester'],
  ['en', 'two Mondays from now'],
  ['en', '13/13/2026'],
  ['en', 'the fifth week of March'],
  ['en', 'the end of'],
  ['fr', 'mi'],
] as const)('the text in %s %j has no days that are known', (language, text) => {
  expect(read(language, text)).not.toMatch(/\d{4}-/);
});

it('the end of the month and the fifteenth of the next one have their free times', async () => {
  const { find, hours } = await open();
  expect(await find('at the end of the month')).toMatch(/^Monday the 23rd: .+ Tuesday the 24th: /);
  expect(await find('the fifteenth of next month')).toMatch(/^Wednesday the 15th of April/);
  expect(await find('the first week of May')).toMatch(/^Friday the 1st of May: /);
  expect(await find('mid-February')).toMatch(/^That is too far ahead\./);
  expect(await find('two weeks from now')).toMatch(/^Monday the 16th: /);
  expect(await find('two Fridays from now')).toMatch(/^Friday the 13th: /);
  expect(await find('a week from now')).toMatch(/^Monday the 9th: /);
  expect(await find('in April')).toMatch(/^Wednesday the 1st of April: .+ Thursday the 2nd of April: /);
  expect(await find('late next week in the afternoon')).toMatch(/^Thursday the 12th: 13:00 to /);
  expect(await hours('Christmas Eve')).toMatch(/^On Thursday the 24th of December/);
});

it('the 1st of this month is over, and leads to the times from today on', async () => {
  const { find } = await open();
  expect(await find('the 1st of this month')).toMatch(/^That day is already over\. Today: /);
});

it('an appointment is booked on the fifteenth of the next month, and found by it and by the middle of the month', async () => {
  const { book, call } = await open();
  const start = 'the fifteenth of next month at 10';
  expect(await book(start)).toMatch(/^I would book Cleaning .*on Wednesday the 15th of April at 10:00, .*\?$/);
  await confirmed(call, 'create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' });
  await confirmed(call, 'create_booking', {
    service: 'Cleaning',
    start: '2026-03-06T15:00',
    caller_name: 'Ann Archer',
  });
  const cancel = async (appointment: string) => (await call('cancel_booking', { appointment })).text;
  expect(await cancel('the one on the fifteenth of next month')).toContain('the 15th of April at 10:00');
  expect(await cancel('mid-April')).toContain('the 15th of April at 10:00');
});

it('a person named like a day or a month is not taken for one', async () => {
  const { call } = await open('fr-FR');
  for (const [caller_name, start] of [
    ['Noël Dupont', '2026-03-06T10:00'],
    ['Avril Dupont', '2026-03-06T15:00'],
  ])
    await confirmed(call, 'create_booking', { service: 'Cleaning', start, caller_name });
  expect((await call('cancel_booking', { appointment: 'le rendez-vous de Noël' })).text).toContain('à 10:00');
  expect((await call('cancel_booking', { appointment: "celui d'Avril" })).text).toContain('à 15:00');
});

it('the first hour of a day in Spanish is its early morning, and no time that is free first', async () => {
  const { find, book } = await open('es-ES');
  expect(await find('el viernes a primera hora')).toMatch(/^El viernes 6.* 8:00/);
  expect(await find('mañana a primera hora')).toMatch(/^Mañana.* 8:00/);
  expect(await book('el viernes a primera hora')).toMatch(/viernes 6/);
});
