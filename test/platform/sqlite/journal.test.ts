import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import type { SqliteConnection } from '../../../src/platform/store/sqlite/sqlite-api.ts';
import { AFFECTED } from '../../support/affected.ts';
import { connect, field } from '../../support/clients.ts';
import { diagnose } from '../../support/doctor.ts';
import { copyTemplate } from '../../support/engines.ts';
import { newHome } from '../../support/installing.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, PROGRAM, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';
import { json, startUpstream } from '../../support/upstream.ts';
import { httpClient, type Send } from '../support/client.ts';

/**
 * The journal that the built program chooses for a database, in several processes whose SQLite is safe in WAL mode or has
 * the WAL-reset bug.
 */
const folder = temporaryFolder();
const SAFE: Record<string, string> = {};
const running: RunningProgram[] = [];
const connections: SqliteConnection[] = [];

afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await Promise.all(running.splice(0).map((program) => program.stop()));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, String(++files), 'platform.db');
/** A database as after the first start of the program, with an API key. Most tests begin with a copy. */
const started = newPath();
let startedKey: string;
beforeAll(async () => {
  copyTemplate('demo', started);
  startedKey = await newKey(started, SAFE);
});

const environment = (database: string, extra: Record<string, string>) =>
  cleanEnvironment(folder, { RCPT_DATABASE: database, ...extra });
const run = (args: readonly string[], database: string, extra: Record<string, string>) =>
  runProgram(args, environment(database, extra));

/** The journal according to the format versions in the file's header. */
const journalOf = (database: string) => (readFileSync(database)[18] === 2 ? 'wal' : 'rollback');

async function newKey(database: string, extra: Record<string, string>): Promise<string> {
  const { stdout } = await run(['keys', 'create', '--name', 'test'], database, extra);
  return /sk_live_\w+/.exec(stdout)?.[0] ?? '';
}

interface Serving {
  program: RunningProgram;
  url: string;
  send: Send;
  create(name: string): Promise<number>;
  names(): Promise<string[]>;
}

/** Serves a database. One that does not exist is created: as a copy, or by the program itself. */
async function serve(database: string, extra: Record<string, string>, creates: 'copy' | 'itself' = 'copy') {
  if (creates === 'copy' && !existsSync(database)) {
    mkdirSync(dirname(database), { mode: 0o700 });
    copyFileSync(started, database);
  }
  const program = startProgram(['platform', '--port', '0'], environment(database, extra));
  running.push(program);
  const url = (await program.until(/served at (\S+)\/api/))[1] as string;
  const key = creates === 'copy' ? startedKey : await newKey(database, extra);
  const send = httpClient(url);
  const serving: Serving = {
    program,
    url,
    send: (method, path, options) => send(method, path, { key, ...options }),
    create: async (name) => (await send('POST', '/v1/contacts', { key, body: { name } })).status,
    async names() {
      const names: string[] = [];
      for (let page = 1, more = true; more; page++) {
        const { body } = await send('GET', `/v1/contacts?per_page=100&page=${page}`, { key });
        names.push(...body.data.map(({ name }) => String(name)));
        more = body.meta.has_more;
      }
      return names.filter((name) => name.startsWith('Written')).toSorted();
    },
  };
  return serving;
}

/** A connection of another program. */
async function direct(database: string): Promise<SqliteConnection> {
  const connection = new (await loadSqlite())(database);
  // The process that serves the database may be writing.
  connection.exec('pragma busy_timeout = 5000');
  connections.push(connection);
  return connection;
}

const REFUSAL =
  /is used in WAL mode by another process, and could be damaged by the SQLite of this one \(3\.51\.2, Node [\d.]+\)\.(?: Nothing was changed\.)? End the other process, or start this one with Node 22\.22\.3, /;

describe('a database under a SQLite with the WAL-reset bug', () => {
  it('has a rollback journal, and files that only their owner can read', async () => {
    const database = newPath();
    const { create } = await serve(database, AFFECTED, 'itself');
    expect(await create('Written')).toBe(200);
    expect(journalOf(database)).toBe('rollback');
    expect(['-wal', '-shm'].filter((suffix) => existsSync(database + suffix))).toEqual([]);
    for (const suffix of ['', '-lock', '-journal']) expect(statSync(database + suffix).mode & 0o777).toBe(0o600);
  });

  it('loses no write of several processes, and refuses none', async () => {
    const database = newPath();
    const first = await serve(database, AFFECTED);
    const servers = [first, ...(await Promise.all([serve(database, AFFECTED), serve(database, AFFECTED)]))];
    const expected = servers.flatMap((_, server) =>
      Array.from({ length: 40 }, (_, index) => `Written ${server} ${index}`),
    );
    const outcomes = servers.flatMap(({ create, send }, server) => {
      const writes = Array.from({ length: 40 }, (_, index) => create(`Written ${server} ${index}`));
      const reads = Array.from({ length: 40 }, async () => (await send('GET', '/v1/contacts')).status);
      return [...writes, ...reads];
    });
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set([200]));
    for (const { names } of servers) expect(await names()).toEqual(expected.toSorted());
    expect(servers.map(({ program }) => program.output.stderr)).toEqual(['', '', '']);
  });

  it('the affected process converts a database with a WAL and keeps all its data, if no other process uses it', async () => {
    const database = newPath();
    const safe = await serve(database, SAFE);
    await safe.create('Written before');
    // Without a checkpoint, so that the record is only in the -wal file.
    await safe.program.stop('SIGKILL');
    expect(journalOf(database)).toBe('wal');
    const affected = await serve(database, AFFECTED);
    expect(journalOf(database)).toBe('rollback');
    await affected.create('Written behind');
    expect(await affected.names()).toEqual(['Written before', 'Written behind']);
  });

  it('each command refuses the database in the same sentence while another process uses it with a WAL', async () => {
    const database = newPath();
    const safe = await serve(database, SAFE);
    for (const command of [
      ['platform', '--port', '0'],
      ['http', '--port', '0'],
      ['users', 'list'],
    ]) {
      const { code, stdout, stderr } = await run(command, database, AFFECTED);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(REFUSAL);
      expect(stderr).toContain(`rcpt-mcp: The database ${database} is used`);
    }
    const client = await connect('v1', {
      command: [process.execPath, PROGRAM],
      args: [],
      env: environment(database, AFFECTED),
    });
    const { text, data } = await client.call('list_services');
    await client.close();
    expect(text).toMatch(REFUSAL);
    expect(text).not.toContain(folder);
    expect(field(data, 'error')).toMatchObject({ kind: 'unreachable', changed: 'no' });

    const home = newHome();
    const { code, check } = await diagnose(home, { RCPT_DATABASE: database, ...AFFECTED });
    rmSync(home.path, { recursive: true });
    expect(code).toBe(1);
    expect(check('database')).toMatchObject({ status: 'problem', summary: expect.stringMatching(REFUSAL) });
    expect(await safe.create('Written')).toBe(200);
    expect(journalOf(database)).toBe('wal');
  });

  it('doctor reads the zone of the business only if no other process uses the WAL of the database', async () => {
    const database = newPath();
    const { create } = await serve(database, SAFE);
    (await direct(database)).exec("update teams set time_zone = 'Europe/Berlin'");
    const home = newHome();
    const zoneUnder = async (extra: Record<string, string>) =>
      (await diagnose(home, { RCPT_DATABASE: database, ...extra })).check('time_zone')?.data?.time_zone;
    expect(await zoneUnder(SAFE)).toBe('Europe/Berlin');
    expect(await zoneUnder(AFFECTED)).not.toBe('Europe/Berlin');
    expect(await create('Written')).toBe(200);
    rmSync(home.path, { recursive: true });
  });

  it('a backup succeeds during writes, also by a process that may not use the database', async () => {
    for (const [serving, copying] of [
      [AFFECTED, AFFECTED],
      [AFFECTED, SAFE],
      [SAFE, AFFECTED],
    ] as const) {
      const database = newPath();
      const { create } = await serve(database, serving);
      await create('Written 0');
      let stopped = false;
      const writing = (async () => {
        for (let count = 1; !stopped; count++) expect(await create(`Written ${count}`)).toBe(200);
      })();
      const copy = `${database}.copy`;
      const { code, stderr } = await run(['platform', 'backup', copy], database, copying);
      stopped = true;
      await writing;
      expect([code, stderr]).toEqual([0, '']);
      expect(await (await serve(copy, SAFE)).names()).toContain('Written 0');
    }
  });
});

describe('a safe SQLite on a database with a rollback journal', () => {
  it('uses the rollback journal as long as a process with the bug uses it, and WAL afterwards', async () => {
    const database = newPath();
    const affected = await serve(database, AFFECTED);
    const safe = await serve(database, SAFE);
    for (let count = 0; count < 20; count++) {
      const answers = [affected.create(`Written a${count}`), safe.create(`Written s${count}`)];
      expect(await Promise.all(answers)).toEqual([200, 200]);
    }
    expect(journalOf(database)).toBe('rollback');
    expect(await safe.names()).toEqual(await affected.names());
    expect(await affected.program.stop()).toBe(0);

    // The first one still uses the rollback journal.
    await serve(database, SAFE);
    expect(journalOf(database)).toBe('rollback');
    await Promise.all(running.splice(0).map((program) => program.stop()));

    const last = await serve(database, SAFE);
    expect(journalOf(database)).toBe('wal');
    expect(await last.names()).toHaveLength(40);
  });

  it('a process on a symbolic link uses the rollback journal of a process with the bug on the file itself', async () => {
    const [database, link] = [newPath(), newPath()];
    const affected = await serve(database, AFFECTED);
    mkdirSync(dirname(link));
    symlinkSync(database, link);
    const safe = await serve(link, SAFE);
    expect(journalOf(database)).toBe('rollback');
    expect([await safe.create('Written s'), await affected.create('Written a')]).toEqual([200, 200]);
    expect(existsSync(`${link}-lock`)).toBe(false);
  });

  it('switches to WAL after the process with the bug was killed', async () => {
    const database = newPath();
    const affected = await serve(database, AFFECTED);
    await affected.create('Written');
    await affected.program.stop('SIGKILL');
    const safe = await serve(database, SAFE);
    expect(journalOf(database)).toBe('wal');
    expect(await safe.names()).toEqual(['Written']);
  });

  it('agrees with processes of every kind that start at the same time', async () => {
    const database = newPath();
    await run(['demo', 'reset', '--yes'], database, AFFECTED);
    const commands = [SAFE, AFFECTED, SAFE, AFFECTED, SAFE].map((extra) =>
      run(['keys', 'create', '--name', 'x'], database, extra),
    );
    for (const { code, stderr } of await Promise.all(commands)) expect([code, stderr]).toEqual([0, '']);
    const { stdout } = await run(['keys', 'list'], database, SAFE);
    expect(stdout.match(/key_/g)).toHaveLength(commands.length);
  });
});

describe('a database with a rollback journal', () => {
  it('processes of every kind start while another one writes', async () => {
    const database = newPath();
    const { create } = await serve(database, AFFECTED);
    let stopped = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; !stopped; count++) expect(await create(`Written ${writer} ${count}`)).toBe(200);
    });
    const outcomes: unknown[] = [];
    for (const extra of [SAFE, AFFECTED, SAFE, AFFECTED]) {
      const starts = Array.from({ length: 3 }, () => run(['users', 'list'], database, extra));
      outcomes.push(...(await Promise.all(starts)).map(({ code, stderr }) => `${code} ${stderr}`));
    }
    stopped = true;
    await Promise.all(writers);
    expect(new Set(outcomes)).toEqual(new Set(['0 ']));
  });

  it('reads succeed while another process holds the write lock, and wait without blocking while it commits', async () => {
    const database = newPath();
    const { send, create, url } = await serve(database, AFFECTED);
    const other = await direct(database);
    other.exec('begin immediate');
    let isCreated = false;
    const write = create('Written').finally(() => {
      isCreated = true;
    });
    for (let count = 0; count < 10; count++) expect((await send('GET', '/v1/contacts')).status).toBe(200);
    expect(isCreated).toBe(false);
    other.exec('commit');
    expect(await write).toBe(200);

    other.exec('begin exclusive');
    const reads = Array.from({ length: 5 }, () => send('GET', '/v1/contacts'));
    // Answered although reads wait: the process is not blocked.
    for (let count = 0; count < 10; count++) expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    other.exec('rollback');
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('a commit waits for a reader of another process, and the reads behind it follow', async () => {
    const database = newPath();
    const { send, create } = await serve(database, AFFECTED);
    const other = await direct(database);
    other.exec('begin; select * from contacts');
    const write = create('Written');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const read = send('GET', '/v1/contacts');
    other.exec('commit');
    expect([await write, (await read).status]).toEqual([200, 200]);
  });

  it('writes nothing after another program has switched the database to WAL', async () => {
    const database = newPath();
    const { send, create, program } = await serve(database, AFFECTED);
    expect(await create('Written before')).toBe(200);
    const other = await direct(database);
    // SQLite does not wait for a lock to switch the journal, and the server may be reading.
    await vi.waitFor(() => other.exec('pragma journal_mode = wal'), { timeout: 10_000 });
    for (const [method, body] of [['POST', { name: 'Written behind' }], ['GET']] as const) {
      const refused = await send(method, '/v1/contacts', { body });
      expect(refused).toMatchObject({ status: 500, body: { error: 'storage_failed' } });
      expect(refused.body.message).toMatch(/was switched to WAL by another program .* Nothing was changed\. Restart/);
    }
    const written = other.prepare("select name from contacts where name like 'Written%'").all();
    expect(written).toEqual([{ name: 'Written before' }]);
    expect(await program.stop()).toBe(0);
  });

  it('an event of another process is delivered within seconds', async () => {
    const database = newPath();
    const target = await startUpstream(json(200, {}));
    const { send } = await serve(database, AFFECTED);
    const body = { url: target.url, events: ['call.completed'] };
    expect((await send('POST', '/v1/webhooks', { body })).status).toBe(200);
    expect((await run(['calls', 'simulate'], database, AFFECTED)).code).toBe(0);
    await expect.poll(() => target.received.length, { timeout: 5_000 }).toBeGreaterThan(0);
    await target.close();
  });
});
