import { describe, expect, it } from 'vitest';
import { useSalon } from './salon.ts';

/** Peculiarities of the files of other programs, through the built program and into a real database. */
const { run, importFile, report } = useSalon('Colour');
const agenda = async (day: string) => {
  const { stdout } = await run('bookings', 'export', '--json', '--from', day, '--to', day);
  return JSON.parse(stdout) as Record<string, unknown>[];
};

const DAY_MS = 86_400_000;
/** A day that is ahead, ISO 8601. */
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** As Excel counts days. */
const serialOf = (day: string) => (Date.parse(day) - Date.parse('1899-12-30')) / DAY_MS;

describe('dates and times without separators', () => {
  it('serial numbers of Excel and compact times are booked as what the report shows', async () => {
    const day = dayAhead(30);
    const serial = serialOf(day);
    const compact = day.replaceAll('-', '');
    const content = [
      'Start,End,Client,Service,Staff',
      `${serial}.4375,${serial}.458333333336,Ann,Cut,Sam`,
      `${compact}T120000,,Bob,Cut,Sam`,
      `${serial},,Cid,Cut,Sam`,
      `${serial}.42,,Dee,Cut,Sam`,
    ].join('\n');
    const shown = await importFile(content);
    expect(shown.stdout).toContain(`  numbers: ${serial}.4375 is ${day} 10:30\n`);
    expect(shown.stdout).toContain(`  numbers: ${compact}T120000 is ${day} 12:00\n`);
    const applied = await report(content, '--yes');
    expect(applied).toMatchObject({ code: 1, added: 2, invalid: 2 });
    expect(applied.read_as.numbers).toMatchObject({ [`${serial}.4375`]: `${day} 10:30` });
    expect(applied.problems).toEqual([
      { line: 4, text: `"${serial}" has no time: write it as 2026-03-02 14:30` },
      { line: 5, text: `"${serial}.42" is no whole minute, or was rounded: write it as 2026-03-02 14:30` },
    ]);
    expect(await agenda(day)).toMatchObject([
      { start: '10:30', minutes: 30, customer: 'Ann' },
      { start: '12:00', minutes: 30, customer: 'Bob' },
    ]);
    expect(await report(content, '--yes')).toMatchObject({ added: 0, unchanged: 2, invalid: 2 });
  });

  it('a column of days and one of parts of a day are read together', async () => {
    const day = dayAhead(31);
    const content = `Date,Time,Client,Service,Staff\n${serialOf(day)},0.4375,Ann,Cut,Sam\n${serialOf(day)},0.5,Bob,Cut,Sam\n`;
    expect(await report(content, '--yes')).toMatchObject({ code: 0, added: 2, invalid: 0 });
    expect(await agenda(day)).toMatchObject([{ start: '10:30' }, { start: '12:00' }]);
  });

  it('serial numbers beside dates of which Excel reads only some are refused', async () => {
    const [year] = dayAhead(365).split('-');
    const content = `Date,Time,Client,Service,Staff\n${serialOf(`${year}-04-03`)},9:00,Ann,Cut,Sam\n13/4/${year},9:00,Bob,Cut,Sam\n`;
    const { problems, invalid } = await report(content);
    expect(invalid).toBe(1);
    expect(problems).toMatchObject([
      { line: 2, text: expect.stringContaining('Excel can have swapped day and month') },
    ]);
  });
});

describe('numbered columns', () => {
  it('the services of one visit in several columns follow each other, performed by one person or by one each', async () => {
    const day = dayAhead(33);
    const content = [
      'Date,Time,Client,Service 2,Service 1,Staff 1,Staff 2',
      `${day},9:00a,"Weber, Ann",Colour,Cut,Sam,`,
      `${day},1200,Bob,Colour,Cut,Sam,Cleo`,
      `${day},3:15p,Cid,,Cut,Sam,`,
      `${day},4:00p,Dee,Perm,Cut,Sam,`,
    ].join('\n');
    const shown = await importFile(content);
    expect(shown.stdout).toContain('  service: Service 1, Service 2\n  staff: Staff 1, Staff 2\n');
    const applied = await report(content, '--yes');
    expect(applied).toMatchObject({ added: 3, invalid: 1, missing: { services: { Perm: 1 } } });
    expect(applied.problems).toEqual([{ line: 5, text: 'the business has no service "Perm"' }]);
    expect(await agenda(day)).toMatchObject([
      { start: '09:00', service: 'Cut', staff: 'Sam Ortiz', customer: 'Ann Weber' },
      { start: '09:30', service: 'Colour', staff: 'Sam Ortiz', customer: 'Ann Weber' },
      { start: '12:00', service: 'Cut', staff: 'Sam Ortiz' },
      { start: '12:30', service: 'Colour', staff: 'Cleo Lang' },
      { start: '15:15', service: 'Cut' },
    ]);
    expect(await report(content, '--yes')).toMatchObject({ added: 0, unchanged: 3 });
  });

  it('a first column without a number and a second with one are both read', async () => {
    const day = dayAhead(34);
    const content = `Start,Client,Service,Service 2,Staff\n${day} 09:00,Ann,Cut,Colour,Sam\n`;
    expect(await report(content)).toMatchObject({
      added: 1,
      read_as: { services: { 'Cut; Colour': 'Cut, then Colour' } },
    });
    expect(await report(content, '--map', 'service=Service')).toMatchObject({
      read_as: { services: {} },
      columns: { ignored: ['Service 2'] },
    });
  });
});

describe('rows of totals', () => {
  const HEADER = 'Date,Start,Client,Service,Staff,Price';

  const appointment = (time: string) => `${dayAhead(40)},${time},Ann,Cut,Sam,45.00`;

  it('they are counted and named by their cells, and no errors', async () => {
    const totals = [
      ['Total,,,,,"1,234.50"', '"Total", "1,234.50"'],
      ['Summe: 12,,,,,45', '"Summe: 12", "45"'],
      [',,Totaux,,,45 €', '"Totaux", "45 €"'],
      [',,,,Totale,EUR 45.00', '"Totale", "EUR 45.00"'],
      [',,,,,45.00', '"45.00"'],
      [',,,12,,$45.00', '"12", "$45.00"'],
    ] as const;
    const content = [HEADER, appointment('09:00'), ...totals.map(([row]) => row)].join('\n');
    const counted = await report(content);
    expect(counted).toMatchObject({ rows: 7, added: 1, invalid: 0, totals_rows: 6 });
    expect(counted.totals).toEqual(totals.map(([, text], index) => ({ line: index + 3, text })));
    const { stdout } = await importFile(content);
    expect(stdout).toContain('  6 with totals, left out\n');
    expect(stdout).toContain('With totals, left out:\n  line 3 "Total", "1,234.50"\n');
  });

  it('an import of a file with totals ends with exit code 0', async () => {
    const content = [HEADER, `${dayAhead(41)},09:00,Ann,Cut,Sam,45.00`, 'Total,,,,,45.00'].join('\n');
    expect(await report(content, '--yes')).toMatchObject({ code: 0, added: 1, totals_rows: 1 });
    expect(await report(content, '--yes')).toMatchObject({ code: 0, unchanged: 1, totals_rows: 1 });
  });

  it('a row with a date, a customer or other text is none, and an error', async () => {
    const rows = [
      [`${dayAhead(40)},,Total,,,45.00`, 'has no time'],
      [',09:00,Total,,,45.00', 'has no date'],
      [`Total ${dayAhead(40)},,,,,45.00`, 'has no time'],
      ['Total,,Ann,,,45.00', 'is not a time'],
      ['Total,,12,,,45.00', 'is not a time'],
      ['Total,,,,,45.00,12', 'cells instead of 6'],
      [',,Ann,,,45.00', 'it has no start'],
      [',,,Cut,,', 'it names no customer'],
      [',,,,,moved to Friday', 'it names no customer'],
      [',,,30,15,45.00', 'it names no customer'],
    ] as const;
    const content = [HEADER, appointment('09:00'), ...rows.map(([row]) => row)].join('\n');
    const counted = await report(content);
    expect(counted).toMatchObject({ added: 1, invalid: rows.length, totals_rows: 0 });
    expect(counted.problems).toEqual(
      rows.map(([, problem], index) => ({ line: index + 3, text: expect.stringContaining(problem) })),
    );
  });

  it('a row of numbers between appointments, and one that has a number of its own, are errors', async () => {
    const content = [HEADER, appointment('09:00'), ',,,,,45.00', appointment('10:00')].join('\n');
    expect(await report(content)).toMatchObject({ added: 2, invalid: 1, totals_rows: 0 });
    const numbered = 'Booking ID,Date,Start,Client,Service,Staff,Price\n7,,,,,,45.00\n';
    expect(await report(numbered)).toMatchObject({ invalid: 1, totals_rows: 0 });
    const subtotals = [HEADER, appointment('09:00'), 'Subtotal,,,,,45.00', appointment('10:00')].join('\n');
    expect(await report(subtotals)).toMatchObject({ added: 2, invalid: 0, totals_rows: 1 });
  });
});

describe('very many notes', () => {
  it('the report has the number of all rows to check, also of more than a thousand', async () => {
    // After the opening hours, which the report lists.
    const rows = Array.from({ length: 1_030 }, (_, index) => {
      const day = dayAhead(50 + Math.floor(index / 10));
      return `${day} ${19 + Math.floor((index % 10) / 2)}:${index % 2 === 0 ? '00' : '30'},Ann,Cut,Sam`;
    });
    const content = ['Start,Client,Service,Staff', ...rows].join('\n');
    const { stdout } = await importFile(content);
    expect(stdout).toContain('  1,030 new,');
    expect(stdout).toContain('  and 1,010 more; --json lists up to 1,000\n');
    expect((await report(content)).differences).toHaveLength(1_000);
  });
});

describe('cancelled appointments', () => {
  const fileOf = (...rows: string[]) => ['Appointment ID,Start,Client,Service,Staff,Status', ...rows].join('\n');

  it('count as cancelled, also with a service and a person that the business does not have', async () => {
    const content = fileOf(
      `1,${dayAhead(20)} 09:00,Ann,Perm,Uwe,Cancelled`,
      `2,${dayAhead(-20)} 09:00,Ann,,,Cancelled`,
      `3,${dayAhead(20)} 10:00,Ann,Perm,Sam,Booked`,
    );
    const counted = await report(content);
    expect(counted).toMatchObject({ added: 0, cancelled: 2, invalid: 1 });
    expect(counted.problems).toEqual([{ line: 4, text: 'the business has no service "Perm"' }]);
    expect(counted.missing).toEqual({ services: { Perm: 1 }, staff: {} });
  });

  it('a row without a customer or a readable time stays an error', async () => {
    const content = fileOf(`1,soon,Ann,Perm,Sam,Cancelled`, `2,${dayAhead(20)} 09:00,,Perm,Sam,Cancelled`);
    expect(await report(content)).toMatchObject({ cancelled: 0, invalid: 2 });
  });

  it('one that was imported before is listed, whatever its service is called then', async () => {
    const row = (service: string, status: string) => fileOf(`7,${dayAhead(21)} 09:00,Eve,${service},Sam,${status}`);
    expect(await report(row('Cut', 'Booked'), '--yes')).toMatchObject({ added: 1 });
    const counted = await report(row('Perm', 'Cancelled'));
    expect(counted).toMatchObject({ unchanged: 1, cancelled: 0, invalid: 0 });
    expect(counted.differences).toEqual([
      { line: 2, text: expect.stringMatching(/^booking \S+ keeps its status confirmed, not cancelled$/) },
    ]);
  });
});
