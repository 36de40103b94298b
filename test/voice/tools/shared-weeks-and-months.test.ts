import { describe, expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** What is said once of several days. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();

const WHOLE_DAY = '8:00 to 11:15 and 13:00 to 16:15 are free.';
const AFTERNOON = '13:00 to 16:15 are free.';
const LATE = '15:00 to 16:15 are free.';

describe('the next month', () => {
  it.each([
    ['en-GB', 'the 14th or 15th of next month', /^Tuesday the 14th of April: .+ Wednesday the 15th of April: /],
    ['en-GB', 'the second or the third of next month', /^Thursday the 2nd of April: .+ Friday the 3rd of April: /],
    ['de-DE', 'am 14. oder 15. nächsten Monats', /^Am Dienstag, den 14\. April .+ Am Mittwoch, den 15\. April /],
    ['fr-FR', 'le 14 ou le 15 du mois prochain', /^Le mardi 14 avril, .+ Le mercredi 15 avril, /],
    ['es-ES', 'el 14 o el 15 del mes que viene', /^El martes 14 de abril .+ El miércoles 15 de abril /],
    ['es-ES', 'el catorce o el quince del próximo mes', /^El martes 14 de abril .+ El miércoles 15 de abril /],
    ['it-IT', 'il 14 o il 15 del mese prossimo', /^Martedì 14 aprile .+ Mercoledì 15 aprile /],
    ['pt-BR', 'dia 14 ou 15 do mês que vem', /^Na terça-feira, 14 de abril, .+ Na quarta-feira, 15 de abril, /],
  ])('the month in %s behind the last day of %j is the month of both days', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toMatch(said);
  });

  it('a later day before the first days of the next month is one of this month', async () => {
    const { find } = await open();
    expect(await find('the 30th or the 1st of next month')).toBe(
      `Monday the 30th of March: ${WHOLE_DAY} Wednesday the 1st of April: ${WHOLE_DAY}`,
    );
  });
});

describe('the week of two weekdays', () => {
  const [EN, DE] = [/^Tuesday the 10th: .+ Thursday the 12th: /, /^Am Dienstag, den 10\. .+ Am Donnerstag, den 12\. /];
  const [FR, ES] = [/^Le mardi 10, .+ Le jeudi 12, /, /^El martes 10 .+ El jueves 12 /];
  const [IT, PT] = [/^Martedì 10 .+ Giovedì 12 /, /^Na terça-feira, dia 10, .+ Na quinta-feira, dia 12, /];

  it.each([
    ['en-GB', 'Tuesday or Thursday of next week', EN],
    ['de-DE', 'Dienstag oder Donnerstag in der nächsten Woche', DE],
    ['fr-FR', 'mardi ou jeudi de la semaine prochaine', FR],
    ['es-ES', 'el martes o el jueves de la semana que viene', ES],
    ['es-ES', 'el martes o el jueves de la próxima semana', ES],
    ['it-IT', 'martedì o giovedì della settimana prossima', IT],
    ['pt-BR', 'terça ou quinta da semana que vem', PT],
    ['en-GB', 'next week on Tuesday or Thursday', EN],
    ['de-DE', 'nächste Woche Dienstag oder Donnerstag', DE],
    ['fr-FR', 'la semaine prochaine mardi ou jeudi', FR],
    ['es-ES', 'la semana que viene el martes o el jueves', ES],
    ['it-IT', 'la settimana prossima martedì o giovedì', IT],
    ['pt-BR', 'na semana que vem terça ou quinta', PT],
  ])('the next week in %s is the week of both days of %j', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toMatch(said);
  });

  it.each([
    ['en-GB', 'Wednesday or Thursday in two weeks', /^Wednesday the 18th: .+ Thursday the 19th: /],
    ['de-DE', 'Mittwoch oder Donnerstag in zwei Wochen', /^Am Mittwoch, den 18\. .+ Am Donnerstag, den 19\. /],
    ['fr-FR', 'mercredi ou jeudi dans deux semaines', /^Le mercredi 18, .+ Le jeudi 19, /],
    ['es-ES', 'el miércoles o el jueves en dos semanas', /^El miércoles 18 .+ El jueves 19 /],
    ['it-IT', 'mercoledì o giovedì tra due settimane', /^Mercoledì 18 .+ Giovedì 19 /],
    ['pt-BR', 'quarta ou quinta em duas semanas', /^Na quarta-feira, dia 18, .+ Na quinta-feira, dia 19, /],
  ])('the weeks in %s behind the last day count for both days of %j', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toMatch(said);
  });

  it.each([
    ['en-GB', 'Tuesday or Thursday next week in the afternoon'],
    ['en-GB', 'Tuesday or Thursday afternoon next week'],
    ['en-GB', 'next Tuesday or Thursday afternoon'],
  ])('in %s, %j leads to both afternoons of the next week', async (language, date) => {
    const { find } = await open(language);
    expect(await find(date)).toBe(`Tuesday the 10th: ${AFTERNOON} Thursday the 12th: ${AFTERNOON}`);
  });

  it.each([
    [
      'fr-FR',
      'mardi ou jeudi après-midi de la semaine prochaine',
      /^Le mardi 10, .+ de 13:00 .+ Le jeudi 12, .+ de 13:00 /,
    ],
    [
      'es-ES',
      'el martes o el jueves de la semana que viene por la tarde',
      /^El martes 10 .+ de 13:00 .+ 12 .+ de 13:00 /,
    ],
    [
      'de-DE',
      'nächsten Dienstag oder Donnerstag am Nachmittag',
      /^Am Dienstag, den 10\. ist von 13:00 .+ 12\. ist von 13:00 /,
    ],
  ])('in %s, %j leads to both days of the next week in that part of the day', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toMatch(said);
  });

  it('a part of the day in one word with the last day leaves the other day whole', async () => {
    const { find } = await open('de-DE');
    expect(await find('nächsten Dienstag oder Donnerstagnachmittag')).toBe(
      'Am Dienstag, den 10. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei. Am Donnerstag, den 12. ist von 13:00 bis 16:15 Uhr etwas frei.',
    );
  });

  it.each([
    ['en-GB', 'Friday or Monday next week', /^Friday the 6th: .+ Monday the 9th: /],
    ['fr-FR', 'vendredi ou lundi de la semaine prochaine', /^Le vendredi 6, .+ Le lundi 9, /],
  ])('in %s, the later weekday that is said first in %j is one of this week', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toMatch(said);
  });
});

describe('a time or a part of the day that is said once', () => {
  it.each([
    ['after 3 on Tuesday or Thursday', LATE],
    ['any time after 3 on Tuesday or Thursday', LATE],
    ['late afternoon Tuesday or Thursday', LATE],
    ['in the afternoon on Tuesday or Thursday', AFTERNOON],
    ['Tuesday or Thursday in the afternoon', AFTERNOON],
    ['Tuesday or Thursday afternoon', AFTERNOON],
  ])('the times of %j are those of both days', async (date, times) => {
    const { find } = await open();
    expect(await find(date)).toBe(`Tomorrow: ${times} Thursday the 5th: ${times}`);
  });

  it.each([
    ['de-DE', 'nach 15 Uhr am Dienstag oder Donnerstag', /^Morgen ist von 15:00 .+ 5\. ist von 15:00 /],
    ['fr-FR', 'après 15h mardi ou jeudi', /^Demain, .+ de 15:00 .+ 5, .+ de 15:00 /],
    ['es-ES', 'después de las 15 el martes o el jueves', /^Mañana .+ de 15:00 .+ 5 .+ de 15:00 /],
    ['it-IT', 'dopo le 15 martedì o giovedì', /^Domani .+ dalle 15:00 .+ 5 .+ dalle 15:00 /],
    ['pt-BR', 'depois das 15h na terça ou na quinta', /^Amanhã .+ das 15:00 .+ 5, .+ das 15:00 /],
    ['de-DE', 'am Nachmittag am Dienstag oder Donnerstag', /^Morgen ist von 13:00 .+ 5\. ist von 13:00 /],
    ['es-ES', 'por la tarde el martes o el jueves', /^Mañana .+ de 13:00 .+ 5 .+ de 13:00 /],
    ['de-DE', 'Dienstag oder Donnerstag am Nachmittag', /^Morgen ist von 13:00 .+ 5\. ist von 13:00 /],
    ['fr-FR', "mardi ou jeudi l'après-midi", /^Demain, .+ de 13:00 .+ 5, .+ de 13:00 /],
    ['es-ES', 'martes o jueves por la tarde', /^Mañana .+ de 13:00 .+ 5 .+ de 13:00 /],
    ['it-IT', 'martedì o giovedì pomeriggio', /^Domani .+ dalle 13:00 .+ 5 .+ dalle 13:00 /],
    ['pt-BR', 'terça ou quinta à tarde', /^Amanhã .+ das 13:00 .+ 5, .+ das 13:00 /],
  ])('in %s, the times of %j are those of both days', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toMatch(said);
    expect(await find(date)).not.toContain('8:00');
  });

  it.each([
    ['Tuesday or Thursday after 3', `Tomorrow: ${WHOLE_DAY} Thursday the 5th: ${LATE}`],
    ['Tuesday after 3 or Thursday', `Tomorrow: ${LATE} Thursday the 5th: ${WHOLE_DAY}`],
    ['Tuesday afternoon or Thursday', `Tomorrow: ${AFTERNOON} Thursday the 5th: ${WHOLE_DAY}`],
    ['after 3 on Tuesday or any time Thursday', `Tomorrow: ${LATE} Thursday the 5th: ${WHOLE_DAY}`],
    ['any time Tuesday or Thursday afternoon', `Tomorrow: ${WHOLE_DAY} Thursday the 5th: ${AFTERNOON}`],
    ['tomorrow or Thursday afternoon', `Tomorrow: ${WHOLE_DAY} Thursday the 5th: ${AFTERNOON}`],
    ['after 3 on Tuesday or Thursday morning', `Tomorrow: ${LATE} Thursday the 5th: 8:00 to 11:15 are free.`],
    ['late afternoon Tuesday or Thursday morning', `Tomorrow: ${LATE} Thursday the 5th: 8:00 to 11:15 are free.`],
  ])('the time in %j is that of one day only', async (date, said) => {
    const { find } = await open();
    expect(await find(date)).toBe(said);
  });
});

describe('a time behind a part of the same day', () => {
  it.each([
    ['en-GB', 'Friday morning or late afternoon', 'Friday the 6th: 8:00 to 11:15 and 15:00 to 16:15 are free.'],
    ['en-GB', 'Friday morning or after lunch', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
    [
      'de-DE',
      'Freitagvormittag oder am späten Nachmittag',
      'Am Freitag, den 6. ist von 8:00 bis 11:15 Uhr und von 15:00 bis 16:15 Uhr etwas frei.',
    ],
    [
      'fr-FR',
      "vendredi matin ou en fin d'après-midi",
      'Le vendredi 6, il y a de la place de 8:00 à 11:15 et de 15:00 à 16:15.',
    ],
  ])('in %s, %j leads to the times of both periods', async (language, date, said) => {
    const { find } = await open(language);
    expect(await find(date)).toBe(said);
  });

  it('a start in one of two periods leads to the question for the exact time', async () => {
    const { book } = await open();
    expect(await book('Friday morning or late afternoon')).toBe(
      'Friday the 6th: 8:00 to 11:15 and 15:00 to 16:15 are free. Which exact time would you like?',
    );
    expect(await book('Friday morning or 3 pm')).toMatch(
      /^Friday the 6th: 8:00 to 11:15 are free\. Friday the 6th: 14:45, 15:00 and 15:15 are free\. /,
    );
  });
});
