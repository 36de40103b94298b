import { describe, expect, it } from 'vitest';
import { SPOKEN_LANGUAGES } from '../../../src/tools/voice/speech/languages/index.ts';
import { createSpeech, spokenSentences } from '../../../src/tools/voice/speech/speech.ts';
import { spokenLabel } from '../../../src/tools/voice/speech/spoken-label.ts';

const TODAY = '2199-11-18';
const at = (hour: number, minute = 0) => hour * 60 + minute;

/** Says everything in one language, for a person who reads it aloud. */
function sayAll(tag: string) {
  const speech = createSpeech(tag);
  const { phrases } = speech;
  const [date, soon, first] = ['2199-11-26', '2199-11-19', '2200-01-01'];
  const moment = (day: string, minute: number) => speech.moment({ date: day, minute }, TODAY);
  const onDay = (day: string, minute = at(9)) => ({ day: speech.day(day, TODAY), time: speech.time(minute) });
  const appointment = (service: string | undefined, staff: string | undefined, day: string, minute: number) =>
    phrases.appointment({ service, staff, ...onDay(day, minute) });
  const sayOf = (customer: string) =>
    phrases.appointment({ service: 'Massage', customer, staff: 'Dana Lee', ...onDay(date) });
  const one = appointment('Massage', 'Dana Lee', date, at(9));
  const two = appointment('Botox', undefined, soon, at(13, 30));
  const nine = phrases.at(speech.time(at(9)));
  const morning = phrases.fromTo(speech.time(at(8)), speech.time(at(12)));
  const afternoon = phrases.fromTo(speech.time(at(13)), speech.time(at(17)));
  const service = (price: string | undefined, length: string | undefined) =>
    phrases.service({ name: 'Massage', price, length });
  const weekdays = (from: number, to: number) => phrases.weekdays(speech.weekday(from), speech.weekday(to));
  return [
    phrases.offered(['Massage', 'Botox', 'Peeling'], 0),
    phrases.offered(['Massage', 'Botox'], 1),
    phrases.offered(['Massage', 'Botox'], 4),
    phrases.nothingOffered,
    service(speech.price(11_550, 'EUR'), speech.length(90)),
    service('free', speech.length(45)),
    service(speech.price(9_000, 'EUR'), undefined),
    service('free', undefined),
    service(undefined, speech.length(60)),
    service(undefined, undefined),
    phrases.priceFrom(speech.day(first, TODAY), speech.price(6_400, 'EUR') ?? ''),
    phrases.priceFrom(speech.day(date, TODAY), 'free'),
    phrases.notOffered,
    phrases.notAllOffered,
    phrases.whichOne(['Massage', 'Botox']),
    phrases.whichTime(Object.values(phrases.partOfDay)),
    phrases.whichTime([phrases.partOfDay.morning, phrases.at(speech.time(at(15)))]),
    phrases.bookedSeparately(['Massage', 'Botox']),
    phrases.unknownPerson(['Dana Lee', 'Sam Ortiz']),
    phrases.unknownPerson([]),
    phrases.otherPeople('Alex Roe', ['Dana Lee', 'Sam Ortiz']),
    phrases.otherPeople('Alex Roe', []),
    phrases.personNotChosen,
    phrases.openOn(speech.day(date, TODAY), [morning, afternoon]),
    phrases.openOn(speech.day(date, TODAY), [morning, phrases.byAppointment([afternoon])]),
    phrases.worksOn('Dana Lee', speech.day(date, TODAY), [morning, afternoon]),
    phrases.worksOn('Dana Lee', speech.day(soon, TODAY), []),
    phrases.closedOn(speech.day(soon, TODAY), undefined),
    phrases.closedOn(speech.day(date, TODAY), 'Spring Break'),
    phrases.closedForToday,
    ...[undefined, speech.day(date, TODAY), speech.day(first, TODAY)].flatMap((from) => [
      phrases.openInWeek(
        from,
        [
          { days: weekdays(1, 5), periods: [morning, afternoon] },
          { days: weekdays(6, 6), periods: [morning] },
        ],
        [weekdays(7, 7)],
      ),
      phrases.openInWeek(from, [{ days: weekdays(1, 5), periods: [morning] }], [weekdays(6, 6), weekdays(7, 7)]),
      phrases.closedInWeek(from),
    ]),
    phrases.askDayOrWeek,
    phrases.dayNotUnderstood,
    phrases.hoursUnknown,
    phrases.freeOn(speech.day(date, TODAY), [
      nine,
      phrases.at(speech.time(at(9, 30))),
      phrases.at(speech.time(at(14))),
    ]),
    phrases.freeOn(speech.day(TODAY, TODAY), [nine]),
    phrases.freeOn(speech.day(soon, TODAY), [morning, phrases.at(speech.time(at(14)))]),
    phrases.moreTimes,
    phrases.nothingFree,
    ...[TODAY, date].map((day) => phrases.nothingFreeOn(speech.day(day, TODAY))),
    phrases.nextFree(moment(date, at(9))),
    phrases.calendarUnread,
    phrases.notPossible,
    phrases.timeOver(moment(TODAY, at(9))),
    phrases.timeOver(moment('2198-12-09', at(9))),
    phrases.askTime,
    phrases.customerLimit,
    phrases.skippedTime,
    ...Object.values(phrases.clockChange).map((which) => phrases.askToBook(`${one} ${which}`)),
    phrases.possible([moment(date, at(9)), nine, moment(first, at(10))]),
    ...[TODAY, soon, date, first].map((day) => phrases.tooFar(speech.day(day, TODAY))),
    phrases.tooFar(undefined),
    phrases.askToBook(one),
    phrases.askToBook(one, 'Ann Archer'),
    phrases.askToBook(one, 'Ann Archer', '212 555 0123'),
    phrases.askToBook(one, undefined, phrases.withExtension('212 555 0123', '12')),
    phrases.askToMove(one, moment(soon, at(13, 30))),
    phrases.askToMove(one, moment(soon, at(13, 30)), 'Sam Ortiz'),
    phrases.askToChangePerson(one, 'Sam Ortiz'),
    phrases.askToCancel(two),
    phrases.haveAlready([one, two]),
    phrases.booked(one),
    phrases.moved(two),
    phrases.personChanged(two),
    phrases.notMoved(one),
    phrases.cancelled(one),
    phrases.askToNote(one),
    phrases.noted(one),
    phrases.askOtherName,
    phrases.appointments([one], 0),
    phrases.appointments([one, two], 1),
    phrases.appointments([one, two], 3),
    phrases.appointments([appointment(undefined, undefined, date, at(9))], 0),
    phrases.appointments([sayOf('Tim')], 0),
    phrases.noAppointments,
    phrases.whichAppointment([one, two]),
    phrases.otherAppointments([one]),
    phrases.numberUnknown,
    phrases.askCallbackNumber,
    phrases.numberNotUnderstood,
    phrases.numberRequired,
    phrases.callbackNote('+12125550123'),
    phrases.askChecks(['name']),
    phrases.askChecks(['date_of_birth']),
    phrases.askChecks(['name', 'date_of_birth']),
    phrases.notVerified,
    phrases.tooManyAttempts,
    ...Object.values(phrases.failures),
  ].map((sentence) => spokenSentences(sentence));
}

const REGIONS = ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'pt-BR'];

it.each(REGIONS)('every sentence of %s can be read aloud', async (tag) => {
  const sentences = sayAll(tag);
  for (const sentence of sentences) {
    expect(sentence).not.toMatch(/undefined|NaN|\[object|\s{2}|\.\.|[\u00a0\u202f]/);
    expect(sentence.length).toBeLessThan(260);
  }
  await expect(`${sentences.join('\n')}\n`).toMatchFileSnapshot(`../../snapshots/voice/${tag}.txt`);
});

it('every language has every sentence as its own, except where two languages share a word', () => {
  const english = sayAll('en-GB');
  for (const language of Object.keys(SPOKEN_LANGUAGES).filter((name) => name !== 'en')) {
    const sentences = sayAll(language);
    expect(sentences).toHaveLength(english.length);
    expect(sentences.filter((sentence) => english.includes(sentence))).toEqual([]);
  }
});

describe('days', () => {
  const said = (tag: string, date: string, minute = at(9)) => createSpeech(tag).moment({ date, minute }, TODAY);

  it.each([
    [
      'en-GB',
      'today at 9:00',
      'tomorrow at 9:00',
      'on Tuesday the 26th at 9:00',
      'on Sunday the 22nd of December at 9:00',
    ],
    [
      'en-US',
      'today at 9:00 AM',
      'tomorrow at 9:00 AM',
      'on Tuesday the 26th at 9:00 AM',
      'on Sunday, December 22nd at 9:00 AM',
    ],
    [
      'de-DE',
      'heute um 9:00 Uhr',
      'morgen um 9:00 Uhr',
      'am Dienstag, den 26. um 9:00 Uhr',
      'am Sonntag, den 22. Dezember um 9:00 Uhr',
    ],
    ['fr-FR', "aujourd'hui à 9:00", 'demain à 9:00', 'le mardi 26 à 9:00', 'le dimanche 22 décembre à 9:00'],
    [
      'es-ES',
      'hoy a las 9:00',
      'mañana a las 9:00',
      'el martes 26 a las 9:00',
      'el domingo 22 de diciembre a las 9:00',
    ],
    ['it-IT', 'oggi alle 9:00', 'domani alle 9:00', 'martedì 26 alle 9:00', 'domenica 22 dicembre alle 9:00'],
    [
      'pt-BR',
      'hoje às 9:00',
      'amanhã às 9:00',
      'na terça-feira, dia 26, às 9:00',
      'no domingo, 22 de dezembro, às 9:00',
    ],
  ])(
    'days in %s are today and tomorrow, weekdays within four weeks, and dates with the month after',
    (tag, ...expected) => {
      expect(['2199-11-18', '2199-11-19', '2199-11-26', '2199-12-22'].map((date) => said(tag, date))).toEqual(expected);
    },
  );

  it('days of another year have the year, and the first of a month its own form', () => {
    expect(said('en-GB', '2200-03-01')).toBe('on Saturday the 1st of March 2200 at 9:00');
    expect(said('en-US', '2200-03-03')).toBe('on Monday, March 3rd, 2200 at 9:00 AM');
    expect(said('de-AT', '2200-03-01')).toBe('am Samstag, den 1. März 2200 um 9:00 Uhr');
    expect(said('fr-FR', '2200-03-01')).toBe('le samedi 1er mars 2200 à 9:00');
    expect(said('es-MX', '2200-03-01')).toMatch(/^el sábado 1 de marzo de 2200 a las 9:00 a\.\s?m\.$/);
    expect(said('it-IT', '2200-03-01')).toBe('sabato 1º marzo 2200 alle 9:00');
    expect(said('pt-PT', '2200-03-01')).toBe('no sábado, 1º de março de 2200, às 9:00');
  });

  it('a week is said with its first day, in Italian with the article that the number needs', () => {
    const closed = (tag: string, date: string) => {
      const { phrases, day } = createSpeech(tag);
      return phrases.closedInWeek(day(date, TODAY));
    };
    const days = ['2199-12-08', '2199-12-11', '2199-12-09', '2200-02-01'].map((date) => closed('it-IT', date));
    expect(days.map((said) => said.replace(' siamo chiusi.', ''))).toEqual([
      "Nella settimana dell'8 dicembre",
      "Nella settimana dell'11 dicembre",
      'Nella settimana del 9 dicembre',
      'Nella settimana del 1º febbraio 2200',
    ]);
  });

  it('days have English ordinals, also the eleventh to the thirteenth', () => {
    const days = ['19', '20', '21', '22', '23', '30'].map((day) => said('en-GB', `2199-11-${day}`));
    expect(days.slice(1).join()).toMatch(/20th.*21st.*22nd.*23rd.*30th/);
    expect(['11', '12', '13'].map((day) => said('en-GB', `2199-12-${day}`)).join()).toMatch(/11th.*12th.*13th/);
  });
});

describe('times', () => {
  it('times have 12 or 24 hours as the region has', () => {
    expect(['en-US', 'en-GB', 'de-DE', 'es-ES'].map((tag) => createSpeech(tag).time(at(14, 5)).text)).toEqual([
      '2:05 PM',
      '14:05',
      '14:05',
      '14:05',
    ]);
    expect(createSpeech('en-US').time(0).text).toBe('12:00 AM');
    expect(createSpeech('de-DE').time(24 * 60).text).toBe('24:00');
  });

  it('times have the singular at one o’clock where the language has one', () => {
    const one = (tag: string, minute = at(1)) => {
      const { phrases, time } = createSpeech(tag);
      return [phrases.at(time(minute)), phrases.fromTo(time(minute), time(at(2)))];
    };
    expect(one('es-ES')).toEqual(['a la 1:00', 'de 1:00 a 2:00']);
    expect(one('it-IT')).toEqual(["all'1:00", "dall'1:00 alle 2:00"]);
    expect(one('pt-BR')).toEqual(['à 1:00', 'da 1:00 às 2:00']);
    expect(one('es-ES', at(13))[0]).toBe('a las 13:00');
    expect(one('es-US', at(13))[0]).toMatch(/^a la 1:00 p\.\s?m\.$/);
  });
});

it('a language without sentences of its own is English in the customs of its region', () => {
  const { phrases, time, price } = createSpeech('nl-NL');
  expect(phrases.notOffered).toBe('We do not offer that.');
  expect(time(at(14)).text).toBe('14:00');
  expect(price(4_550, 'EUR')).toMatch(/45[.,]50/);
  expect(createSpeech('no language').phrases.notOffered).toBe('We do not offer that.');
});

it('prices have no decimal places if they need none, and those of currencies without minor units none at all', () => {
  const { price } = createSpeech('en-US');
  expect([price(12_000, 'USD'), price(12_050, 'USD'), price(1_200, 'JPY'), price(100, 'no currency')]).toEqual([
    '$120',
    '$120.50',
    '¥1,200',
    undefined,
  ]);
});

describe('a name of the business enters a sentence', () => {
  it.each([
    ['on one line without quotation marks', 'Deep\n"cleaning" (new)', "Deep 'cleaning' 'new'"],
    ['without emoji', '💇🏽‍♀️ Haircut ✂️ & Color 🇺🇸 3️⃣', 'Haircut & Color 3'],
    ['without signs', '★ Botox® (90 °)', "Botox '90 °'"],
    ['without Markdown', '## **Deluxe** _gel_ `nails` | [French](https://example.com/a)', 'Deluxe gel nails French'],
    ['with a number after its sign', 'Package #1', 'Package #1'],
    ['without tags and entities', '<b>Wash</b> &amp; cut&nbsp;<br/>short', 'Wash & cut short'],
    ['without an ellipsis', 'Cut, color … and more...', 'Cut, color and more'],
    ['not at all if it is a picture', '💇', ''],
  ])('%s', (_how, name, said) => {
    expect(spokenLabel(name)).toBe(said);
  });

  it('cut after a whole word, without a mark', () => {
    const words =
      'Consultation with treatment plan, x-ray, photographs and a written estimate of all costs for families';
    expect(spokenLabel(words)).toBe('Consultation with treatment plan, x-ray, photographs and a written estimate of');
    expect(spokenLabel('x'.repeat(500))).toBe('x'.repeat(80));
    expect(spokenLabel(`${'x'.repeat(79)}𝒜`)).toBe('x'.repeat(79));
    expect(spokenLabel(`${'x'.repeat(75)}, - and`)).toBe('x'.repeat(75));
  });
});
