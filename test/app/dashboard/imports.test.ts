import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_WAITING_IMPORTS } from '../../../src/app/dashboard-imports.ts';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../../support/program.ts';

/** Imports of files through the dashboard of the built program. */
const PASSWORD = 'correct horse battery';
const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const home = temporaryFolder();
const env = cleanEnvironment(home);
const audit = join(home, 'audit.jsonl');
const programs: RunningProgram[] = [];
let database: TestDatabase;
let platform: Platform;
const urls = { http: '', platform: '', readOnly: '' };

async function start(command: string, ...args: string[]): Promise<string> {
  const program = startProgram([command, '--port', '0', '--database', database.database, ...args], env);
  programs.push(program);
  const [url] = await program.until(/http:\/\/127\.0\.0\.1:\d+/);
  return url;
}

beforeAll(async () => {
  database = await newDatabase();
  platform = await openPlatform({ database: database.database, business: smallBusiness('a'), deliveries: false });
  await platform.addBusiness(smallBusiness('b'));
  for (const user of ['owner.a', 'member.a', 'owner.b'])
    await platform.users.setPassword(`${user}@example.com`, PASSWORD);
  [urls.http, urls.platform, urls.readOnly] = await Promise.all([
    start('http', '--audit', audit),
    start('platform'),
    start('http', '--read-only'),
  ]);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await platform?.close();
  await database?.remove();
  await rm(home, { recursive: true, force: true });
});

type Body = Record<string, unknown>;

async function post(url: string, path: string, cookie: string, body: Body) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

async function signIn(user: string, url = urls.http) {
  const { headers } = await post(url, '/api/dashboard/login', '', { email: `${user}@example.com`, password: PASSWORD });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const team = `team_${user.at(-1)}`;
  return {
    tool: async (name: string, input: Body) =>
      (await post(url, `/api/dashboard/teams/${team}/tools/${name}`, cookie, input)).body.structuredContent,
    async send(content: string | Buffer, body: Body, teamId = team) {
      const encoded = gzipSync(content).toString('base64');
      const request = { records: 'bookings', content: encoded, dry_run: true, ...body };
      return post(url, `/api/dashboard/teams/${teamId}/imports`, cookie, request);
    },
  };
}

const rows = (header: string, ...cells: string[]) => [header, ...cells, ''].join('\n');
const APPOINTMENTS = 'Date,Time,Client,Mobile,Treatment,Therapist';

describe('imports in the dashboard', () => {
  it('a dry run reports what an import would do, and changes nothing', async () => {
    const owner = await signIn('owner.a');
    const file = rows(
      APPOINTMENTS,
      `${DAY},09:00,Ann New,+436641234501,Cut,Sam`,
      `${DAY},10:00,Ben New,+436641234502,Haircut,Sam`,
      `${DAY},11:00,Cy New,+436641234503,,Sam`,
      'Total,,,,,3',
    );
    const before = readFileSync(audit, 'utf8');
    const { status, body } = await owner.send(file, {});
    expect([status, body.data]).toMatchObject([
      200,
      {
        applied: false,
        encoding: 'UTF-8',
        delimiter: 'comma',
        problem: null,
        time_zone: 'Europe/Vienna',
        counts: { rows: 4, added: 1, ahead: 1, customers: 1, invalid: 2, totals_rows: 1 },
        missing: { services: [{ name: 'Haircut', rows: 1 }], staff: [] },
        problems: {
          total: 2,
          first: [
            { line: 3, text: 'the business has no service "Haircut"' },
            { line: 4, text: 'it names no service: choose the service of such rows' },
          ],
        },
        totals: { total: 1, first: [{ line: 5 }] },
      },
    ]);
    expect(body.data.columns).toContainEqual({ field: 'staff', headers: ['Therapist'] });
    expect((await owner.tool('list_bookings', { from: DAY, to: DAY })).items).toEqual([]);
    expect(readFileSync(audit, 'utf8')).toBe(before);
  });

  it('a prediction says how the words for a status are read', async () => {
    const owner = await signIn('owner.a');
    const file = rows(`${APPOINTMENTS},Status`, `${DAY},12:00,Dan New,+436641234504,Cut,Sam,Pending`);
    const { body } = await owner.send(file, { dry_run: true });
    expect(body.data.read_as.status).toEqual([{ text: 'Pending', meaning: 'confirmed' }]);
  });

  it('an import with names and defaults adds the appointments, tools read them at once, and the same file changes nothing', async () => {
    const owner = await signIn('owner.a');
    const file = rows(
      APPOINTMENTS,
      `${DAY},12:00,Dan New,+436641234504,Haircut,Sam`,
      `${DAY},13:00,Eve New,+436641234505,,Cleo`,
    );
    const choices = { names: { Haircut: 'Cut' }, default_service_id: 'sv_cut_a', dry_run: false };
    // So that the answer is cached before.
    const day = async () => (await owner.tool('list_bookings', { from: DAY, to: DAY })).items;
    expect(await day()).toEqual([]);
    const { body } = await owner.send(file, choices);
    expect(body.data).toMatchObject({
      applied: true,
      counts: { rows: 2, added: 2, customers: 2, invalid: 0 },
      read_as: { services: [{ text: 'Haircut', meaning: 'Cut' }] },
    });
    expect(await day()).toMatchObject([{ contact_name: 'Dan New' }, { contact_name: 'Eve New' }]);
    const again = await owner.send(file, choices);
    expect(again.body.data.counts).toMatchObject({ added: 0, unchanged: 2 });
    expect(await day()).toHaveLength(2);
    const lines = readFileSync(audit, 'utf8')
      .split('\n')
      .filter((line) => line.includes('importFile'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain('Dan New');
  });

  it('customers of another team are imported into that team alone', async () => {
    const owner = await signIn('owner.b', urls.platform);
    const file = Buffer.from('Kunde;Telefonnummer;Lieblingsfarbe\r\nMüller, Jörg;0664 1234590;grün\r\n', 'latin1');
    const body = { records: 'contacts', keep_columns: true, dry_run: false };
    expect((await owner.send(file, body)).body.data).toMatchObject({
      applied: true,
      encoding: 'Windows-1252',
      delimiter: 'semicolon',
      time_zone: null,
      columns: [
        { field: 'name', headers: ['Kunde'] },
        { field: 'phone', headers: ['Telefonnummer'] },
      ],
      additional: [{ field: 'lieblingsfarbe', headers: ['Lieblingsfarbe'] }],
      counts: { rows: 1, added: 1 },
    });
    const ofTeam = async (user: string) =>
      (await (await signIn(user)).tool('list_contacts', { query: '+436641234590' })).items;
    expect(await ofTeam('owner.b')).toMatchObject([{ name: 'Jörg Müller' }]);
    expect(await ofTeam('owner.a')).toEqual([]);
  });

  it('rows of an erased customer are left out, unless the user takes the customer back', async () => {
    const owner = await signIn('owner.a');
    const phone = '+436641234599';
    const customers = { records: 'contacts', dry_run: false };
    const files = [
      [rows('Name,Phone', `Ina Past,${phone}`), customers],
      [rows(APPOINTMENTS, `2020-05-12,10:00,Ina Past,${phone},Cut,Sam`), { dry_run: false }],
    ] as const;
    await owner.send(files[0][0], customers);
    const [ina] = await platform.erasure.find({ phone });
    await platform.erasure.erase(String(ina?.id));
    for (const [file, body] of files) {
      const { data } = (await owner.send(file, body)).body;
      expect(data.counts).toMatchObject({ added: 0, invalid: 1, erased: 1 });
      expect(data.problems.first).toMatchObject([{ text: expect.stringContaining('this phone was erased on 20') }]);
    }
    const restored = await owner.send(files[1][0], { ...files[1][1], restore_erased: true });
    expect(restored.body.data.counts).toMatchObject({ added: 1, customers: 1, erased: 0 });
    expect((await owner.send(...files[0])).body.data.counts).toMatchObject({ unchanged: 1, erased: 0 });
  });

  it('a file without a column that each row needs is reported with its columns, and read with the chosen one', async () => {
    const owner = await signIn('owner.a');
    const file = rows('Who,When', `Flo New,${DAY} 15:00`);
    const { body } = await owner.send(file, { default_service_id: 'sv_cut_a' });
    expect(body.data).toMatchObject({
      problem: 'No column holds the start of the appointment: the columns are "Who", "When".',
      header: ['Who', 'When'],
      counts: null,
    });
    const chosen = await owner.send(file, {
      columns: { start: 'When', name: 'Who' },
      default_service_id: 'sv_cut_a',
      default_staff_id: 'st_1_a',
    });
    expect(chosen.body.data).toMatchObject({ problem: null, counts: { added: 1 } });
  });

  it('a column that is assigned to no field is not read', async () => {
    const owner = await signIn('owner.a');
    const file = rows('Start,Client,Type,E-mail', `${DAY} 16:00,Kim New,walk-in,of.the.mother@example.com`);
    const defaults = { default_service_id: 'sv_cut_a', default_staff_id: 'st_1_a' };
    expect((await owner.send(file, defaults)).body.data.counts).toMatchObject({ added: 0, invalid: 1 });
    const { body } = await owner.send(file, { ...defaults, columns: { service: null, email: null } });
    expect(body.data).toMatchObject({ counts: { added: 1 }, ignored: ['Type', 'E-mail'] });
    expect(body.data.columns.map(({ field }: { field: string }) => field)).toEqual(['start', 'name']);
  });

  it.each([
    ['', {}, 'The file is empty'],
    ['PK\u0003\u0004', {}, 'The file is a workbook or an archive'],
    ['Name,Start\n"Ann,1\n', {}, 'line 2 does not end'],
    ['Name,Start\nAnn,1\n', { content: 'TmFtZQ==' }, 'content: is not gzip in base64. Nothing was changed.'],
    ['Name,Start\nAnn,1\n', { columns: { start: 'None' } }, 'The file has no column "None"'],
    ['Name,Start\nAnn,1\n', { columns: { price: 'Start' } }, 'price is not a field of a booking'],
    ['Name,Start\nAnn,1\n', { default_staff_id: 'st_1_b' }, 'default_staff_id: the business has no such record'],
    ['Name,Start\nAnn,1\n', { records: 'calls' }, 'records'],
  ])('the file %j with %j is refused with the reason', async (content, body, message) => {
    const owner = await signIn('owner.a');
    const answer = await owner.send(content, { dry_run: false, ...body });
    expect([answer.status, answer.body]).toMatchObject([400, { message: expect.stringContaining(message) }]);
  });

  it('members, people of other teams and visitors import nothing', async () => {
    const file = rows('Name', 'Guy New');
    const body = { records: 'contacts', dry_run: false };
    const [member, owner] = await Promise.all([signIn('member.a'), signIn('owner.b')]);
    expect((await member.send(file, body)).status).toBe(403);
    expect((await owner.send(file, body, 'team_a')).status).toBe(403);
    expect((await post(urls.http, '/api/dashboard/teams/team_a/imports', '', { ...body, content: '' })).status).toBe(
      401,
    );
  });

  it('a server with --read-only imports nothing, and the dry run is refused as well', async () => {
    const owner = await signIn('owner.a', urls.readOnly);
    for (const dry_run of [true, false]) {
      const { status, body } = await owner.send('Name\nHal New\n', { records: 'contacts', dry_run });
      expect([status, body.error]).toEqual([403, 'read_only']);
    }
  });

  it('a file of some megabytes is read, and a larger one is refused', async () => {
    const owner = await signIn('owner.a', urls.platform);
    const line = `Ida New,${'x'.repeat(950)}\n`;
    const { status, body } = await owner.send(`Name,Notes\n${line.repeat(8_000)}`, { records: 'contacts' });
    expect([status, body.data?.counts], JSON.stringify(body).slice(0, 300)).toMatchObject([200, { rows: 8_000 }]);
    const larger = await owner.send(`Name,Notes\n${line.repeat(9_000)}`, { records: 'contacts' });
    expect([larger.status, larger.body.message]).toEqual([
      400,
      'The file has more than 8388608 bytes: split it. Nothing was changed.',
    ]);
  });

  it('a file with too many rows is refused', async () => {
    const owner = await signIn('owner.a');
    const answer = await owner.send(`Name\n${'Ann\n'.repeat(50_001)}`, { records: 'contacts' });
    expect(answer.body.message).toBe('The file has more than 50,000 rows: split it. Nothing was changed.');
  });

  it('files are imported one after the other, and further ones are refused', async () => {
    const owner = await signIn('owner.a');
    const file = `Name,Phone\n${Array.from({ length: 2_000 }, (_, row) => `Jo New,+4366410${10_000 + row}\n`).join('')}`;
    const answers = await Promise.all(
      Array.from({ length: 2 + MAX_WAITING_IMPORTS }, () => owner.send(file, { records: 'contacts' })),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.map(({ body }) => body)).toEqual([
      { error: 'overloaded', message: 'Other files are being imported. Nothing was changed. Try again in a minute.' },
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1 + MAX_WAITING_IMPORTS);
  });
});
