import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openPlatform } from '../../src/platform/index.ts';
import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { smallBusiness } from '../platform/support/fixture.ts';
import { connect, field } from '../support/clients.ts';
import { fill, limitFiles, onGrowingDisk, onSmallDisk, underModes } from '../support/confined.ts';
import { demoDatabase } from '../support/demo-database.ts';
import { openHour } from '../support/open-hours.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, PROGRAM, type RunningProgram, startProgram } from '../support/program.ts';
import { startHttp } from '../support/session.ts';

/** The built program while its database cannot be written: clear errors, no partial writes, recovery. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
const running: RunningProgram[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.stop('SIGKILL')));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folders = 0;
function newFolder(): string {
  const folder = join(home, String(++folders));
  mkdirSync(folder);
  return folder;
}

function start(args: string[], through: string[] = [], extra: Record<string, string> = {}): RunningProgram {
  const program = startProgram(args, { ...env, ...extra }, through);
  running.push(program);
  return program;
}

async function startPlatformProgram(database: string, through: string[] = []) {
  const program = start(['platform', '--port', '0', '--database', database], through);
  const key = (await program.until(/sk_live_\S+/))[0];
  const url = (await program.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  await program.until(/Ctrl-C/);
  return { program, pid: program.child.pid as number, key, url };
}

let hour = 0;
const newCreateRequest = () => ({
  service_id: 'svc_cleaning',
  start_time: openHour(++hour),
  contact_name: `Full ${hour}`,
  contact_email: `full.${hour}@example.com`,
});

/** Reads the bookings and contacts of these tests from the database. */
async function storedRecords(database: string) {
  // Opens a copy, because the path of the -wal file differs in this process. No process writes now.
  const copy = join(newFolder(), 'copy.db');
  for (const suffix of ['', '-wal']) copyFileSync(database + suffix, copy + suffix);
  const connection = new (await loadSqlite())(copy);
  const rows = (sql: string) => connection.prepare(sql).all() as Record<string, unknown>[];
  const found = {
    integrity: rows('pragma integrity_check')[0]?.integrity_check,
    bookings: rows("select contact_email as email from bookings where contact_email like 'full.%'"),
    contacts: rows("select email from contacts where email like 'full.%'"),
  };
  connection.close();
  return found;
}

/** Checks that writes fail with `message` while the fault lasts, and succeed afterwards. */
async function expectFailureAndRecovery(
  platform: Awaited<ReturnType<typeof startPlatformProgram>>,
  database: string,
  { message, isUndone }: { message: RegExp; isUndone: boolean },
  injectFault: () => () => void,
) {
  const session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: platform.key });
  const first = newCreateRequest();
  expect((await session.client.call('create_booking', first)).isError).toBe(false);
  const endFault = injectFault();

  const refused = await session.client.call('create_booking', newCreateRequest());
  expect(refused.text).toMatch(message);
  expect(refused.text).toMatch(isUndone ? /Nothing was changed/ : /Whether it took effect is unknown/);
  const changed = isUndone ? 'no' : 'unknown';
  expect(field(refused.data, 'error')).toMatchObject({ kind: 'server_error', status: 500, changed });
  // Writes that arrive together share a transaction.
  const create = async (_: unknown, index: number) => {
    const answer = await fetch(`${platform.url}/api/v1/contacts`, {
      method: 'POST',
      headers: { 'x-api-key': platform.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Nora', email: `full.${index}@example.net` }),
    });
    return [answer.status, await answer.json()];
  };
  const body = {
    error: 'storage_failed',
    message: expect.stringMatching(message),
    ...(isUndone && { changed: false }),
  };
  for (const answer of await Promise.all(Array.from({ length: 12 }, create))) expect(answer).toEqual([500, body]);
  expect((await session.client.call('list_bookings')).isError).toBe(false);

  endFault();
  const last = newCreateRequest();
  const booked = await session.client.call('create_booking', last);
  expect(booked.isError, booked.text).toBe(false);
  const emails = [first, last].map(({ contact_email: email }) => ({ email }));
  expect(await storedRecords(database)).toEqual({ integrity: 'ok', bookings: emails, contacts: emails });
  await session.close();
  // The log names the cause to the operator, with the file's path.
  const log = platform.program.output.stderr;
  expect(log).toMatch(new RegExp(`"The database ${database.replace(/^\/proc\/\d+\/root/, '')} ${message.source}`));
  expect(log).not.toContain('sk_live_');
  return log;
}

describe.skipIf(!onSmallDisk)('the platform with a full disk', () => {
  it('reports it, writes nothing partially, and recovers when there is space', async () => {
    const folder = newFolder();
    const platform = await startPlatformProgram(join(folder, 'platform.db'), onSmallDisk?.(folder, '4m'));
    const database = join(`/proc/${platform.pid}/root`, folder, 'platform.db');
    const log = await expectFailureAndRecovery(
      platform,
      database,
      { message: /has no room: the disk is full/, isUndone: true },
      () => fill(platform.pid, folder),
    );
    // The last use of a key is written with each request, but its failure is logged once.
    expect(log.match(/the last use of keys cannot be stored/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(await platform.program.stop()).toBe(0);
  });

  it('answers 503 at /readyz until there is space again, although it can be read', async () => {
    const folder = newFolder();
    const args = ['http', '--port', '0', '--database', join(folder, 'platform.db')];
    const program = start(args, onSmallDisk?.(folder, '8m'));
    const url = (await program.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
    const readyz = async () => (await fetch(`${url}/readyz`)).status;
    await expect.poll(readyz).toBe(200);
    const endFault = fill(program.child.pid as number, folder);
    expect(await readyz()).toBe(503);
    await expect.poll(() => program.output.stderr).toMatch(/not ready.*has no room: the disk is full/);
    endFault();
    await expect.poll(readyz).toBe(200);
    expect(await program.stop()).toBe(0);
  });

  it.each(['200k', '500k'])(
    'reports it in one sentence if only %s are free at the first start, and starts normally afterwards',
    async (size) => {
      const folder = newFolder();
      const program = start(
        ['platform', '--port', '0', '--database', join(folder, 'platform.db')],
        onGrowingDisk?.(folder, size, '8m'),
      );
      await program.until(/sk_live_\S+/);
      expect(program.output.stderr).toMatch(
        /^rcpt-mcp: The database \S+platform\.db has no room: the disk is full\.\nfirst 1\n$/,
      );
      expect(await program.stop()).toBe(0);
    },
  );
});

it.skipIf(!onSmallDisk)('a command that opens a database on a full disk says that the disk is full', async () => {
  const folder = newFolder();
  const database = join(folder, 'platform.db');
  const source = demoDatabase(newFolder());
  // A WAL needs `-shm`, for which there is no room.
  const onFullDisk = ['sh', '-c', `cp "$0" ${database}; cat /dev/zero >${folder}/filler; exec "$@"`, source];
  const agenda = start(['agenda', '--database', database], [...(onSmallDisk?.(folder, '4m') ?? []), ...onFullDisk]);
  expect(await agenda.ended).toBe(1);
  expect(agenda.output.stdout).toBe('');
  expect(agenda.output.stderr).toMatch(/rcpt-mcp: The database \S+platform\.db has no room: the disk is full\.\n$/);
});

it.skipIf(!onSmallDisk)('doctor warns that there is no room for the audit log and for create requests', async () => {
  const folder = newFolder();
  const onFullDisk = ['sh', '-c', 'cat /dev/zero >"$0/filler"; exec "$@"', folder];
  const doctor = start(
    ['doctor', '--json', '--audit', join(folder, 'audit.jsonl')],
    [...(onSmallDisk?.(folder, '1m') ?? []), ...onFullDisk],
    { XDG_DATA_HOME: folder, RCPT_BASE_URL: 'http://127.0.0.1:9', RCPT_API_KEY: 'sk_live_x1' },
  );
  await doctor.ended;
  const { checks } = JSON.parse(doctor.output.stdout) as { checks: { id: string; status: string; summary: string }[] };
  for (const id of ['audit', 'create_requests'])
    expect(checks.find((check) => check.id === id)).toMatchObject({
      status: 'warning',
      summary: expect.stringMatching(/has hardly any room: 0\.0 MiB free on its disk$/),
    });
});

it.skipIf(!limitFiles)('the platform reports a failing disk, and recovers when it works again', async () => {
  const folder = newFolder();
  const database = join(folder, 'platform.db');
  const platform = await startPlatformProgram(database);
  await expectFailureAndRecovery(
    platform,
    database,
    { message: /cannot be read or written: its disk fails/, isUndone: false },
    () => {
      limitFiles?.(platform.pid, 100_000);
      return () => limitFiles?.(platform.pid, undefined);
    },
  );
  expect(await platform.program.stop()).toBe(0);
});

describe.skipIf(!limitFiles)('an import into a database whose disk fails', () => {
  const rows = (row: (index: number) => string) => Array.from({ length: 3_000 }, (_, index) => row(index)).join('\n');

  it.each([
    [
      'contacts',
      rows((index) => (index === 0 ? 'Name,Email' : `P ${index},p${index}@example.com`)),
      '[\\d,]+00 of 2,999 rows',
    ],
    [
      'calls',
      rows((index) => JSON.stringify({ call_id: `c${index}`, summary: 'x'.repeat(200) })),
      '[\\d,]+00 lines, \\d+ % of the file',
    ],
  ])('%s import says how much of the file is imported, and that it can be repeated', async (command, content, done) => {
    const folder = newFolder();
    const [database, file] = [join(folder, 'platform.db'), join(folder, 'file')];
    writeFileSync(file, content);
    await (await openPlatform({ database, business: smallBusiness() })).close();
    const args = [command, 'import', file, '--database', database, ...(command === 'contacts' ? ['--yes'] : [])];
    const failed = start(args, ['prlimit', '--fsize=2000000']);
    expect(await failed.ended).toBe(1);
    expect(failed.output.stderr).toMatch(
      new RegExp(
        `^rcpt-mcp: The database \\S+ cannot be read or written: its disk fails\\. The import ended after ${done}\\. ` +
          'Import the file again when this is fixed: what is imported stays as it is\\.\n$',
      ),
    );
  });
});

describe.skipIf(!underModes)('the program with a read-only database', () => {
  it('reports it to the operator, and to the model until it is writable', async () => {
    const folder = newFolder();
    const database = join(folder, 'platform.db');
    expect(await start(['demo', 'reset', '--yes', '--database', database], underModes).ended).toBe(0);
    chmodSync(database, 0o400);
    chmodSync(folder, 0o500);
    const refused = start(['platform', '--port', '0', '--database', database], underModes);
    expect(await refused.ended).toBe(1);
    expect(refused.output.stderr).toMatch(/^rcpt-mcp: The database \S+ cannot be used: you may not write to it .*\n$/);

    const served = start(['http', '--port', '0', '--database', database], underModes);
    expect(await served.ended).toBe(1);
    expect(served.output).toEqual({ stdout: '', stderr: refused.output.stderr });

    const [first = '', ...words] = [...(underModes ?? []), process.execPath, PROGRAM];
    const client = await connect('v1', {
      command: [first, ...words],
      args: ['--database', database],
      env: { ...env, RCPT_CONFIRM: 'writes' },
    });
    for (const [tool, args] of [
      ['list_bookings', {}],
      ['cancel_booking', { booking_id: 'bk_x' }],
      // Needs the platform's key for the confirmation token before any request.
      ['create_booking', newCreateRequest()],
    ] as const) {
      const answer = await client.call(tool, args);
      expect(answer.text, tool).toMatch(/may not write to it.*Tell the user: the operator must fix it first/);
      expect(field(answer.data, 'error'), tool).toMatchObject({ kind: 'unreachable', changed: 'no' });
    }
    chmodSync(folder, 0o700);
    chmodSync(database, 0o600);
    // An attempt to open it is repeated after a second.
    await expect.poll(async () => (await client.call('list_bookings')).isError, { timeout: 10_000 }).toBe(false);
    await client.close();
  });
});

describe.skipIf(process.platform !== 'linux')('a log', () => {
  it.each(['/dev/full', '/dev/null'])('on %s does not end the program if it cannot be written', async (file) => {
    const server = start(
      ['http', '--port', '0', '--log-level', 'debug', '--database', demoDatabase(newFolder())],
      ['sh', '-c', `exec "$@" 2>${file}`, 'sh'],
    );
    const client = await connect('v1', { url: (await server.until(/http:\/\/\S+\/mcp/))[0] });
    for (let count = 0; count < 3; count++) expect((await client.call('list_services')).isError).toBe(false);
    await client.close();
    expect(await server.stop()).toBe(0);
  });

  it('without a reader does not end the program', async () => {
    const server = start(['http', '--port', '0', '--log-level', 'debug', '--database', demoDatabase(newFolder())]);
    const client = await connect('v1', { url: (await server.until(/http:\/\/\S+\/mcp/))[0] });
    server.child.stderr?.destroy();
    for (let count = 0; count < 3; count++) expect((await client.call('list_services')).isError).toBe(false);
    await client.close();
    expect(await server.stop()).toBe(0);
  });
});
