import { expect, it } from 'vitest';
import { readSaidDays } from '../../../src/tools/voice/said/days/said-days.ts';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';

/** Times in words, as the parser of days and times returns them. Today is Monday, 2 March 2026; Friday is the 6th. */
const FRIDAY = '2026-03-06';
const TAGS = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT', pt: 'pt-BR' } as const;
type Language = keyof typeof TAGS;
type Case = [language: Language, text: string, time: string];

const clockText = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

/** Returns the day and the time: `at 14:00`, `between 10:00/22:00 for 60`. A time of which the half is open has two. */
function read(language: Language, text: string): { day: string; time: string | undefined } {
  const context = { settings: { defaultCountry: undefined } };
  const office = { speech: createSpeech(TAGS[language]), today: '2026-03-02', context };
  const { first, last, clock } = readSaidDays(text, office as unknown as Parameters<typeof readSaidDays>[1]);
  const minutes = clock?.minutes.map(clockText).join('/');
  const lasting = clock?.lasting === undefined ? '' : ` for ${clock.lasting}`;
  return {
    day: first === last ? first : `${first} to ${last}`,
    time: clock && `${clock.relation} ${minutes}${lasting}`,
  };
}

const casesOf = (language: Language, times: Readonly<Record<string, string>>): Case[] =>
  Object.entries(times).map(([text, time]) => [language, text, time]);

it.each([
  ...casesOf('en', {
    'Friday at thirteen': 'at 13:00',
    'Friday at sixteen': 'at 16:00',
    'Friday at fourteen thirty': 'at 14:30',
    'Friday fourteen thirty': 'at 14:30',
    'fourteen thirty on Friday': 'at 14:30',
    'Friday at fourteen fifteen': 'at 14:15',
    'Friday at fourteen forty-five': 'at 14:45',
    'Friday at fourteen forty five': 'at 14:45',
    'Friday at fourteen oh five': 'at 14:05',
    'Friday at twenty twenty-five': 'at 20:25',
    'Friday at twenty-two thirty': 'at 22:30',
    'Friday at twenty two': 'at 22:00',
    'Friday at fourteen hundred': 'at 14:00',
    'Friday, fourteen hundred hours': 'at 14:00',
    'Friday at oh nine hundred': 'at 9:00',
    'Friday at nine hundred hours': 'at 9:00',
    'Friday at zero nine thirty': 'at 9:30',
    'Friday at twenty-four hundred hours': 'at 24:00',
    'Friday at zero hundred hours': 'at 0:00',
    'Friday after seventeen thirty': 'from 17:30',
    'Friday from fourteen to sixteen': 'between 14:00 for 120',
    'between fourteen hundred and sixteen hundred on Friday': 'between 14:00 for 120',
    'Friday at two forty': 'at 2:40/14:40',
    'Friday at two fifty-five': 'at 2:55/14:55',
    'Friday at two oh five': 'at 2:05/14:05',
    'Friday at ten fifteen': 'at 10:15/22:15',
    'Friday at fifteen past two': 'at 2:15/14:15',
    'Friday at ten to fourteen': 'at 13:50',
  }),
  ...casesOf('de', {
    'Freitag um dreizehn Uhr': 'at 13:00',
    'Freitag um vierzehn Uhr': 'at 14:00',
    'vierzehn Uhr am Freitag': 'at 14:00',
    'um vierzehn am Freitag': 'at 14:00',
    'Freitag, fünfzehn Uhr': 'at 15:00',
    'Freitag um fuenfzehn Uhr': 'at 15:00',
    'Freitag um FÜNFZEHN UHR': 'at 15:00',
    'Freitag um sechzehn Uhr nachmittags': 'at 16:00',
    'Freitag um siebzehn': 'at 17:00',
    'Freitag um achtzehn Uhr dreißig': 'at 18:30',
    'Freitag um achtzehn Uhr dreissig': 'at 18:30',
    'Freitag achtzehn dreißig': 'at 18:30',
    'Freitag um neunzehn Uhr fünfundvierzig': 'at 19:45',
    'Freitag um zwanzig Uhr': 'at 20:00',
    'Freitag um zwanzig': 'at 20:00',
    'Freitag um zwanzig Uhr fünfzehn': 'at 20:15',
    'Freitag um zwanzig Uhr fünf': 'at 20:05',
    'Freitag um einundzwanzig Uhr': 'at 21:00',
    'Freitag um zweiundzwanzig Uhr': 'at 22:00',
    'Freitag um dreiundzwanzig Uhr abends': 'at 23:00',
    'Freitag um vierundzwanzig Uhr': 'at 24:00',
    'Freitag um 24 Uhr': 'at 24:00',
    'Freitag um viertel vor vierundzwanzig Uhr': 'at 23:45',
    'Freitag um null Uhr': 'at 0:00',
    'Freitag um null Uhr dreißig': 'at 0:30',
    'Freitag um halb fünfzehn': 'at 14:30',
    'Freitag um Viertel nach vierzehn': 'at 14:15',
    'Freitag um zehn nach vierzehn Uhr': 'at 14:10',
    'Freitag um fünfzehn Minuten vor drei': 'at 2:45/14:45',
    'Freitag um zwanzig vor drei': 'at 2:40/14:40',
    'Freitag um drei Uhr vierzig': 'at 3:40/15:40',
    'Freitag um neun Uhr fünfzig': 'at 9:50/21:50',
    'Freitag nach achtzehn Uhr': 'from 18:00',
    'Freitag ab vierzehn Uhr dreißig': 'from 14:30',
    'Freitag vor sechzehn Uhr': 'until 16:00',
    'Freitag zwischen vierzehn und sechzehn Uhr': 'between 14:00 for 120',
    'Freitag zwischen drei und zwanzig Uhr': 'between 15:00 for 300',
    'Freitag vierzehn bis sechzehn Uhr': 'between 14:00 for 120',
    'Freitag von zwanzig bis vierundzwanzig Uhr': 'between 20:00 for 240',
    'Freitag um ein Uhr': 'at 1:00/13:00',
    'Freitag um zwo Uhr': 'at 2:00/14:00',
  }),
  ...casesOf('fr', {
    'vendredi à treize heures': 'at 13:00',
    'vendredi à quatorze heures': 'at 14:00',
    'quatorze heures vendredi': 'at 14:00',
    'vendredi à quinze heures quinze': 'at 15:15',
    'vendredi à seize heures et demie': 'at 16:30',
    'vendredi à dix-sept heures': 'at 17:00',
    'vendredi dix-sept heures': 'at 17:00',
    'vendredi à dix sept heures': 'at 17:00',
    'à vingt deux heures vendredi': 'at 22:00',
    'vendredi à dix-huit heures trente': 'at 18:30',
    'vendredi, dix-huit heures trente': 'at 18:30',
    'dix-huit heures trente vendredi': 'at 18:30',
    'vendredi à dix‑neuf heures moins le quart': 'at 18:45',
    'vendredi à dix-neuf heures du soir': 'at 19:00',
    'vendredi à vingt heures': 'at 20:00',
    'vendredi à vingt heures vingt-cinq': 'at 20:25',
    'vendredi à vingt et une heures': 'at 21:00',
    'vendredi à vingt-et-une heures trente': 'at 21:30',
    'vendredi à vingt-deux heures quinze': 'at 22:15',
    'vendredi à vingt-trois heures': 'at 23:00',
    'vendredi à vingt-quatre heures': 'at 24:00',
    'vendredi à zéro heure': 'at 0:00',
    'vendredi à zéro heure trente': 'at 0:30',
    'vendredi à dix heures vingt': 'at 10:20/22:20',
    'vendredi à neuf heures quarante-cinq': 'at 9:45/21:45',
    'vendredi à quatorze heures moins vingt-cinq': 'at 13:35',
    'vendredi après quatorze heures': 'from 14:00',
    'vendredi entre quatorze et seize heures': 'between 14:00 for 120',
    'vendredi entre dix et vingt et une heures': 'between 10:00 for 660',
    'vendredi de dix-sept heures à dix-neuf heures': 'between 17:00 for 120',
    'vendredi dix heures à quinze heures': 'between 10:00 for 300',
  }),
  ...casesOf('es', {
    'el viernes a las trece': 'at 13:00',
    'el viernes a las catorce': 'at 14:00',
    'a las catorce treinta del viernes': 'at 14:30',
    'el viernes a las quince y media': 'at 15:30',
    'el viernes a las quince horas': 'at 15:00',
    'el viernes, quince horas': 'at 15:00',
    'el viernes a las dieciséis y treinta': 'at 16:30',
    'el viernes a las dieciseis': 'at 16:00',
    'el viernes a las diecisiete y cuarto': 'at 17:15',
    'el viernes a las dieciocho horas': 'at 18:00',
    'el viernes a las diecinueve cuarenta y cinco': 'at 19:45',
    'el viernes a las veinte horas': 'at 20:00',
    'el viernes a las veintiuna horas': 'at 21:00',
    'el viernes a las veintiún horas': 'at 21:00',
    'el viernes a las veintidós': 'at 22:00',
    'el viernes a las veintitrés y media': 'at 23:30',
    'el viernes a las veinticuatro horas': 'at 24:00',
    'el viernes a las cero horas': 'at 0:00',
    'el viernes a las tres y quince': 'at 3:15/15:15',
    'el viernes a las dos y cuarenta y cinco': 'at 2:45/14:45',
    'el viernes a las tres menos quince': 'at 2:45/14:45',
    'el viernes a las quince para las tres': 'at 2:45/14:45',
    'el viernes diez para las tres': 'at 2:50/14:50',
    'el viernes quince para las tres': 'at 2:45/14:45',
    'el viernes después de las dieciocho': 'from 18:00',
    'el viernes entre las catorce y las dieciséis': 'between 14:00 for 120',
    'el viernes de diez a quince horas': 'between 10:00 for 300',
    'el viernes de dos y treinta y cinco a cuatro': 'between 2:35/14:35 for 85',
  }),
  ...casesOf('it', {
    'venerdì alle tredici': 'at 13:00',
    'venerdì alle quattordici': 'at 14:00',
    'alle quattordici di venerdì': 'at 14:00',
    'venerdì alle ore quindici': 'at 15:00',
    'venerdì alle quindici e trenta': 'at 15:30',
    'venerdì alle quindici trenta': 'at 15:30',
    'venerdì alle sedici e mezza': 'at 16:30',
    'venerdì alle diciassette': 'at 17:00',
    'venerdì alle diciotto e quarantacinque': 'at 18:45',
    'venerdì alle diciannove meno un quarto': 'at 18:45',
    'venerdì alle venti': 'at 20:00',
    'venerdì alle venti e quindici': 'at 20:15',
    'venerdì alle ventuno': 'at 21:00',
    'venerdì alle ventidue': 'at 22:00',
    'venerdì alle ventitré': 'at 23:00',
    'venerdì alle ventitre e trenta': 'at 23:30',
    'venerdì alle ventiquattro': 'at 24:00',
    'venerdì alle tre e quindici': 'at 3:15/15:15',
    'venerdì dopo le diciotto': 'from 18:00',
    'venerdì tra le dieci e le quindici': 'between 10:00 for 300',
    'venerdì dalle quattordici alle sedici': 'between 14:00 for 120',
  }),
  ...casesOf('pt', {
    'sexta às treze': 'at 13:00',
    'sexta às catorze horas': 'at 14:00',
    'sexta às quatorze horas': 'at 14:00',
    'às quatorze e trinta na sexta': 'at 14:30',
    'sexta às quinze e quinze': 'at 15:15',
    'sexta às dezesseis': 'at 16:00',
    'sexta às dezasseis': 'at 16:00',
    'sexta às dezessete e meia': 'at 17:30',
    'sexta às dezassete': 'at 17:00',
    'sexta às dezoito horas e quarenta e cinco': 'at 18:45',
    'sexta às dezenove': 'at 19:00',
    'sexta às dezanove': 'at 19:00',
    'sexta às vinte horas': 'at 20:00',
    'sexta às vinte horas e cinco': 'at 20:05',
    'sexta às vinte e trinta': 'at 20:30',
    'sexta às vinte e uma horas': 'at 21:00',
    'sexta às vinte e duas e quinze': 'at 22:15',
    'às vinte e duas horas na sexta': 'at 22:00',
    'sexta às vinte e três': 'at 23:00',
    'sexta às vinte e quatro horas': 'at 24:00',
    'sexta à zero hora': 'at 0:00',
    'sexta às vinte e cinco para as três': 'at 2:35/14:35',
    'sexta às quinze para as três': 'at 2:45/14:45',
    'sexta às duas e vinte e cinco': 'at 2:25/14:25',
    'sexta depois das dezoito': 'from 18:00',
    'sexta das dez às vinte e duas': 'between 10:00 for 720',
    'sexta entre as dez e as vinte e duas horas': 'between 10:00 for 720',
    'sexta entre as dezoito e vinte e uma horas': 'between 18:00 for 180',
  }),
])('the time in %s that %j says on Friday is %j', (language, text, time) => {
  expect(read(language, text)).toEqual({ day: FRIDAY, time });
});

it.each([
  ['en', 'Friday 10 to 3', 'between 10:00 for 300'],
  ['en', '10 to 3 on Friday', 'between 10:00 for 300'],
  ['en', 'Friday 9 to 5', 'between 9:00 for 480'],
  ['en', 'Friday nine to five', 'between 9:00 for 480'],
  ['en', 'Friday 3 to 4 pm', 'between 15:00 for 60'],
  ['en', 'Friday 3 pm to 4', 'between 15:00 for 60'],
  ['en', 'Friday 10 am to 3 pm', 'between 10:00 for 300'],
  ['en', 'Friday 5 pm to 6 pm', 'between 17:00 for 60'],
  ['en', 'Friday 15 to 18', 'between 15:00 for 180'],
  ['en', 'Friday from 3-4', 'between 3:00/15:00 for 60'],
  ['en', 'from 3-4 pm on Friday', 'between 15:00 for 60'],
  ['en', 'between ten and three on Friday', 'between 10:00 for 300'],
  ['en', 'Friday from ten to three', 'between 10:00 for 300'],
  ['en', 'Friday from five to six', 'between 5:00/17:00 for 60'],
  ['de', 'Freitag 10 bis 15', 'between 10:00 for 300'],
  ['de', 'Freitag zehn bis drei', 'between 10:00 for 300'],
  ['de', '10 bis 3 am Freitag', 'between 10:00 for 300'],
  ['de', 'Freitag von 10-15', 'between 10:00 for 300'],
  ['fr', 'vendredi 10h à 15h', 'between 10:00 for 300'],
  ['es', 'el viernes 10:00 a 15:00', 'between 10:00 for 300'],
  ['pt', 'sexta 10h às 15h', 'between 10:00 for 300'],
] satisfies Case[])('the window in %s that %j says on Friday is %j', (language, text, time) => {
  expect(read(language, text)).toEqual({ day: FRIDAY, time });
});

it.each([
  // Counted days, minutes, and dates.
  ['de', 'vierzehn Tage'],
  ['de', 'nach vierzehn Tagen'],
  ['de', 'Freitag in zwanzig Minuten'],
  ['de', 'zwanzig Minuten'],
  ['de', 'Freitag vierzehn Uhr zwanzig Minuten'],
  ['de', 'zwei bis drei Wochen'],
  ['fr', 'quinze jours'],
  ['fr', 'à quinze jours'],
  ['fr', 'dans vingt minutes'],
  ['fr', 'vingt minutes'],
  ['fr', 'dans vingt-quatre heures'],
  ['en', 'twenty minutes'],
  ['en', 'Friday in twenty minutes'],
  ['en', 'Friday at two twenty minutes'],
  ['en', '10 to 20 minutes on Friday'],
  ['en', '10 to 14 days'],
  ['es', 'a dieciocho de mayo'],
  ['es', 'dentro de veinte horas'],
  ['pt', 'daqui a dezoito horas'],
  ['it', 'a venti giorni'],
  // One of two times, or no time of a clock.
  ['de', 'Freitag um zwanzig fünf'],
  ['de', 'Freitag um achtzehn Uhr morgens'],
  ['de', 'Freitag um null'],
  ['fr', 'vendredi dix neuf heures'],
  ['fr', 'vendredi vingt deux heures'],
  ['fr', 'vendredi à vingt-cinq'],
  ['es', 'el viernes a las diez y seis'],
  ['pt', 'sexta às vinte e cinco'],
  ['pt', 'sexta entre dez e vinte e duas'],
  ['pt', 'sexta entre as duas e vinte e quatro'],
  ['en', 'Friday at twenty five'],
  ['en', 'Friday at twenty-five'],
  ['en', 'Friday at twenty two pm'],
  ['en', 'Friday at nine hundred'],
  ['en', 'Friday at fourteen hundred thirty'],
  ['en', 'Friday 24h'],
  ['fr', 'vendredi vingt-quatre heures'],
  ['en', 'Friday at 15 am'],
  ['pt', 'sexta às zero horas da tarde'],
  ['en', 'the third of April twenty thirty'],
  ['en', 'Friday fourteen fifteen'],
  ['en', 'Friday at twenty-four thirty'],
  ['en', 'Friday 5 to 3'],
  ['en', 'Friday 5 to 6'],
  ['en', 'Friday 20 to 3'],
  ['en', 'Friday ten to fourteen'],
  ['en', 'Friday fifteen to sixteen'],
  ['en', 'Friday 5-6'],
  ['en', 'Thursday 2-4'],
  ['en', 'Friday at 3 to 4'],
  ['en', '10 to 3'],
  ['en', '10 to 3 March'],
] satisfies [Language, string][])('the text in %s %j is no time of a day that is known', (language, text) => {
  const { day, time } = read(language, text);
  expect({ day, time: /^\d{4}-/.test(day) ? time : undefined }).toEqual({
    day: expect.not.stringMatching(/^\d{4}-/),
    time: undefined,
  });
});

it.each([
  ['de', 'in vierzehn Tagen', '2026-03-16'],
  ['en', 'in fourteen days', '2026-03-16'],
  ['fr', 'dans quinze jours', '2026-03-16'],
  ['fr', 'dans dix-sept jours', '2026-03-19'],
  ['es', 'en veinte días', '2026-03-22'],
  ['it', 'tra ventuno giorni', '2026-03-23'],
  ['de', 'am vierzehnten', '2026-03-14'],
  ['en', 'March twenty-first', '2026-03-21'],
] satisfies Case[])('the text in %s %j is the day %j without a time', (language, text, day) => {
  expect(read(language, text)).toEqual({ day, time: undefined });
});

it.each([
  ['en', 'Friday ten to three', 'at 2:50/14:50'],
  ['en', 'Friday at 10 to 3', 'at 2:50/14:50'],
  ['en', 'twenty to three on Friday', 'at 2:40/14:40'],
  ['es', 'diez para las tres del viernes', 'at 2:50/14:50'],
  ['fr', 'vendredi à quatre heures vingt', 'at 4:20/16:20'],
] satisfies Case[])('the minutes before or after an hour in %s, %j, stay %j', (language, text, time) => {
  expect(read(language, text)).toEqual({ day: FRIDAY, time });
});

it.each([
  ['en', 'Friday at 12 at night', 'at 0:00/24:00'],
  ['en', 'Friday at quarter to twelve at night', 'at 23:45'],
  ['de', 'Freitag um zwölf Uhr abends', 'at 0:00/24:00'],
  ['es', 'el viernes a las doce de la noche', 'at 0:00/24:00'],
  ['es', 'el viernes a las doce y media de la noche', 'at 0:30'],
  ['es', 'el viernes a las ocho de la noche', 'at 20:00'],
  ['es', 'el viernes a las doce de la tarde', 'at 12:00'],
  ['es', 'el viernes de ocho a doce de la noche', 'between 20:00 for 240'],
  ['pt', 'sexta às doze da noite', 'at 0:00/24:00'],
] satisfies Case[])('the time at night in %s that %j says is %j, and not at noon', (language, text, time) => {
  expect(read(language, text)).toEqual({ day: FRIDAY, time });
});

it.each([
  ['en', 'Friday at 2 at night'],
  ['es', 'el viernes a la una de la noche'],
  ['it', 'venerdì alle tre di sera'],
] satisfies [Language, string][])('the time at night in %s that %j says is not in the afternoon', (language, text) => {
  expect(read(language, text).time).toBeUndefined();
});

it.each([
  ['de', 'Freitag in vierzehn Tagen', '2026-03-20'],
  ['fr', 'vendredi en quinze', '2026-03-20'],
  ['es', 'de dieciocho a veinte de mayo', '2026-05-18 to 2026-05-20'],
  ['en', 'March 10 to 13', '2026-03-10 to 2026-03-13'],
] satisfies [Language, string, string][])('the numbers in %s %j are those of days: %s', (language, text, days) => {
  expect(read(language, text)).toEqual({ day: days, time: undefined });
});
