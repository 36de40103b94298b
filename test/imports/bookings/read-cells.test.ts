import { describe, expect, it } from 'vitest';
import { NumericTimes } from '../../../src/imports/bookings/numeric-times.ts';
import { readClock, readClockRange, readLength } from '../../../src/imports/bookings/read-clock.ts';
import { DateOrders, orderOfCountry, readDay } from '../../../src/imports/bookings/read-day.ts';
import { readStatus, type StatusCells } from '../../../src/imports/bookings/read-status.ts';
import { readTimes } from '../../../src/imports/bookings/read-times.ts';

/** What programs write into the cells of a file of appointments. */
describe('a time of day', () => {
  it.each([
    ['14:30', 14 * 60 + 30],
    ['9:05', 9 * 60 + 5],
    ['14:30:00', 14 * 60 + 30],
    ['14:30:00.000', 14 * 60 + 30],
    ['14.30', 14 * 60 + 30],
    ['14h30', 14 * 60 + 30],
    ['14h', 14 * 60],
    ['2:30 pm', 14 * 60 + 30],
    ['2:30PM', 14 * 60 + 30],
    ['2 p.m.', 14 * 60],
    ['2:30 p. m.', 14 * 60 + 30],
    ['14 h 30', 14 * 60 + 30],
    ['14:30 hrs', 14 * 60 + 30],
    ['12 am', 0],
    ['12:15 p.m.', 12 * 60 + 15],
    ['9 Uhr', 9 * 60],
    ['09:00 Uhr', 9 * 60],
    ['24:00', 24 * 60],
    ['9:00a', 9 * 60],
    ['3:15p', 15 * 60 + 15],
    ['3p', 15 * 60],
    ['3.15p', 15 * 60 + 15],
    ['9 Uhr 30', 9 * 60 + 30],
    ['14Uhr30', 14 * 60 + 30],
    ['9h30', 9 * 60 + 30],
    ['9h 30', 9 * 60 + 30],
    ['9 h30', 9 * 60 + 30],
    ['9h30min', 9 * 60 + 30],
    ['noon', 12 * 60],
    ['12 noon', 12 * 60],
    ['12:00 Noon', 12 * 60],
    ['Mittag', 12 * 60],
    ['midi', 12 * 60],
    ['midnight', 0],
    ['12 midnight', 0],
    ['Mitternacht', 0],
    ['minuit', 0],
  ])('%s is read', (text, minutes) => {
    expect(readClock(text)).toEqual({ before: '', minutes });
  });

  it.each(['', '14', '25:00', '24:30', '9:60', '13:00 pm', '0 am', 'noonish', '14:300', '2024', '3:15pp', 'afternoon'])(
    '%j is none',
    (text) => {
      expect(readClock(text)).toBeUndefined();
    },
  );

  it.each([
    ['2024-03-01 14:30', '2024-03-01'],
    ['2024-03-01T14:30', '2024-03-01'],
    ['01.03.2024, 14:30', '01.03.2024'],
    ['01.03.2024 um 14:30', '01.03.2024'],
    ['01.03.2024 14.30', '01.03.2024'],
    ['March 1, 2024 at 2:30 pm', 'March 1, 2024'],
    ['1 mars 2024 à 14h30', '1 mars 2024'],
    ['1.3.24 - 14:30', '1.3.24'],
    ['3/1/2024 2:30p', '3/1/2024'],
    ['1. März 2024, 14 Uhr 30', '1. März 2024'],
  ])('%s has a date before it', (text, before) => {
    expect(readClock(text)).toEqual({ before, minutes: 14 * 60 + 30 });
  });

  it.each(['2024-03-01 noon', 'March 1, 2024 at 12 noon'])('the word of %s is a time behind a date', (text) => {
    expect(readClock(text)).toMatchObject({ before: text.split(/ at| noon/)[0], minutes: 12 * 60 });
  });

  it.each([
    ['10:00 - 10:30', '10:00', '10:30'],
    ['10:00–10:30', '10:00', '10:30'],
    ['2024-03-01 10:00 - 10:30', '2024-03-01 10:00', '10:30'],
    ['9:30 AM - 10 AM', '9:30 AM', '10 AM'],
    ['10:00 bis 10:30', '10:00', '10:30'],
    ['9:30 am to 10 am', '9:30 am', '10 am'],
    ['9a-10a', '9a', '10a'],
    ['9:00a - 9:45a', '9:00a', '9:45a'],
    ['9h30-10h', '9h30', '10h'],
    ['9 Uhr 30 bis 10 Uhr', '9 Uhr 30', '10 Uhr'],
    ['11:00 - noon', '11:00', 'noon'],
  ])('%s has a start and an end', (text, start, end) => {
    expect(readClockRange(text)).toEqual({ start, end });
  });

  it.each(['2024-03-01 10:00', '10:00', '2024-03-01', '10:00 - ', 'a - 10:30'])('%s has no end', (text) => {
    expect(readClockRange(text)).toBeUndefined();
  });
});

describe('a length', () => {
  it.each([
    ['45', 45],
    ['45 min', 45],
    ['45m', 45],
    ['0:45', 45],
    ['1:30', 90],
    ['01:30:00', 90],
    ['1h 30', 90],
    ['1h', 60],
    ['1 h 30 min', 90],
    ['1.5 hours', 90],
    ['1,5 Std.', 90],
    ['45.0', 45],
    ['1 hour', 60],
    ['1 hr 5 mins', 65],
    ['1 hour, 15 minutes', 75],
    ['1 Stunde', 60],
    ['1 h et 15 min', 75],
  ])('%s is read in minutes', (text, minutes) => {
    expect(readLength(text)).toBe(minutes);
  });

  it.each(['', 'long', '1.5', '-45', '45 hours 3 days'])('%j is none', (text) => {
    expect(readLength(text)).toBeUndefined();
  });
});

describe('a date', () => {
  it.each([
    '2024-05-01',
    '2024/5/1',
    '01.05.2024',
    '1.5.24',
    '1. Mai 2024',
    'Mi., 1. Mai 2024',
    'Mittwoch, den 1. Mai 2024',
    'May 1, 2024',
    'Wednesday, May 1, 2024',
    'Wed May 1 2024',
    '1-May-2024',
    '1-May-24',
    '1 mai 24',
    '1/may/2024',
    'Mi., 1.5.24',
    '1 mai 2024',
    '1 de mayo de 2024',
  ])('%s is read in both orders of figures', (text) => {
    expect([readDay(text, 'day first'), readDay(text, 'month first')]).toEqual(['2024-05-01', '2024-05-01']);
  });

  it('a date in figures with slashes is read by their order', () => {
    expect([readDay('3/4/2024', 'day first'), readDay('3/4/24', 'month first')]).toEqual(['2024-04-03', '2024-03-04']);
    expect([orderOfCountry('US'), orderOfCountry('GB'), orderOfCountry('DE')]).toEqual([
      'month first',
      'day first',
      'day first',
    ]);
  });

  it.each(['', 'soon', '31.02.2024', '2024-13-01', '1 May'])('%j is none', (text) => {
    expect(readDay(text, 'day first')).toBeUndefined();
  });

  it.each([
    [['3/4/2024', '13/4/2024'], 'day first', '3/4/2024'],
    [['3/4/2024', '4/13/2024'], 'month first', '3/4/2024'],
    [['13/4/2024', '4/13/2024'], 'month first', undefined],
    [['3/4/2024', '3/3/2024'], 'month first', '3/4/2024'],
    [['2024-04-03', '3.4.2024', ''], 'month first', undefined],
    [['Wed 3/4/2024', 'Sat, 13/4/2024'], 'day first', '3/4/2024'],
    [['3/4/2024 10:00', '13/4/2024 10:00 - 10:30'], 'day first', '3/4/2024'],
  ])('of %j, an order that all can have wins over that of the country', (texts, order, ambiguous) => {
    const orders = new DateOrders();
    for (const text of texts) orders.add(text);
    expect([orders.order('month first'), orders.ambiguous]).toEqual([order, ambiguous]);
  });
});

describe('the cells of an appointment', () => {
  const read = (cells: Partial<Record<'date' | 'start' | 'end' | 'minutes', string>>) => {
    const times = readTimes(
      { date: '', start: '', end: '', minutes: '', ...cells },
      { zone: 'Europe/Berlin', order: 'day first', numbers: new NumericTimes(), inFigures: undefined },
    );
    if (typeof times === 'string') return times;
    const text = (instant: number | undefined) => instant && new Date(instant).toISOString().slice(0, 16);
    return [text(times.start), text(times.end), times.remark];
  };

  it.each([
    [{ date: '01.02.2024', start: '14:30' }, '2024-02-01T13:30', undefined],
    [{ date: '01.02.2024', start: '14:30', end: '15:15' }, '2024-02-01T13:30', '2024-02-01T14:15'],
    [{ date: '01.02.2024', start: '14:30 - 15:15' }, '2024-02-01T13:30', '2024-02-01T14:15'],
    [{ start: '2024-02-01 14:30-15:15' }, '2024-02-01T13:30', '2024-02-01T14:15'],
    [{ date: '01.02.2024 14:30', minutes: '45' }, '2024-02-01T13:30', '2024-02-01T14:15'],
    [{ start: '01.02.2024 14:30', end: '01.02.2024 15:15' }, '2024-02-01T13:30', '2024-02-01T14:15'],
    [{ start: '2024-02-01T14:30:00-05:00' }, '2024-02-01T19:30', undefined],
    [{ start: '2024-02-01 14:30:00-05:00' }, '2024-02-01T19:30', undefined],
    [{ start: '2024-02-01 14:30:00 -0500' }, '2024-02-01T19:30', undefined],
    [{ start: '2024-02-01 14:30 UTC' }, '2024-02-01T14:30', undefined],
    [{ start: '2024-02-01T13:30:00Z', end: '2024-02-01T14:15:00Z' }, '2024-02-01T13:30', '2024-02-01T14:15'],
    [{ date: '01.02.2024', start: '2024-02-03 14:30' }, '2024-02-03T13:30', undefined],
    [{ date: '01.02.2024 00:00:00', start: '14:30' }, '2024-02-01T13:30', undefined],
    [{ date: '01.02.2024', start: '14' }, '2024-02-01T13:00', undefined],
    [{ date: '01.02.2024', start: '14-15' }, '2024-02-01T13:00', '2024-02-01T14:00'],
    [{ date: '01.02.2024', start: '14:15–15' }, '2024-02-01T13:15', '2024-02-01T14:00'],
    [{ date: '01.02.2024', start: '1200' }, '2024-02-01T11:00', undefined],
    [{ date: '01.02.2024', start: '930', end: '1015' }, '2024-02-01T08:30', '2024-02-01T09:15'],
    [{ date: '01.02.2024', start: '0930-1015' }, '2024-02-01T08:30', '2024-02-01T09:15'],
    [{ date: '01.02.2024', start: '9', end: '10' }, '2024-02-01T08:00', '2024-02-01T09:00'],
    [{ date: '01.02.2024', start: 'noon', end: '1:30p' }, '2024-02-01T11:00', '2024-02-01T12:30'],
    [{ date: '01.02.2024', start: '9 Uhr 30', minutes: '45' }, '2024-02-01T08:30', '2024-02-01T09:15'],
    [{ date: '01.02.2024', start: '22:00', end: 'midnight' }, '2024-02-01T21:00', '2024-02-01T23:00'],
    // A night: the end has no date of its own.
    [{ date: '01.02.2024', start: '22:00', end: '02:00' }, '2024-02-01T21:00', '2024-02-02T01:00'],
    [{ date: '01.02.2024', start: '22:00', end: '24:00' }, '2024-02-01T21:00', '2024-02-01T23:00'],
  ])('%j are read in the zone of the business', (cells, start, end) => {
    expect(read(cells)).toEqual([start, end, undefined]);
  });

  it.each([
    [{ start: '14:30' }, '"14:30" has no date: write it as 2026-03-02 14:30'],
    [{ date: '01.02.2024' }, '"01.02.2024" has no time: write it as 2026-03-02 14:30'],
    [{ date: 'Total' }, '"Total" is not a time such as 2026-03-02 14:30'],
    [{ end: '14:30' }, 'it has no start'],
    [{ date: '31.13.2024', start: '14:30' }, '"31.13.2024" is not a date such as 2026-03-02'],
    [{ date: 'May', start: '14:30' }, '"May" is not a date such as 2026-03-02'],
    [{ date: '4', start: '14:30' }, '"4" is not a date such as 2026-03-02'],
    [{ date: '31.02.2024', start: '14:30' }, '"31.02.2024" does not exist: correct the date'],
    [{ date: '29.2.2023', start: '14:30' }, '"29.2.2023" does not exist: correct the date'],
    [{ date: '2023-02-29', start: '14:30' }, '"2023-02-29" does not exist: correct the date'],
    [{ start: 'Fr., 31. April 2023, 14 Uhr' }, '"Fr., 31. April 2023" does not exist: correct the date'],
    [{ date: '08.12.', start: '14:30' }, '"08.12." has no year: write it as 2026-03-02'],
    [{ date: '08.12', start: '14:30' }, '"08.12" has no year: write it as 2026-03-02'],
    [{ date: 'Di 29.2.', start: '14:30' }, '"Di 29.2." has no year: write it as 2026-03-02'],
    [{ date: '8/12', start: '14:30' }, '"8/12" has no year: write it as 2026-03-02'],
    [{ start: '8. Dezember 14:30' }, '"8. Dezember" has no year: write it as 2026-03-02'],
    [{ date: 'Dec 8', start: '14:30' }, '"Dec 8" has no year: write it as 2026-03-02'],
    [{ date: '01.02.2024', start: '25:30' }, '"25:30" is not a time such as 14:30'],
    [{ date: '01.02.2024', start: '1260' }, '"1260" is not a time such as 14:30'],
    [{ date: '01.02.2024', start: '2500' }, '"2500" is not a time such as 14:30'],
    [{ start: '1200' }, '"1200" is not a time such as 2026-03-02 14:30'],
    [{ date: '01.02.2024', start: '14:30', minutes: 'long' }, '"long" is not a length in minutes such as 45'],
    [{ date: '31.03.2024', start: '02:30' }, '2024-03-31 02:30 does not exist: the clocks are set forward then'],
    [{ start: '2024-02-31T14:30:00Z' }, '"2024-02-31T14:30:00Z" is not a time that exists'],
  ])('%j are refused with a correct value', (cells, problem) => {
    expect(read(cells)).toBe(problem);
  });

  it.each([
    ['Tuesday, 14 December 2015', 'a Monday, not a Tuesday'],
    ['Di 07.12.2015', 'a Monday, not a Tuesday'],
    ['Dienstag, den 7. Dezember 2015', 'a Monday, not a Tuesday'],
    ['mar. 7 déc. 2015', 'a Monday, not a Tuesday'],
    ['miércoles, 7 de diciembre de 2015', 'a Monday, not a Wednesday'],
    ['gio 7/12/2015', 'a Monday, not a Thursday'],
    ['terça-feira, 7 de dezembro de 2015', 'a Monday, not a Tuesday'],
    ['Sun 2015-12-07', 'a Monday, not a Sunday'],
  ])('a row whose weekday contradicts its date is refused: %s', (date, meant) => {
    expect(read({ date, start: '14:30' })).toBe(`"${date}" is ${meant}`);
    expect(read({ start: `${date} 14:30` })).toBe(`"${date}" is ${meant}`);
  });

  it.each([
    'Monday, 7 December 2015',
    'Mo 07.12.2015',
    'lu 07/12/2015',
    'segunda-feira, 7 de dezembro de 2015',
    'lun. 7 déc. 2015',
    'Termin 07.12.2015',
  ])('a date whose weekday fits, or that has another word before it, is read: %s', (date) => {
    expect(read({ date, start: '14:30' })).toEqual(['2015-12-07T13:30', undefined, undefined]);
  });

  it('two letters that name days of several languages fit each of them', () => {
    expect(read({ date: 'Di 06/12/2015', start: '14:30' })).toEqual(['2015-12-06T13:30', undefined, undefined]);
    expect(read({ date: 'Di 08.12.2015', start: '14:30' })).toEqual(['2015-12-08T13:30', undefined, undefined]);
  });

  it('a month that is also the name of a day is no weekday', () => {
    expect(read({ date: 'Mar 2, 2015', start: '14:30' })).toEqual(['2015-03-02T13:30', undefined, undefined]);
  });

  it('a time that is twice on its day is the first, with a remark', () => {
    expect(read({ date: '27.10.2024', start: '02:30' })).toEqual([
      '2024-10-27T00:30',
      undefined,
      '2024-10-27 02:30 is twice on that day: it is read as the first; write 2024-10-27T02:30+01:00 for the second',
    ]);
    expect(read({ start: '2024-10-27T02:30+01:00' })).toEqual(['2024-10-27T01:30', undefined, undefined]);
  });

  const status = (cells: Partial<StatusCells>) => readStatus({ status: '', cancelled: '', no_show: '', ...cells });

  it.each([
    ['', 'confirmed'],
    ['Bestätigt', 'confirmed'],
    ['CHECKED-IN', 'confirmed'],
    ['No-show', 'no_show'],
    ['nicht erschienen', 'no_show'],
    ['No Show (charged)', 'no_show'],
    ['Absent non excusé', 'no_show'],
    ['Canceled', 'cancelled'],
    ['annulé', 'cancelled'],
    ['CANCELLED_BY_SELLER', 'cancelled'],
    ['Storniert (Kunde)', 'cancelled'],
    ['Annulé par le patient', 'cancelled'],
    ['Late Cancel', 'cancelled'],
    ['odd', undefined],
    ['not cancelled', undefined],
  ])('the status %j is %s', (text, meant) => {
    expect(status({ status: text })).toBe(meant);
  });

  it.each([
    [{ cancelled: 'true' }, 'cancelled'],
    [{ cancelled: '1' }, 'cancelled'],
    [{ cancelled: '2024-03-01 09:00' }, 'cancelled'],
    [{ cancelled: 'Storniert' }, 'cancelled'],
    [{ cancelled: 'false' }, 'confirmed'],
    [{ cancelled: 'Nein' }, 'confirmed'],
    [{ cancelled: '0000-00-00 00:00:00' }, 'confirmed'],
    [{ cancelled: 'perhaps' }, undefined],
    [{ no_show: 'Yes' }, 'no_show'],
    [{ no_show: 'No', status: 'Completed' }, 'confirmed'],
    [{ cancelled: 'true', no_show: 'Yes', status: 'Booked' }, 'cancelled'],
    [{ status: 'odd', cancelled: 'true' }, 'cancelled'],
  ] as const)('columns that only say whether it was cancelled or missed: %j is %s', (cells, meant) => {
    expect(status(cells)).toBe(meant);
  });
});
