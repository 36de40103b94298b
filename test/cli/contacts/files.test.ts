import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { underModes } from '../../support/confined.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../../support/program.ts';
import { HAS_TERMINAL, startOnTerminal } from '../../support/terminal.ts';

/** What `rcpt-mcp contacts import` reads, refuses, shows and asks. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
const database = join(home, 'contacts.db');
const path = join(home, 'customers.csv');
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeAll(async () => (await openPlatform({ database, business: smallBusiness() })).close());

const importFile = (content: string | Buffer, ...args: string[]) => {
  writeFileSync(path, content);
  return runProgram(['contacts', 'import', path, '--database', database, ...args], env);
};
const plan = async (content: string | Buffer) => JSON.parse((await importFile(content, '--json')).stdout);
const allContacts = async () =>
  JSON.parse((await runProgram(['contacts', 'export', '--json', '--database', database], env)).stdout);

/** Text in Windows-1252, as far as the tests need it. */
const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\x80').replaceAll('’', '\x92'), 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a file of contacts', () => {
  const TEXT = 'Name,E-mail\r\n"Zoë O’Brien € Größe",zoe@example.com\r\n';

  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16LE', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16BE', utf16be(`\ufeff${TEXT}`)],
    ['UTF-16LE', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16BE', utf16be(TEXT)],
    ['Windows-1252', windows1252(TEXT)],
  ])('a file in %s is read with all its characters', async (encoding, content) => {
    expect((await importFile(content, '--yes')).stdout).toContain(`(${encoding}, separated by comma)`);
    expect(await allContacts()).toContainEqual(expect.objectContaining({ name: 'Zoë O’Brien € Größe' }));
  });

  it('a line of Windows-1252 that happens to be UTF-8 is read as the others', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Zoë ${index}`);
    expect(await plan(windows1252(`Name\n${names.join('\n')}\nÃ© B\n`))).toMatchObject({
      encoding: 'Windows-1252',
      rows: 31,
    });
  });

  it.each([
    ['comma', 'Name,Phone\nA B,+15550100111\n'],
    ['semicolon', 'Name;"Phone, mobile";E-mail\nA B;+15550100111;\n'],
    ['tab', 'Name\tPhone\r"A\tB"\t+15550100111\r'],
    ['comma', 'Name\nA B'],
  ])('a file separated by %s is recognised', async (delimiter, content) => {
    expect(await plan(content)).toMatchObject({ delimiter, rows: 1, invalid: 0 });
  });

  it.each([
    ['semicolon', 'sep=;\r\nName;Phone\r\nMuster, Max;+15550100112\r\n', 3],
    ['comma', '\ufeffSEP=,\nName,Phone\nMax;Muster,+15550100112\n', 3],
    ['tab', 'sep=\t\nName\tPhone\nMax\t+15550100112\n', 3],
  ])('a first line that states the separator is no header: %s', async (delimiter, content, line) => {
    expect(await plan(content)).toMatchObject({ delimiter, rows: 1, invalid: 0, columns: { phone: ['Phone'] } });
    const { problems } = await plan(content.replace('+15550100112', '12'));
    expect(problems).toMatchObject([{ line }]);
  });

  it.each([
    ['semicolon', 'Telefon, mobil;Name\n+15550100112;Mustermann, Max\n'],
    ['comma', 'Name,Telefon; mobil\nMax Mustermann,+15550100112\n'],
    ['semicolon', 'Name;Telefon, mobil\nMax Mustermann;+15550100112\n'],
  ])('of two separators with equally many columns, the rows decide for the %s', async (delimiter, content) => {
    expect(await plan(content)).toMatchObject({ delimiter, rows: 1 });
  });

  it('a row has the line number of the file, whatever ends its lines', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const lines = ['Name,Notes', '"A', 'B","1', '', '3"', '', ',,', 'C,x,', 'D,x,y'];
      expect((await plan(lines.join(end))).problems).toMatchObject([{ line: 9 }]);
    }
  });

  it.each([
    ['', 1, 'is empty: its first line must name the columns'],
    ['Name,Phone\n\n', 1, 'has no rows, only a line that names the columns. Nothing was changed.'],
    ['BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nEND:VCARD\r\n', 1, 'is a vCard file: export CSV, and import that file.'],
    ['begin:vcalendar\nVERSION:2.0\nEND:VCALENDAR\n', 1, 'is an iCalendar file: export CSV, and import that file.'],
    ['Name,Phone\nAnn,1\n"Bob,2\nCarl,3\n', 1, 'the row that begins in line 3 does not end'],
    [`Name\n"${'x'.repeat(200_000)}"`, 1, 'the row that begins in line 2 does not end'],
    [Buffer.from('PK\u0003\u0004…'), 1, 'is a workbook or an archive: save the table as "CSV UTF-8"'],
    [Buffer.from('Name\n\u0000\u0001\u0000\u0000binary'), 1, 'is not a text in UTF-8, UTF-16 or Windows-1252'],
    [Buffer.from('Name\nJos\x81', 'latin1'), 1, 'is not a text in UTF-8, UTF-16 or Windows-1252'],
    [
      Buffer.concat([Buffer.from('Name\nJürgen\nZoë\n'), windows1252('Raphaël\n')]),
      1,
      'line 4 is not in UTF-8, as other lines are',
    ],
    ['Ann,+15550100123', 2, 'No column holds the name'],
  ])('a file with the content %j is refused in one sentence, and nothing changes', async (content, code, message) => {
    const before = await allContacts();
    const result = await importFile(content, '--yes');
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
    expect(await allContacts()).toEqual(before);
  });

  it('a file that cannot be read is refused', async () => {
    const run = (file: string) => runProgram(['contacts', 'import', file, '--database', database], env);
    const missing = 'rcpt-mcp: /does/not/exist.csv does not exist. Nothing was changed. Correct its path.\n';
    expect(await run('/does/not/exist.csv')).toMatchObject({ code: 1, stderr: missing });
    const folder = join(home, 'folder.csv');
    mkdirSync(folder);
    const refused = `rcpt-mcp: ${folder} is a folder. Nothing was changed. Name a file.\n`;
    expect(await run(folder)).toMatchObject({ code: 1, stderr: refused });
  });

  it.skipIf(!underModes)('a file that the user may not read is refused with advice', async () => {
    const locked = join(home, 'locked.csv');
    writeFileSync(locked, 'Name\nAnn\n', { mode: 0o000 });
    const args = ['contacts', 'import', locked, '--yes', '--database', database];
    const program = startProgram(args, env, underModes);
    expect(await program.ended).toBe(1);
    const advice = 'Nothing was changed. Give your user the right to read it.';
    expect(program.output.stderr).toBe(`rcpt-mcp: ${locked} cannot be read: no permission. ${advice}\n`);
  });
});

describe('the report of an import', () => {
  it('shows columns, counts and lines within 100 columns, and no escape sequences of the file', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `Person\u001b[31m ${i},nonsense ${'x'.repeat(80)},12\n`).join('');
    const { stdout } = await importFile(`Name,E-mail,Phone,${'Long header '.repeat(20)}\n${rows}`);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(stdout).toMatch(/ {2}phone: Phone\n/);
    expect(stdout).toContain('  30 not importable\n');
    expect(stdout).toContain('and 10 more; --json lists up to 1,000');
    expect(stdout).not.toContain('\u001b');
  });

  it('exits with 1 if rows were left out, after importing the others', async () => {
    const result = await importFile('Name,Phone\nGood,+15550100177\nBad,12\n', '--yes');
    expect(result).toMatchObject({ code: 1, stdout: expect.stringContaining('  1 new\n') });
    expect(result.stderr).toContain('1 row could not be imported. Correct the file');
    expect(await allContacts()).toContainEqual(expect.objectContaining({ name: 'Good', phone: '+15550100177' }));
  });
});

it.runIf(process.platform !== 'win32')(
  'an import that is interrupted says how far it came, and continues later',
  async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `Row ${index},row-${index}@example.com\n`);
    writeFileSync(path, `Name,E-mail\n${rows.join('')}`);
    const args = ['contacts', 'import', path, '--yes', '--database', database];
    const before = (await allContacts()).length;
    const platform = await openPlatform({ database, deliveries: false });
    const interrupted = startProgram(args, env);
    while ((await platform.contacts.count()) === before) await delay(5);
    expect(await interrupted.stop('SIGINT')).toBe(1);
    expect(interrupted.output.stderr).toMatch(
      /^rcpt-mcp: Interrupted\. The import ended after [\d,]+00 of 20,000 rows\. Import the file again: what is imported stays as it is\.\n$/,
    );
    const imported = (await platform.contacts.count()) - before;
    await platform.close();
    expect(imported).toBeLessThan(rows.length);
    const { stdout } = await runProgram([...args, '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({ added: rows.length - imported, unchanged: imported });
  },
);

describe.runIf(HAS_TERMINAL)('on a terminal, an import', () => {
  it.each([
    ['y', 'Result for 1 row:', 1],
    ['n', 'Nothing was changed.', 0],
    ['', 'Nothing was changed.', 0],
  ])('asks, and after the answer %j prints: %s', async (answer, expected, added) => {
    const before = (await allContacts()).length;
    writeFileSync(path, `Name,E-mail\nAsked ${answer},asked-${answer || 'empty'}@example.com\n`);
    const program = startOnTerminal(['contacts', 'import', path, '--database', database], env);
    await program.until(/Import the file\? \[y\/N\]/);
    program.child.stdin?.write(`${answer}\r`);
    expect(await program.ended).toBe(0);
    expect(program.output.stdout).toContain(expected);
    expect((await allContacts()).length).toBe(before + added);
  });

  it('ends with 1 if no row can be imported, as it does with --yes', async () => {
    writeFileSync(path, 'Name,Phone\nBad,12\n');
    const program = startOnTerminal(['contacts', 'import', path, '--database', database], env);
    expect(await program.ended).toBe(1);
    expect(program.output.stdout).toContain('1 row cannot be imported. Nothing was changed. Correct the file');
  });

  it('asks nothing if there is nothing to import', async () => {
    writeFileSync(path, 'Name,Phone\nErika Muster,+15550100101\n');
    const program = startOnTerminal(['contacts', 'import', path, '--database', database], env);
    expect(await program.ended).toBe(0);
    expect(program.output.stdout).toContain('There is nothing to import.');
  });
});

it.each([
  [[], 'contacts needs one of import, export'],
  [['import'], 'contacts import needs FILE. Usage: rcpt-mcp contacts import FILE.'],
  [['export', 'a', 'b'], 'contacts export takes no further arguments after FILE'],
  [['import', 'a.csv', '--map', 'Name'], '--map must be a comma list of field=Column'],
  [['import', 'a.csv', '--map', 'name=A,name=B'], 'each field once, such as name=Customer,phone="Phone 2"'],
])('rejects contacts %j with advice', async (args, message) => {
  expect(await runProgram(['contacts', ...args], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
});

it.each([
  ['Phone', [], 'the columns are "Phone". Say which one does, such as --map name=Customer,phone=Number.'],
  ['Name,X', ['--map', 'created_at=X'], '--map: No column can set created_at: the platform sets it.'],
  ['Name,Заметки', ['--keep-columns'], 'no letters a to z. Name its field, such as --map notes="Заметки".'],
])('refuses the columns %s with %j, and names the option that helps', async (header, args, message) => {
  writeFileSync(path, `${header}\nAnn,1\n`);
  expect(await runProgram(['contacts', 'import', path, ...args, '--database', database], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
});
