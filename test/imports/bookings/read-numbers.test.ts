import { describe, expect, it } from 'vitest';
import { NumericTimes } from '../../../src/imports/bookings/numeric-times.ts';
import { describeTime, readTimes, type TimeReading } from '../../../src/imports/bookings/read-times.ts';

/** Dates and times that spreadsheets and calendars write as figures without separators. */
const readingOf = (cells: readonly string[], inFigures?: string): TimeReading => {
  const numbers = new NumericTimes();
  for (const cell of cells) numbers.add(cell);
  return { zone: 'Europe/Berlin', order: 'day first', numbers, inFigures };
};

interface Cells {
  date?: string;
  start?: string;
  end?: string;
  minutes?: string;
}

/** @param others cells of other rows */
function read(cells: Cells, others: readonly string[] = [], inFigures?: string) {
  const all = { date: '', start: '', end: '', minutes: '', ...cells };
  const times = readTimes(all, readingOf([all.date, all.start, all.end, ...others], inFigures));
  if (typeof times === 'string') return times;
  const text = (instant: number | undefined) => instant && new Date(instant).toISOString().slice(0, 16);
  return [text(times.start), text(times.end)];
}

describe('a serial number of Excel', () => {
  it.each<[Cells, string, string | undefined]>([
    // 2024-02-01 and 2024-07-01: Berlin is one and two hours ahead of UTC.
    [{ start: '45323.4375' }, '2024-02-01T09:30', undefined],
    [{ start: '45474.4375', end: '45474.458333333336' }, '2024-07-01T08:30', '2024-07-01T09:00'],
    [{ start: '45323,4375', minutes: '45' }, '2024-02-01T09:30', '2024-02-01T10:15'],
    [{ date: '45323.41667' }, '2024-02-01T09:00', undefined],
    [{ start: '45323.5' }, '2024-02-01T11:00', undefined],
    [{ start: '45323.375' }, '2024-02-01T08:00', undefined],
    [{ date: '45323', start: '0.4375', end: '0.458333333' }, '2024-02-01T09:30', '2024-02-01T10:00'],
    [{ date: '45323.0', start: '.4375' }, '2024-02-01T09:30', undefined],
    [{ date: '45323', start: '14:30' }, '2024-02-01T13:30', undefined],
    [{ date: '45323', start: '14' }, '2024-02-01T13:00', undefined],
    [{ date: '01.02.2024', start: '0.4375' }, '2024-02-01T09:30', undefined],
    [{ date: '45323', start: '45324.4375' }, '2024-02-02T09:30', undefined],
    [{ date: '45323', start: '0.9375', end: '0.0625' }, '2024-02-01T21:30', '2024-02-02T00:30'],
    [{ start: '36526.5' }, '2000-01-01T11:00', undefined],
    [{ start: '73415.5' }, '2100-12-31T11:00', undefined],
  ])('%j is read in the zone of the business', (cells, start, end) => {
    expect(read(cells)).toEqual([start, end]);
  });

  it.each<[Cells, string]>([
    [{ start: '45323' }, '"45323" has no time: write it as 2026-03-02 14:30'],
    [{ date: '45323', start: '45323' }, '"45323" has no time: write it as 2026-03-02 14:30'],
    [{ start: '0.4375' }, '"0.4375" has no date: write it as 2026-03-02 14:30'],
    [{ start: '36525.5' }, '"36525.5" is not a time such as 2026-03-02 14:30'],
    [{ start: '73416.5' }, '"73416.5" is not a time such as 2026-03-02 14:30'],
    [{ date: '4532', start: '14:30' }, '"4532" is not a date such as 2026-03-02'],
    [{ date: '453230', start: '14:30' }, '"453230" is not a date such as 2026-03-02'],
    [{ date: '10115', start: '14:30' }, '"10115" is not a date such as 2026-03-02'],
    // 10:00 with two decimals, 9:36 or any time from 8:24 to 10:48 with one, and 10:00:30.
    [{ start: '45323.42' }, '"45323.42" is no whole minute, or was rounded: write it as 2026-03-02 14:30'],
    [{ start: '45323.4' }, '"45323.4" is no whole minute, or was rounded: write it as 2026-03-02 14:30'],
    [{ date: '45323', start: '0.417013' }, '"0.417013" is no whole minute, or was rounded: write it as 14:30'],
    [{ date: '45323', start: '0.99999' }, '"0.99999" is no whole minute, or was rounded: write it as 14:30'],
  ])('%j are refused with a correct value', (cells, problem) => {
    expect(read(cells)).toBe(problem);
  });

  it('a number with few decimals is refused when another number of the file was rounded', () => {
    expect(read({ start: '45323.5' }, ['45323.4375'])).toEqual(['2024-02-01T11:00', undefined]);
    expect(read({ start: '45323.5' }, ['45323.42'])).toContain('was rounded');
    expect(read({ start: '45323.4375' }, ['45323.42'])).toEqual(['2024-02-01T09:30', undefined]);
  });

  it('two decimals are a part of a day only where other cells are one', () => {
    const cells = { date: '45323', start: '0.25' };
    expect(read(cells)).toBe('"0.25" can be minutes or a part of a day: write it as 14:30');
    expect(read(cells, ['9.30', '0.45'])).toContain('can be minutes or a part of a day');
    expect(read(cells, ['0.4375'])).toEqual(['2024-02-01T05:00', undefined]);
    expect(read({ date: '45323', start: '00.25' })).toEqual(['2024-01-31T23:25', undefined]);
  });

  it('a number beside dates whose figures have an order is refused: Excel can have swapped them', () => {
    expect(read({ date: '45323', start: '14:30' }, [], '13/4/2024')).toBe(
      '"45323" is a date of Excel, and other rows have dates such as 13/4/2024: Excel can have swapped day and month; write it as 2026-03-02',
    );
  });
});

describe('a date and time in the basic form of ISO 8601', () => {
  it.each<[Cells, string, string | undefined]>([
    [{ start: '20240309T120000Z', end: '20240309T123000Z' }, '2024-03-09T12:00', '2024-03-09T12:30'],
    [{ start: '20240309T120000' }, '2024-03-09T11:00', undefined],
    [{ start: '20240309T1200' }, '2024-03-09T11:00', undefined],
    [{ start: '20240309t120000z' }, '2024-03-09T12:00', undefined],
    [{ start: '20240309T120000-0500' }, '2024-03-09T17:00', undefined],
    [{ date: '20240309', start: '12:00' }, '2024-03-09T11:00', undefined],
    [{ date: '20240309', start: '0.5' }, '2024-03-09T11:00', undefined],
    [{ date: '20240309T000000', start: '12:00' }, '2024-03-09T11:00', undefined],
    [{ start: '20240309 12:00' }, '2024-03-09T11:00', undefined],
  ])('%j is read', (cells, start, end) => {
    expect(read(cells)).toEqual([start, end]);
  });

  it.each<[Cells, string]>([
    [{ start: '20240309' }, '"20240309" has no time: write it as 2026-03-02 14:30'],
    [{ date: '20240230', start: '12:00' }, '"20240230" is not a date such as 2026-03-02'],
    // No day and month in front.
    [{ date: '09032024', start: '12:00' }, '"09032024" is not a date such as 2026-03-02'],
    [{ date: '20122024', start: '12:00' }, '"20122024" is not a date such as 2026-03-02'],
    [{ start: '20240309T250000' }, '"20240309T250000" is not a time such as 2026-03-02 14:30'],
    [{ start: '20240309T250000Z' }, '"20240309T250000Z" is not a time that exists'],
    [{ start: '20240331T023000' }, '2024-03-31 02:30 does not exist: the clocks are set forward then'],
  ])('%j are refused with a correct value', (cells, problem) => {
    expect(read(cells)).toBe(problem);
  });
});

describe('numbers in the report', () => {
  it('the first number of each form is shown with what it is read as', () => {
    const cells = ['45323', '45324', '45323.4375', '0.4375', '9:30', '20240309T120000Z', '20240309', 'x'];
    const reading = readingOf(cells);
    expect(reading.numbers.examples.map((text) => [text, describeTime(text, reading)])).toEqual([
      ['45323', '2024-02-01'],
      ['45323.4375', '2024-02-01 10:30'],
      ['0.4375', '10:30'],
      ['20240309T120000Z', '2024-03-09 13:00'],
      ['20240309', '2024-03-09'],
    ]);
    const mixed = readingOf(cells, '13/4/2024');
    expect(describeTime('45323', mixed)).toBeUndefined();
  });
});

describe('a time with a point', () => {
  const on = (start: string, end = '') => ({ date: '2024-02-01', start, end });

  it.each<[Cells, string[]]>([
    // One with other minutes, or with a zero before its hour, shows that all of them are times of day.
    [on('9.50'), ['9.30']],
    [on('9.50'), ['08.00']],
    [on('09.50'), []],
    [on('9.50 Uhr'), []],
    [on('9.50', '10.40'), []],
  ])('%j is a time of day beside %j', (cells, others) => {
    expect(read(cells, others)).toEqual(['2024-02-01T08:50', cells.end ? '2024-02-01T09:40' : undefined]);
  });

  it.each<[Cells, string[], string]>([
    [on('9.50'), ['10.00'], '"9.50" can be 9:50 or 9:30: write it with a colon'],
    [on('9.00', '9.25'), [], '"9.25" can be 9:25 or 9:15: write it with a colon'],
    [on('9.00 - 9.50'), [], '"9.00 - 9.50" can be 9:50 or 9:30: write it with a colon'],
    [{ start: '2024-02-01 9.50' }, [], '"2024-02-01 9.50" can be 9:50 or 9:30: write it with a colon'],
    [on('9.50'), ['9.75'], '"9.50" can be 9:50 or 9:30, because another row has "9.75": write it with a colon'],
    [on('9.50'), ['9.30', '8.5'], '"9.50" can be 9:50 or 9:30, because another row has "8.5": write it with a colon'],
    [on('9.75'), [], '"9.75" is not a time such as 14:30'],
  ])('%j beside %j is refused, because it can be hours with decimals', (cells, others, problem) => {
    expect(read(cells, others)).toBe(problem);
  });

  it('full hours and dates with points have no decimals', () => {
    expect(read(on('9.00', '10.00'))).toEqual(['2024-02-01T08:00', '2024-02-01T09:00']);
    expect(read({ date: '1.2.24', start: '9.00' })).toEqual(['2024-02-01T08:00', undefined]);
    expect(read({ start: '01.02.24 9.00' })).toEqual(['2024-02-01T08:00', undefined]);
    expect(read({ date: '1.2.2024', start: '9:50' })).toEqual(['2024-02-01T08:50', undefined]);
  });
});
