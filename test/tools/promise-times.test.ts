import { describe, expect, it } from 'vitest';
import { promisesIn } from '../../src/lib/promises/detect.ts';
import { assumedDue, dueOf } from '../../src/lib/promises/due.ts';
import { LANGUAGES } from '../../src/lib/promises/languages/index.ts';
import { formatInstant } from '../../src/lib/time/format.ts';
import { parseOpeningHours } from '../../src/lib/time/opening-hours.ts';

/** The call is on Monday 16 November 2026 at 10:00 in New York; the business closes at 17:00 on working days. */
const occasion = {
  start: Date.parse('2026-11-16T15:00:00Z'),
  zone: 'America/New_York',
  hours: parseOpeningHours('Mon-Fri 08:00-17:00'),
};
const local = (at: number) => formatInstant(new Date(at).toISOString(), occasion.zone)?.local.slice(0, 16);

function due(sentence: string, start = occasion.start, hours = occasion.hours) {
  const [promise] = promisesIn(sentence, 'business');
  if (!promise) throw new Error(`no promise: ${sentence}`);
  return dueOf(sentence, promise.language, { ...occasion, start, hours });
}

describe('a promise names when it is due', () => {
  it.each([
    ["We'll call you back today.", '2026-11-16T17:00'],
    ["We'll call you back this afternoon.", '2026-11-16T18:00'],
    ['Dana will call you tomorrow morning.', '2026-11-17T12:00'],
    ['Dana will call you tomorrow.', '2026-11-17T17:00'],
    ["She'll call you today or tomorrow.", '2026-11-17T17:00'],
    ["He'll call you the day after tomorrow.", '2026-11-18T17:00'],
    ["We'll send you a quote by Friday.", '2026-11-20T17:00'],
    ["We'll send you a quote before Friday.", '2026-11-19T17:00'],
    ["We'll be in touch on Monday.", '2026-11-23T17:00'],
    ['Someone will call you within 24 hours.', '2026-11-17T10:00'],
    ["I'll call you back in ten minutes.", '2026-11-16T10:10'],
    ["We'll call you back within the hour.", '2026-11-16T11:00'],
    ['Billing will call you within two working days.', '2026-11-18T17:00'],
    ['The refund will arrive in five to seven working days.', '2026-11-25T17:00'],
    ["You'll get your refund within ten days.", '2026-11-26T17:00'],
    ["We'll send you the estimate next week.", '2026-11-27T17:00'],
    ["We'll call you by the end of the week.", '2026-11-20T17:00'],
    ["We'll call you tomorrow at 3 pm.", '2026-11-17T15:00'],
    ["We'll call you on Thursday at three.", '2026-11-19T15:00'],
    ["We'll call you at 9 a.m.", '2026-11-17T09:00'],
    ["We'll call you by noon.", '2026-11-16T12:00'],
    ["We'll call you by 12 pm.", '2026-11-16T12:00'],
    ["We'll call you by 12:30 p.m.", '2026-11-16T12:30'],
    ["We'll call you by 12:30 am.", '2026-11-17T00:30'],
    ["We'll call you on Friday by twelve a.m.", '2026-11-20T00:00'],
    ["We'll call you today by 12 am.", '2026-11-17T00:00'],
    ['Le llamaremos el viernes a las 12:30 a.m.', '2026-11-20T00:30'],
    ['Le llamaremos el viernes a las 12:30 p. m.', '2026-11-20T12:30'],
    ['Le llamaremos el viernes a las 3 a. m.', '2026-11-20T03:00'],
    ['Le llamaremos hoy a las 12 de la noche.', '2026-11-17T00:00'],
    ['Le llamaremos el viernes a las 12 de la tarde.', '2026-11-20T12:00'],
    ['Vamos ligar para você na sexta-feira às 12 da noite.', '2026-11-20T00:00'],
    ["We'll send you a quote by December 3rd.", '2026-12-03T17:00'],
    ["We'll send you a quote on the 2nd of January.", '2027-01-02T23:59'],
    ['Le llamaremos mañana por la mañana.', '2026-11-17T12:00'],
    ['Le llamaremos pasado mañana.', '2026-11-18T17:00'],
    ['Le llamaremos el viernes a las 11.', '2026-11-20T11:00'],
    ['Le devolveremos el dinero en cinco días hábiles.', '2026-11-23T17:00'],
    ['Wir rufen Sie morgen Vormittag zurück.', '2026-11-17T12:00'],
    ['Wir rufen Sie am Freitagnachmittag zurück.', '2026-11-20T18:00'],
    ['Wir rufen Sie heute bis 16 Uhr zurück.', '2026-11-16T16:00'],
    ['Unser Techniker wird Sie innerhalb von 24 Stunden anrufen.', '2026-11-17T10:00'],
    ['Nous vous rappellerons demain matin.', '2026-11-17T12:00'],
    ["On vous rappelle aujourd'hui à 15 heures.", '2026-11-16T15:00'],
    ["Nous vous enverrons un devis d'ici vendredi.", '2026-11-20T17:00'],
    ["Nous vous rappellerons d'ici 15 heures.", '2026-11-16T15:00'],
    ["Nous vous rappellerons d'ici 16h30.", '2026-11-16T16:30'],
    ["Nous vous rappellerons d'ici deux heures.", '2026-11-16T12:00'],
    ["Nous vous rappellerons d'ici 48 heures.", '2026-11-18T10:00'],
    ['Nous vous rappellerons demain à midi et demi.', '2026-11-17T12:30'],
    ['Nous vous rappellerons demain avant midi moins le quart.', '2026-11-17T11:45'],
    ['Nous vous rappellerons demain à midi.', '2026-11-17T12:00'],
    ['La richiameremo domani mattina.', '2026-11-17T12:00'],
    ['La richiameremo entro due ore.', '2026-11-16T12:00'],
    ['Vamos ligar para você amanhã de manhã.', '2026-11-17T12:00'],
    ['Enviaremos o orçamento até sexta-feira.', '2026-11-20T17:00'],
    ["We'll call you on Friday next week.", '2026-11-27T17:00'],
    ["We'll call you next week on Wednesday.", '2026-11-25T17:00'],
    ["We'll call you on Monday next week.", '2026-11-23T17:00'],
    ["We'll call you next Friday.", '2026-11-27T17:00'],
    ["We'll call you this Friday.", '2026-11-20T17:00'],
    ['Wir rufen Sie nächste Woche Freitag zurück.', '2026-11-27T17:00'],
    ['Wir rufen Sie nächsten Freitag zurück.', '2026-11-27T17:00'],
    ['Wir rufen Sie am kommenden Freitag zurück.', '2026-11-20T17:00'],
    ['Le llamaremos el viernes de la próxima semana.', '2026-11-27T17:00'],
    ['Le llamaremos el próximo viernes.', '2026-11-20T17:00'],
    ['Nous vous rappellerons vendredi de la semaine prochaine.', '2026-11-27T17:00'],
    ["We'll call you back at half past three.", '2026-11-16T15:30'],
    ["We'll call you back at three thirty.", '2026-11-16T15:30'],
    ["We'll call you tomorrow at a quarter to four.", '2026-11-17T15:45'],
    ["We'll call you back by half past twelve.", '2026-11-16T12:30'],
    ["We'll call you back tonight at eight.", '2026-11-16T20:00'],
    ["We'll call you at seven in the evening.", '2026-11-16T19:00'],
    ["We'll call you back tonight at twelve.", '2026-11-17T00:00'],
    ["We'll call you tomorrow morning at six.", '2026-11-17T06:00'],
    ["We'll call you tomorrow at nine about your evening appointment.", '2026-11-17T09:00'],
    ['Wir rufen Sie heute um halb vier zurück.', '2026-11-16T15:30'],
    ['Wir rufen Sie um Viertel vor vier zurück.', '2026-11-16T15:45'],
    ['Wir rufen Sie morgen um 16 Uhr 30 zurück.', '2026-11-17T16:30'],
    ['Wir rufen Sie heute Abend um 8 Uhr zurück.', '2026-11-16T20:00'],
    ['Wir rufen Sie heute um 15:30 zurück.', '2026-11-16T15:30'],
    ['Wir rufen Sie heute um drei zurück.', '2026-11-16T15:00'],
    ['Wir rufen Sie morgen um elf Uhr zurück.', '2026-11-17T11:00'],
    ['Le llamaremos mañana a las once.', '2026-11-17T11:00'],
    ['Le llamaremos hoy a las 15 horas.', '2026-11-16T15:00'],
    ['Le llamaremos mañana a las ocho y media de la tarde.', '2026-11-17T20:30'],
    ['Le llamaremos esta noche a las 9.', '2026-11-16T21:00'],
    ['Le llamaremos mañana a las 6 de la mañana.', '2026-11-17T06:00'],
    ["Nous vous rappellerons aujourd'hui à 15h30.", '2026-11-16T15:30'],
    ['Nous vous rappellerons demain à trois heures et demie.', '2026-11-17T15:30'],
    ['Nous vous rappellerons ce soir à 8 heures.', '2026-11-16T20:00'],
    ['La richiameremo oggi alle ore 15.', '2026-11-16T15:00'],
    ['La richiameremo domani alle quattro meno un quarto.', '2026-11-17T15:45'],
    ["La richiameremo domani all'una.", '2026-11-17T13:00'],
    ['La richiameremo stasera alle 8.', '2026-11-16T20:00'],
    ['Vamos ligar para você hoje às 15 horas.', '2026-11-16T15:00'],
    ['Vamos ligar para você em até 24 horas.', '2026-11-17T10:00'],
    ['Vamos ligar para você amanhã às três e meia.', '2026-11-17T15:30'],
    ['Vamos ligar para você hoje à noite às 8.', '2026-11-16T20:00'],
    ["We'll call you in a day or two.", '2026-11-18T17:00'],
    ["We'll call you back in an hour or two.", '2026-11-16T12:00'],
    ["You'll get your refund in a week or two.", '2026-11-30T17:00'],
    ["We'll call you in the next few days.", '2026-11-19T17:00'],
    ["We'll call you within the next couple of days.", '2026-11-18T17:00'],
    ['I or a colleague will call you in two hours or a bit later.', '2026-11-16T12:00'],
    ['Le llamaremos en un día o dos.', '2026-11-18T17:00'],
    ['Nous vous rappellerons dans un jour ou deux.', '2026-11-18T17:00'],
    ['Nous vous rappellerons dans 2h.', '2026-11-16T12:00'],
    ['La richiameremo tra un giorno o due.', '2026-11-18T17:00'],
    ["La richiameremo tra un'ora.", '2026-11-16T11:00'],
    ['Vamos ligar para você em um dia ou dois.', '2026-11-18T17:00'],
    ["We'll send you a quote by the end of the month.", '2026-11-30T17:00'],
    ["We'll send you a quote next month.", '2026-12-31T17:00'],
    ['Wir rufen Sie bis Ende des Monats zurück.', '2026-11-30T17:00'],
    ['Wir rufen Sie nächsten Monat zurück.', '2026-12-31T17:00'],
    ['Le llamaremos a fin de mes.', '2026-11-30T17:00'],
    ['Nous vous rappellerons le mois prochain.', '2026-12-31T17:00'],
    ['La richiameremo entro fine mese.', '2026-11-30T17:00'],
    ['Vamos ligar para você até o fim do mês.', '2026-11-30T17:00'],
    ["We'll send you a quote by the 25th.", '2026-11-25T17:00'],
    ["We'll send you a quote by the 3rd.", '2026-12-03T17:00'],
    ["We'll send you a quote by the 31st.", '2026-12-31T17:00'],
    ["We'll send you a quote by the 3rd of January.", '2027-01-03T23:59'],
    ['Wir rufen Sie am 25. zurück.', '2026-11-25T17:00'],
    ['Le llamaremos el día 25.', '2026-11-25T17:00'],
    ['Vamos ligar para você no dia 25.', '2026-11-25T17:00'],
    ["We'll call you in six months.", '2027-05-16T23:59'],
    ["We'll call you on December third.", '2026-12-03T17:00'],
    ["We'll call you on the third of December.", '2026-12-03T17:00'],
    ["We'll send you a quote by January the twenty-first.", '2027-01-21T17:00'],
    ["We'll call you on Thursday, December thirty-first, at ten.", '2026-12-31T10:00'],
    ["We'll call you in a fortnight.", '2026-11-30T17:00'],
    ["We'll call you the week after next.", '2026-12-04T17:00'],
    ['Wir rufen Sie am dritten Dezember zurück.', '2026-12-03T17:00'],
    ['Wir rufen Sie am einunddreißigsten Dezember zurück.', '2026-12-31T17:00'],
    ['Wir rufen Sie übernächste Woche zurück.', '2026-12-04T17:00'],
    ['Le llamaremos el tres de diciembre.', '2026-12-03T17:00'],
    ['Le llamaremos el treinta y uno de diciembre.', '2026-12-31T17:00'],
    ['Nous vous rappellerons le premier décembre.', '2026-12-01T17:00'],
    ['Nous vous rappellerons le vingt et un décembre.', '2026-12-21T17:00'],
    ['Nous vous rappellerons le dix-sept décembre.', '2026-12-17T17:00'],
    ['La richiameremo il ventidue dicembre.', '2026-12-22T17:00'],
    ['Vamos ligar para você no dia três de dezembro.', '2026-12-03T17:00'],
    ['Vamos ligar para você no dia vinte e um de dezembro.', '2026-12-21T17:00'],
    ["We'll call you back in about a month.", '2026-12-16T17:00'],
    ['Wir rufen Sie innerhalb eines Monats zurück.', '2026-12-16T17:00'],
    ['Nous vous rappellerons dans un mois.', '2026-12-16T17:00'],
    ['La richiameremo entro un mese.', '2026-12-16T17:00'],
    ['Vamos ligar para você em um mês.', '2026-12-16T17:00'],
    ["We'll send you a quote within a month.", '2026-12-16T17:00'],
    ["We'll call you back between two and four.", '2026-11-16T16:00'],
    ["We'll call you back between 2 pm and 4 pm.", '2026-11-16T16:00'],
    ["We'll call you between two and four business days from now.", '2026-11-20T17:00'],
    ["We'll call you no later than three.", '2026-11-16T15:00'],
    ["We'll call you this weekend.", '2026-11-22T23:59'],
    ["We'll call you after the weekend.", '2026-11-23T17:00'],
    ['Wir rufen Sie in sechs Monaten an.', '2027-05-16T23:59'],
    ['Wir rufen Sie morgen zwischen 14 und 16 Uhr zurück.', '2026-11-17T16:00'],
    ['Wir rufen Sie am Wochenende zurück.', '2026-11-22T23:59'],
    ['Le llamaremos hoy entre las 2 y las 4.', '2026-11-16T16:00'],
    ['Le llamaremos en seis meses.', '2027-05-16T23:59'],
    ['Nous vous rappellerons demain entre 14h et 16h.', '2026-11-17T16:00'],
    ['La richiameremo domani tra le 14 e le 16.', '2026-11-17T16:00'],
    ['Vamos ligar para você amanhã entre as 14 e as 16 horas.', '2026-11-17T16:00'],
    ["We'll call you back in half an hour.", '2026-11-16T10:30'],
    ["We'll call you back within an hour and a half.", '2026-11-16T11:30'],
    ["We'll call you back in one and a half hours.", '2026-11-16T11:30'],
    ["We'll call you back in a quarter of an hour.", '2026-11-16T10:15'],
    ["We'll call you back in forty-five minutes.", '2026-11-16T10:45'],
    ["We'll call you in a week and a half.", '2026-11-27T17:00'],
    ["We'll call you back at 3.30 pm.", '2026-11-16T15:30'],
    ["We'll call you on Thursday the 3rd at ten.", '2026-12-03T10:00'],
    ['Wir rufen Sie in einer halben Stunde zurück.', '2026-11-16T10:30'],
    ['Wir rufen Sie in einer Viertelstunde zurück.', '2026-11-16T10:15'],
    ['Wir rufen Sie in anderthalb Tagen zurück.', '2026-11-18T17:00'],
    ['Wir rufen Sie in vierzehn Tagen zurück.', '2026-11-30T17:00'],
    ['Wir rufen Sie bis spätestens 15 Uhr zurück.', '2026-11-16T15:00'],
    ['Le llamaremos en media hora.', '2026-11-16T10:30'],
    ['Le llamaremos en una hora y media.', '2026-11-16T11:30'],
    ['Le llamaremos en cuarenta y cinco minutos.', '2026-11-16T10:45'],
    ['Nous vous rappellerons dans une demi-heure.', '2026-11-16T10:30'],
    ["Nous vous rappellerons dans un quart d'heure.", '2026-11-16T10:15'],
    ['Nous vous rappellerons dans une heure et demie.', '2026-11-16T11:30'],
    ["La richiameremo tra mezz'ora.", '2026-11-16T10:30'],
    ["La richiameremo tra un'ora e mezza.", '2026-11-16T11:30'],
    ['Vamos ligar para você em meia hora.', '2026-11-16T10:30'],
    ["We'll call you before Friday at 3 pm.", '2026-11-20T15:00'],
    ["We'll call you before Friday noon.", '2026-11-20T12:00'],
  ])('"%s" is due at %s', (sentence, expected) => {
    const { at, isAssumed } = due(sentence);
    expect({ end: local(at), isAssumed }).toEqual({ end: expected, isAssumed: false });
  });

  it.each([
    ["We'll call you back.", '2026-11-17T17:00'],
    ["I'll call you right back.", '2026-11-16T17:00'],
    ["We'll call you about tooth 14 in room 3.", '2026-11-17T17:00'],
    ["We'll send you a quote for 20 euro a month.", '2026-11-17T17:00'],
    ["We'll send you a quote for the three month plan.", '2026-11-17T17:00'],
    ["We'll send you a quote for two hours of cleaning.", '2026-11-17T17:00'],
    ["We'll refund you the last two months.", '2026-11-17T17:00'],
    ["We'll call you, as we may first have to ask.", '2026-11-17T17:00'],
    ['Nous vous enverrons un devis pour un mois.', '2026-11-17T17:00'],
    ['Wir schicken Ihnen ein Angebot für zwei Stunden.', '2026-11-17T17:00'],
  ])('"%s" names none: %s is assumed', (sentence, expected) => {
    const { at, isAssumed } = due(sentence);
    expect({ end: local(at), isAssumed }).toEqual({ end: expected, isAssumed: true });
  });

  it('a promise for 29 February that is made in the year before a leap year is due on that day', () => {
    const yearBefore = Date.parse('2103-11-16T15:00:00Z');
    expect(local(due("We'll send you a quote by February 29th.", yearBefore).at)).toBe('2104-02-29T17:00');
  });

  it('after closing time, today lasts until its last second, which does not read as tomorrow', () => {
    const evening = Date.parse('2026-11-17T00:30:00Z');
    expect(local(due("We'll call you back today.", evening).at)).toBe('2026-11-16T23:59');
  });

  it('an assumed end skips days on which the business is closed', () => {
    const friday = Date.parse('2026-11-20T15:00:00Z');
    expect(local(assumedDue({ ...occasion, start: friday }).at)).toBe('2026-11-23T17:00');
  });

  it('a working day is counted across a clock change in local time', () => {
    const beforeChange = Date.parse('2026-10-30T14:00:00Z');
    expect(local(due('Billing will call you within one working day.', beforeChange).at)).toBe('2026-11-02T17:00');
    expect(local(due('Someone will call you within two days.', beforeChange).at)).toBe('2026-11-01T23:59');
  });
});

describe('a promise of a business that is open past midnight', () => {
  const night = parseOpeningHours('Mon-Sun 20:00-24:00, 00:00-04:00');
  /** Monday evening and the early Tuesday, in New York. */
  const at = (time: string) => Date.parse(`${time < '12' ? '2026-11-17' : '2026-11-16'}T${time}-05:00`);

  it.each([
    ['00:40', "We'll call you back tonight.", '2026-11-17T04:00'],
    ['20:30', "We'll call you back tonight.", '2026-11-16T22:00'],
    ['22:40', "We'll call you back tonight.", '2026-11-17T04:00'],
    ['22:40', "We'll call you back by two.", '2026-11-17T02:00'],
    ['00:40', "We'll call you back by two.", '2026-11-17T02:00'],
    ['22:40', "We'll call you back tonight at two.", '2026-11-17T02:00'],
    ['22:40', 'Wir rufen Sie heute bis 2 Uhr zurück.', '2026-11-17T02:00'],
    ['22:40', "We'll call you back by 2 pm.", '2026-11-17T14:00'],
    ['22:40', "We'll call you back tomorrow by two.", '2026-11-17T02:00'],
    ['22:40', "We'll call you back by five.", '2026-11-17T17:00'],
    // The night of Monday: tomorrow is the Tuesday that has begun on the clock.
    ['22:40', "We'll call you back tomorrow.", '2026-11-17T23:59'],
    ['00:40', "We'll call you back tomorrow.", '2026-11-17T23:59'],
    ['00:40', "We'll call you back tomorrow morning.", '2026-11-17T12:00'],
    ['00:40', "We'll call you back tomorrow at 3 pm.", '2026-11-17T15:00'],
    ['00:40', "We'll call you back tomorrow evening.", '2026-11-17T22:00'],
    ['00:40', "We'll call you back tomorrow by two.", '2026-11-18T02:00'],
    ['00:40', "We'll call you back the day after tomorrow.", '2026-11-18T23:59'],
    ['00:40', "We'll call you back on Tuesday.", '2026-11-17T23:59'],
    ['00:40', "We'll call you back on Wednesday.", '2026-11-18T23:59'],
    ['00:40', 'Wir rufen Sie morgen zurück.', '2026-11-17T23:59'],
    ['00:40', "We'll call you back today.", '2026-11-17T23:59'],
    ['00:40', 'Someone will call you within two days.', '2026-11-19T23:59'],
    ['00:40', 'Billing will call you within one working day.', '2026-11-17T23:59'],
    ['04:30', "We'll call you back tomorrow.", '2026-11-18T23:59'],
    ['20:30', "We'll call you back before we close.", '2026-11-17T04:00'],
    ['00:40', "We'll call you back before we close.", '2026-11-17T04:00'],
    ['00:40', "We'll call you back today before we close.", '2026-11-17T04:00'],
    ['00:40', "We'll call you back tomorrow before we close.", '2026-11-18T04:00'],
    ['22:40', 'Wir rufen Sie morgen vor Ladenschluss zurück.', '2026-11-18T04:00'],
  ])('said at %s, "%s" is due at %s', (time, sentence, expected) => {
    expect(local(due(sentence, at(time), night).at)).toBe(expected);
  });

  it('tomorrow is the next date of the calendar for a business that is not open, or whose night has ended', () => {
    const evenings = parseOpeningHours('Mon-Sun 18:00-24:00');
    const always = parseOpeningHours('Mon-Sun 00:00-24:00');
    const early = parseOpeningHours('Mon-Sun 00:00-04:00');
    for (const hours of [occasion.hours, evenings, always, early])
      expect(local(due("We'll call you back tomorrow.", at('00:40'), hours).at)?.slice(0, 10)).toBe('2026-11-18');
  });

  it('a promise without a time is due at the end of the day after the night', () => {
    expect(local(due("We'll call you back.", at('00:40'), night).at)).toBe('2026-11-17T23:59');
  });

  it('hours of a day only leave the time of the afternoon, and the evening', () => {
    expect(local(due("We'll call you back by two.", at('22:40')).at)).toBe('2026-11-17T14:00');
    expect(local(due("We'll call you back tonight.", at('00:40')).at)).toBe('2026-11-17T22:00');
  });
});

describe('a promise of a business that is open in the evening', () => {
  const evening = parseOpeningHours('daily 11:00-23:00');

  it.each([
    ['18:00', "We'll call you back by nine.", '2026-11-16T21:00'],
    ['18:00', "We'll call you tomorrow at nine.", '2026-11-17T21:00'],
    ['18:00', "We'll call you tomorrow at eleven.", '2026-11-17T11:00'],
    ['18:00', "We'll call you tomorrow at nine a.m.", '2026-11-17T09:00'],
    ['22:00', "We'll call you back by nine.", '2026-11-17T21:00'],
    ['12:00', 'Wir rufen Sie heute um halb zehn zurück.', '2026-11-16T21:30'],
  ])('said at %s, "%s" is due at %s, when it is open', (time, sentence, expected) => {
    expect(local(due(sentence, Date.parse(`2026-11-16T${time}-05:00`), evening).at)).toBe(expected);
  });

  it('a business that is closed in the evening has the time of the morning', () => {
    expect(local(due("We'll call you back by nine.").at)).toBe('2026-11-17T09:00');
  });
});

describe('a promise until the business closes', () => {
  it.each([
    ["We'll call you back before we close.", '2026-11-16T17:00'],
    ["I'll call you back before closing.", '2026-11-16T17:00'],
    ["We'll call you by closing time today.", '2026-11-16T17:00'],
    ["We'll call you back this afternoon, before the office closes.", '2026-11-16T17:00'],
    ["We'll call you back by close of business.", '2026-11-16T17:00'],
    ["We'll send you a quote before we close on Friday.", '2026-11-20T17:00'],
    ["We'll call you tomorrow before we close.", '2026-11-17T17:00'],
    ["We'll call you at four, before we close.", '2026-11-16T16:00'],
    ["We'll call you back before we close for lunch.", '2026-11-16T12:00'],
    ['Wir rufen Sie zurück, bevor wir schließen.', '2026-11-16T17:00'],
    ['Wir rufen Sie heute vor Ladenschluss zurück.', '2026-11-16T17:00'],
    ['Wir rufen Sie morgen bis Geschäftsschluss zurück.', '2026-11-17T17:00'],
    ['Wir rufen Sie noch vor Feierabend zurück.', '2026-11-16T17:00'],
    ['Nous vous rappellerons avant la fermeture.', '2026-11-16T17:00'],
    ['Nous vous rappellerons demain avant de fermer.', '2026-11-17T17:00'],
    ['Le llamaremos antes de cerrar.', '2026-11-16T17:00'],
    ['Le llamaremos mañana antes del cierre.', '2026-11-17T17:00'],
    ['Le llamaremos antes de que cerremos.', '2026-11-16T17:00'],
    ['La richiameremo prima della chiusura.', '2026-11-16T17:00'],
    ['La richiameremo domani prima di chiudere.', '2026-11-17T17:00'],
    ['Vamos ligar para você antes de fechar.', '2026-11-16T17:00'],
    ['Vamos ligar para você amanhã antes do fechamento.', '2026-11-17T17:00'],
  ])('"%s" is due at %s', (sentence, expected) => {
    const { at, isAssumed } = due(sentence);
    expect({ end: local(at), isAssumed }).toEqual({ end: expected, isAssumed: false });
  });

  it.each([
    "We'll call you back before we close your file.",
    "We'll call you back before closing the ticket.",
    "We'll call you back before we close out the month.",
  ])('"%s" names no time, because something else is closed', (sentence) => {
    expect(due(sentence)).toMatchObject({ isAssumed: true });
  });

  it('a business that has closed, or is closed that day, keeps it until it closes on its next opening day', () => {
    const promise = "We'll call you back before we close.";
    expect(local(due(promise, Date.parse('2026-11-16T23:00:00Z')).at)).toBe('2026-11-17T17:00');
    expect(local(due(promise, Date.parse('2026-11-21T15:00:00Z')).at)).toBe('2026-11-23T17:00');
  });

  it('a lunch break is no closing time of the day', () => {
    const hours = parseOpeningHours('Mon-Fri 08:00-12:00,13:00-18:00');
    expect(local(due("We'll call you back before we close.", occasion.start, hours).at)).toBe('2026-11-16T18:00');
  });

  it('special hours and closures of the business change the closing time', () => {
    const exceptions = {
      closures: [{ from: '2026-11-17', to: '2026-11-17' }],
      special_hours: [
        { from: '2026-11-16', to: '2026-11-16', hours: '08:00-14:00', staff: [] },
        { from: '2026-11-18', to: '2026-11-18', hours: '10:00-20:00', staff: ['kim'] },
      ],
    };
    const dueThen = (sentence: string, start = occasion.start) => {
      const [promise] = promisesIn(sentence, 'business');
      if (!promise) throw new Error(`no promise: ${sentence}`);
      return local(dueOf(sentence, promise.language, { ...occasion, start, exceptions }).at);
    };
    expect(dueThen("We'll call you back before we close.")).toBe('2026-11-16T14:00');
    expect(dueThen("We'll call you back today.")).toBe('2026-11-16T14:00');
    expect(dueThen("We'll call you back before we close.", Date.parse('2026-11-16T20:00:00Z'))).toBe(
      '2026-11-18T17:00',
    );
    expect(dueThen("We'll call you back.")).toBe('2026-11-18T17:00');
  });
});

it.each(LANGUAGES.map((language) => [language.tag, language.time.dayNumbers] as const))(
  'all days of a month have words in the language %s',
  (_tag, days) => {
    expect(new Set(days).size).toBe(31);
    expect(days).toHaveLength(31);
  },
);
