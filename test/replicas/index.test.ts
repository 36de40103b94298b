import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import {
  booking,
  fillLists,
  type MirroredPlatform,
  NEW_BOOKING,
  startMirroredPlatform,
} from '../support/mirrored-platform.ts';
import { temporaryFolder } from '../support/platform.ts';
import { runStatements } from '../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';

/** Replicas with one index in the database of `--state`. */
const COUNTS = { bookings: 420, contacts: 60, calls: 40 };
/** A request for a transcript. */
const CALL = /GET \/api\/v1\/calls\/call_/;
const folders: string[] = [];
const servers = new Set<Server>();
let shared: SharedDatabase;
let platform: MirroredPlatform;
let database: pg.Pool;

interface Server {
  program: RunningProgram;
  client: TestClient;
}

/** The options of a computer of its own. */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const home = temporaryFolder();
  folders.push(home);
  return cleanEnvironment(home, {
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: 'sk_live_shared',
    RCPT_STATE: shared.database,
    RCPT_INDEX: 'shared',
    RCPT_TIME_ZONE: 'UTC',
    RCPT_DEFAULT_COUNTRY: 'US',
    ...more,
  });
}
const run = (args: string[], more?: Record<string, string>) => runProgram(args, environment(more));
async function start(more?: Record<string, string>): Promise<Server> {
  const program = startProgram(['http', '--port', '0'], environment(more));
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  const server = { program, client: await connect('v2 2026-07-28', { url }) };
  servers.add(server);
  return server;
}
async function stop(server: Server, signal?: NodeJS.Signals): Promise<void> {
  servers.delete(server);
  await server.client.close();
  await server.program.stop(signal);
}

const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000, interval: 200 });
const state = async ({ client }: Server) =>
  ((await client.call('get_account_context')).data.index as { state: string }).state;
const ids = async ({ client }: Server, tool: string, args: Record<string, unknown>) => {
  const { data, isError, text } = await client.call(tool, args);
  expect(isError, text).toBe(false);
  return (data.items as { id: string }[]).map(({ id }) => id);
};
const schemas = async () => {
  const { rows } = await database.query("select nspname from pg_namespace where nspname like 'rcpt\\_index\\_%'");
  return rows.map(({ nspname }: { nspname: string }) => nspname);
};
const doctor = async () => {
  const { stdout } = await run(['doctor', '--json']);
  const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; summary: string }[] };
  return checks.find(({ id }) => id === 'index');
};
/** The process that reads the platform now. */
const holder = async () => {
  const [schema] = await schemas();
  if (schema === undefined) return undefined;
  const { rows } = await database.query(`select holder from ${schema}.mirror_leases`).catch(() => ({ rows: [] }));
  return rows.length > 0 ? (JSON.parse(rows[0].holder) as [string, number])[1] : undefined;
};

beforeAll(async () => {
  shared = await sharedDatabase();
  database = new pg.Pool({ connectionString: shared.administration, max: 2 });
  platform = await startMirroredPlatform({ delayMs: 20 });
  fillLists(platform, COUNTS);
  addForeignRecords();
}, 60_000);
afterAll(async () => {
  await Promise.all([...servers].map((server) => stop(server)));
  await platform?.close();
  await database?.end();
  await shared?.remove();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}, 60_000);

/** What the tables of the embedded platform would refuse. */
function addForeignRecords(): void {
  const { bookings, contacts, calls } = platform.lists;
  const overlap = { ...booking(3, 5), staff_id: 'staff_1' };
  for (const number of [1, 2]) bookings.set(`bk_overlap_${number}`, { ...overlap, id: `bk_overlap_${number}` });
  bookings.set('bk_foreign', {
    ...booking(8, 5),
    id: 'bk_foreign',
    contact_id: 'ct_not_listed',
    status: 'in_the_waiting_room',
    end_time: '2199-01-01T00:00:00Z',
    notes: 'Line\u0000break',
  });
  contacts.set('ct_foreign', { id: 'ct_foreign', name: 'Zero\u0000Byte', phone: null, email: 'zero@example.com' });
  calls.set('call_foreign', {
    id: 'call_foreign',
    direction: 'inbound',
    status: 'completed',
    outcome: 'question',
    phone: '+14155550001',
    contact_id: 'ct_1',
    booking_id: 'bk_not_listed',
    started_at: '2199-01-02T08:00:00Z',
    duration_seconds: 12.5,
    transcript: [{ speaker: 'caller', text: 'The zebra\u0000has left', offset_seconds: 0 }],
  });
}

const QUESTIONS: [tool: string, args: Record<string, unknown>][] = [
  ['list_bookings', { from: '2199-01-03', to: '2199-01-05' }],
  ['list_bookings', { status: 'no_show', per_page: 10 }],
  ['list_bookings', { status: 'in_the_waiting_room' }],
  ['list_bookings', { query: 'room 2', status: 'no_show', per_page: 5 }],
  ['list_contacts', { query: 'zero' }],
  ['list_contacts', { no_appointment_ahead: true }],
  ['list_calls', { sort: 'duration', min_duration_seconds: 60 }],
  ['search_calls', { query: 'zebra' }],
  ['search_calls', { query: 'matter 17' }],
];

describe('an index that replicas share', () => {
  let filler: Server;
  let other: Server;
  let scanner: Server | undefined;

  it('one replica fills the index, and another one continues where it was when it is killed', {
    timeout: 120_000,
  }, async () => {
    const both = await Promise.all([start(), start()]);
    await eventually(() => platform.count(CALL)).toBeGreaterThan(3);
    const pid = await holder();
    filler = both.find(({ program }) => program.child.pid === pid) as Server;
    other = both.find((server) => server !== filler) as Server;
    expect([filler, other]).not.toContain(undefined);
    await stop(filler, 'SIGKILL');
    // Expires the lease, as if the holder had not renewed it for long.
    const [schema] = await schemas();
    await database.query(`update ${schema}.mirror_leases set lease_until = 0`);
    filler = await start();
    for (const server of [filler, other]) await eventually(() => state(server)).toBe('complete');
    expect(await schemas()).toEqual([schema]);
    // The kill costs the request in flight and what is being stored, and no other page is read again; both ends of a list are polled.
    const inner = platform.received.filter(({ path }) => /bookings\?page=[2-4]&/.test(path));
    expect(inner.length).toBeLessThanOrEqual(3 + 2);
    expect(platform.count(CALL)).toBeLessThanOrEqual(COUNTS.calls + 1 + 2);
    expect(platform.maxConcurrent()).toBeLessThanOrEqual(2);
  });

  it.each(QUESTIONS)('%s %j has the same answer at each replica as without an index', async (tool, args) => {
    scanner ??= await start({ RCPT_INDEX: '', RCPT_STATE: '' });
    const expected = await ids(scanner, tool, args);
    expect(expected).not.toEqual([]);
    const since = platform.received.length;
    for (const server of [filler, other]) expect(await ids(server, tool, args)).toEqual(expected);
    // Services have a short list, from which their names are read.
    expect(platform.count(/GET \/api\/v1\/(bookings|contacts|calls)/, since)).toBe(0);
  });

  it('what one replica books, the other one finds', async () => {
    const booked = await other.client.call('create_booking', NEW_BOOKING);
    expect(booked.isError, booked.text).toBe(false);
    const day = { from: '2199-07-01', to: '2199-07-01' };
    expect(await ids(filler, 'list_bookings', day)).toEqual([expect.stringContaining('bookings_new')]);
  });

  it('a record that the platform has deleted is in no answer of a replica once its copy is a minute old', async () => {
    const day = { from: '2199-01-09', to: '2199-01-09' };
    const [gone, ...rest] = await ids(other, 'list_bookings', day);
    platform.lists.bookings.delete(gone as string);
    const [schema] = await schemas();
    await database.query(`update ${schema}.mirror_records set read_at = read_at - 61000`);
    expect(rest.length).toBeGreaterThan(10);
    for (const server of [filler, other]) expect(await ids(server, 'list_bookings', day)).toEqual(rest);
    const { rows } = await database.query(`select from ${schema}.mirror_records where id = $1`, [gone]);
    expect(rows).toEqual([]);
  });

  it('index status and doctor show the index, its platform and no password', async () => {
    const status = await run(['index', 'status']);
    expect(status.stderr).toBe('');
    expect(status.stdout).toMatch(/^bookings +\d+ +\d+ +yes +\d{4}-\d\d-\d\d \d\d:\d\d$/m);
    expect(status.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\S* \(schema rcpt_index_[0-9a-f]{20}\): [\d.]+ MiB$/m);
    expect(status.stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    const { indexes } = JSON.parse((await run(['index', 'status', '--json'])).stdout) as { indexes: object[] };
    expect(indexes).toMatchObject([{ schema: (await schemas())[0], isRead: expect.any(Boolean) }]);
    const found = await doctor();
    expect(found).toMatchObject({
      status: 'ok',
      summary: expect.stringMatching(/^postgres:\/\/receptionist@127\S+ schema rcpt_index_\S+: .*bookings \d+ of \d+/),
    });
    const texts = [status.stdout, found?.summary, filler.program.output.stderr, other.program.output.stderr];
    for (const text of texts) expect(text).not.toMatch(/battery|Customer|matter/);
  });

  it('another key has an index of its own, and an index that no server has used for a week is deleted', async () => {
    const [earlier] = await schemas();
    const second = await start({ RCPT_API_KEY: 'sk_live_rotated' });
    await eventually(async () => (await schemas()).length).toBe(2);
    await stop(second);
    const [later] = (await schemas()).filter((schema) => schema !== earlier);
    await database.query(`update ${later}.mirror_source set used_at = used_at - 8 * 86400000::bigint`);
    const third = await start();
    await eventually(schemas).toEqual([earlier]);
    expect(await state(third)).toBe('complete');
    await stop(third);
  });

  it('replicas read and write the platform while the database does not answer, and use the index again afterwards', {
    timeout: 90_000,
  }, async () => {
    const name = new URL(shared.administration).pathname.slice(1);
    await runStatements(
      shared.administration,
      `revoke connect on database ${name} from public, receptionist`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = 'receptionist'`,
    );
    const [changed, ...rest] = await ids(scanner as Server, 'list_bookings', { status: 'no_show', per_page: 5 });
    const updated = await filler.client.call('update_booking', { booking_id: changed, notes: 'Bring the old X-ray' });
    expect(updated.isError, updated.text).toBe(false);
    const since = platform.received.length;
    expect(await ids(other, 'list_bookings', { status: 'no_show', per_page: 5 })).toEqual([changed, ...rest]);
    expect(platform.count(/GET \/api\/v1\/bookings$/, since)).toBeGreaterThan(3);
    expect(await state(other)).toBe('unavailable');
    await runStatements(shared.administration, `grant connect on database ${name} to public, receptionist`);
    for (const server of [filler, other]) await eventually(() => state(server)).toBe('complete');
    await eventually(() => ids(other, 'list_bookings', { query: 'old X-ray' })).toEqual([changed]);
  });

  it('index clear deletes the index, servers then read the platform, and the next start fills it again', {
    timeout: 90_000,
  }, async () => {
    const elsewhere = await run(['index', 'clear'], { RCPT_BASE_URL: 'https://receptionist.example.com' });
    expect(elsewhere.stdout).toMatch(
      /^There is no index in postgres.*\nThis database has indexes of other platforms: 1\./,
    );
    expect(await schemas()).toHaveLength(1);
    const { stdout, code, stderr } = await run(['index', 'clear']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/\(schema rcpt_index_\S+\) is deleted \([\d.]+ MiB\)\.\nServers that use it/);
    expect(await schemas()).toEqual([]);
    const expected = await ids(scanner as Server, 'list_bookings', { status: 'no_show', per_page: 5 });
    expect(await ids(other, 'list_bookings', { status: 'no_show', per_page: 5 })).toEqual(expected);
    expect(await state(other)).toBe('unavailable');
    expect((await run(['index', 'status'])).stdout).toMatch(/^There is no index in postgres/);
    const name = new URL(shared.administration).pathname.slice(1);
    await runStatements(shared.administration, `revoke create on database ${name} from public, receptionist`);
    expect(await doctor()).toMatchObject({ status: 'problem', summary: expect.stringMatching(/create a schema$/) });
    await runStatements(shared.administration, `grant create on database ${name} to receptionist`);
    // Longer than an entry of PostgreSQL's indexes, and not compressible.
    const email = `${randomBytes(3_000).toString('hex')}@example.com`;
    platform.lists.contacts.set('ct_long', { id: 'ct_long', name: 'Long Address', phone: null, email });
    const next = await start();
    await eventually(() => state(next)).toBe('complete');
    expect(await ids(next, 'list_bookings', { status: 'no_show', per_page: 5 })).toEqual(expected);
    expect(await ids(next, 'list_contacts', { query: 'long address' })).toEqual(['ct_long']);
    expect(next.program.output.stderr).not.toMatch(/cannot be/);
  });
});
