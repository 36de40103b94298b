import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { dump, type ErasingSalon, NUMBER, ofViolet, openErasingSalon, VIOLET } from '../support/violet.ts';

/** Files from before an erasure, which have no ids of this platform. */
let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

const ADDRESS = 'violet@example.org';
const TODAY = /erased on \d{4}-\d\d-\d\d at their request/;

/** Runs `contacts import` or `bookings import` with a file of these lines. */
function run(records: 'contacts' | 'bookings', lines: readonly string[], ...args: string[]) {
  const path = join(erasing.home, `${records}-${lines.length}.csv`);
  writeFileSync(path, lines.join('\n'));
  return runProgram(
    [records, 'import', path, '--database', erasing.salon.database, ...args],
    cleanEnvironment(erasing.home),
  );
}
async function load(records: 'contacts' | 'bookings', lines: readonly string[], ...args: string[]) {
  const { stdout, stderr } = await run(records, lines, '--yes', '--json', ...args);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout);
}

const FILE = ['Name,Phone,E-mail', `Violet Quartz,${NUMBER},${VIOLET.email}`, 'Tom Reed,+15550100166,'];
const APPOINTMENTS = [
  'Date,Time,Client,Mobile,Service,Staff',
  `2020-05-12,10:00,Violet Quartz,${NUMBER},Cut,Sam`,
  '2020-05-12,11:00,Tom Reed,+15550100166,Cut,Sam',
];
const digests = async () =>
  (await dump(erasing.salon.database)).filter((row) => row.startsWith('erased_identifiers ')).length;

describe('an old file with an erased customer', () => {
  it('leaves the customer out, however often it is imported, and a dry run says why', async () => {
    await erasing.erased(await erasing.contact(VIOLET));
    const planned = await run('contacts', FILE);
    expect(planned.stdout).toMatch(TODAY);
    for (const text of [
      '1 new\n',
      '1 not importable\n',
      '1 of erased customers; --restore-erased',
      'this e-mail address',
    ])
      expect(planned.stdout).toContain(text);
    expect(planned.stderr).toContain('Nothing was changed');
    const imported = await run('contacts', FILE, '--yes');
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    for (const counts of [
      { added: 0, unchanged: 1 },
      { added: 0, unchanged: 1 },
    ]) {
      const report = await load('contacts', FILE);
      expect(report).toMatchObject({ ...counts, invalid: 1, erased: 1 });
      expect(report.problems).toEqual([{ line: 2, text: expect.stringMatching(TODAY) }]);
    }
    for (const row of [`Violet Quartz,${NUMBER},`, `V. Quartz,,${ADDRESS.toUpperCase()}`])
      expect(await load('contacts', [FILE[0] ?? '', row])).toMatchObject({ added: 0, merged: 0, erased: 1 });
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });

  it('an import of an old file leaves out the appointments of an erased customer', async () => {
    await erasing.erased(await erasing.contact(VIOLET));
    const report = await load('bookings', APPOINTMENTS);
    expect(report).toMatchObject({ added: 1, invalid: 1, erased: 1 });
    expect(report.problems).toEqual([{ line: 2, text: expect.stringMatching(TODAY) }]);
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
    const restored = await load('bookings', APPOINTMENTS, '--restore-erased');
    expect(restored).toMatchObject({ added: 1, customers: 1, unchanged: 1, erased: 0 });
    expect(await load('bookings', APPOINTMENTS)).toMatchObject({ added: 0, unchanged: 2, invalid: 0 });
  });

  it('brings her back with --restore-erased, and she is a customer from then on', async () => {
    await erasing.erased(await erasing.contact(VIOLET));
    expect(await digests()).toBe(2);
    const planned = await run('contacts', FILE, '--restore-erased');
    expect(planned.stdout).toContain('2 new');
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
    expect(await load('contacts', FILE, '--restore-erased')).toMatchObject({ added: 2, invalid: 0, erased: 0 });
    expect(await digests()).toBe(0);
    expect(await load('contacts', FILE)).toMatchObject({ added: 0, unchanged: 2, invalid: 0 });
  });

  it('leaves out who is named only by a further number', async () => {
    await erasing.erased(await erasing.contact({ ...VIOLET, other_phone: '+1 555 010 0188' }));
    expect(await digests()).toBe(3);
    const lines = ['Name,Phone', 'Violet Quartz,+15550100188'];
    expect(await load('contacts', lines)).toMatchObject({ added: 0, erased: 1 });
  });

  it('a number or an address that another customer has too refuses no row', async () => {
    const violet = await erasing.contact(VIOLET);
    await erasing.contact({ name: 'Tom Reed', phone: NUMBER });
    await erasing.erased(violet);
    expect(await digests()).toBe(1);
    const lines = ['Name,Phone,E-mail', `Tom Reed,${NUMBER},`, `Kim Reed,${NUMBER},`, `Violet Quartz,,${ADDRESS}`];
    expect(await load('contacts', lines)).toMatchObject({ unchanged: 1, added: 1, erased: 1 });
    // Nor does a row give her address to him.
    const mixed = ['Name,Phone,E-mail', `Tom Reed,${NUMBER},${ADDRESS}`];
    expect(await load('contacts', mixed)).toMatchObject({ merged: 0, erased: 1 });
  });

  it('a customer who calls again is a new one, whose rows are imported', async () => {
    const violet = await erasing.contact(VIOLET);
    await erasing.erased(violet);
    const { contact_id } = await erasing.book({ contact: { name: VIOLET.name, phone: NUMBER } });
    expect(contact_id).not.toBe(violet);
    const lines = ['Name,Phone,Notes', `Violet Quartz,${NUMBER},Saffron tea`];
    expect(await load('contacts', lines, '--keep-columns')).toMatchObject({ merged: 1, invalid: 0 });
    expect(await load('bookings', APPOINTMENTS)).toMatchObject({ added: 2, invalid: 0 });
    // The address that she has not given again stays erased.
    expect(await load('contacts', FILE)).toMatchObject({ merged: 0, erased: 1 });
  });

  it('a person who calls from her former number does not bring her back', async () => {
    await erasing.erased(await erasing.contact(VIOLET));
    await erasing.book({ contact: { name: 'Tom Reed', phone: NUMBER } });
    const lines = ['Name,Phone', `Violet Quartz,${NUMBER}`, `Tom Reed,${NUMBER}`];
    expect(await load('contacts', lines)).toMatchObject({ added: 0, unchanged: 1, erased: 1 });
  });

  it('processes that erase and import at the same time agree', async () => {
    const tom = await erasing.contact({ name: 'Tom Reed', phone: '+15550100166' });
    const violet = await erasing.contact(VIOLET);
    await Promise.all([erasing.erased(tom), erasing.erased(violet), load('contacts', FILE)]);
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
    const reports = await Promise.all([load('contacts', FILE), load('bookings', APPOINTMENTS)]);
    for (const report of reports) expect(report).toMatchObject({ added: 0, invalid: 2, erased: 2 });
  });
});
