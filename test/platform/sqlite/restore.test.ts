import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { AFFECTED } from '../../support/affected.ts';
import { copyTemplate } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';
import { endedCall, genericSource } from '../../voice/support/generic-source.ts';
import { httpClient } from '../support/client.ts';

/** `rcpt-mcp platform restore`: a backup in the place of a database, all or nothing. */
const folder = temporaryFolder();
const environment = (database: string, more: Record<string, string> = {}) =>
  cleanEnvironment(folder, { RCPT_DATABASE: database, ...more });
const running: RunningProgram[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.stop()));
});
afterAll(() => rmSync(folder, { recursive: true }));

let folders = 0;
/** A database that does not exist, in a folder of its own that does not exist either. */
const newPath = () => join(folder, `computer ${++folders}`, 'platform.db');

async function change(file: string, sql: string): Promise<void> {
  const connection = new (await loadSqlite())(file);
  connection.exec(sql);
  connection.close();
}
/** A database of the demo business, whose team has this name. */
async function databaseOf(name: string): Promise<string> {
  const path = newPath();
  copyTemplate('demo', path);
  await change(path, `update teams set name = '${name}'`);
  return path;
}
/** Reads a copy: the library of SQLite keeps a closed connection, with its locks, until its statements are collected. */
async function rowsOf(file: string, sql: string): Promise<unknown[]> {
  const copy = newPath();
  mkdirSync(dirname(copy));
  for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  const connection = new (await loadSqlite())(copy);
  expect(connection.prepare('pragma quick_check').all()).toEqual([{ quick_check: 'ok' }]);
  const rows = connection.prepare(sql).all();
  connection.close();
  return rows;
}
const nameIn = async (file: string) => ((await rowsOf(file, 'select name from teams'))[0] as { name: string }).name;

let backup: string;
beforeAll(async () => {
  backup = join(folder, 'backup.db');
  const made = await runProgram(['platform', 'backup', backup], environment(await databaseOf('Restored')));
  expect(made.code, made.stderr).toBe(0);
});

const restore = (database: string, words: string[] = [], more: Record<string, string> = {}, file = backup) =>
  runProgram(['platform', 'restore', file, ...words], environment(database, more));
const keptBy = (stdout: string) => /was there is now (.+)\. It holds/.exec(stdout)?.[1] ?? '';
const preloaded = (script: string, more: Record<string, string> = {}) => ({
  NODE_OPTIONS: `--require=${fileURLToPath(new URL(`../../support/${script}`, import.meta.url))}`,
  ...more,
});
async function serve(database: string, more: Record<string, string> = {}): Promise<string> {
  const program = startProgram(['platform', '--port', '0'], environment(database, more));
  running.push(program);
  return (await program.until(/served at (\S+)\/api/))[1] as string;
}

describe('rcpt-mcp platform restore', () => {
  it('restores a platform on a new computer: its keys, users, webhooks and sources of calls work', async () => {
    const [before, after, copy] = [newPath(), newPath(), join(folder, 'whole.db')];
    const password = 'correct horse battery';
    copyTemplate('demo', before);
    const run = async (words: string[], input?: string) => {
      const { code, stdout, stderr } = await runProgram(words, environment(before), input);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    const key = /sk_live_\w+/.exec(await run(['keys', 'create', '--name', 'desk']))?.[0] as string;
    await run(['users', 'add', 'sam@example.com', '--name', 'Sam Ortiz', '--role', 'admin']);
    await run(['users', 'set-password', 'sam@example.com'], `${password}\n`);
    const source = JSON.parse(await run(['calls', 'sources', 'add', 'generic', '--name', 'desk', '--json']));
    const sendBefore = httpClient(await serve(before));
    const hook = { url: 'https://example.com/hook', events: ['booking.created'] };
    expect((await sendBefore('POST', '/v1/webhooks', { key, body: hook })).status).toBe(200);
    await run(['platform', 'backup', copy]);
    await running.pop()?.stop();
    rmSync(dirname(before), { recursive: true });

    const { code, stdout, stderr } = await restore(after, [], {}, copy);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${copy} is restored to ${after} (`);
    expect(stdout).toMatch(/To check it: rcpt-mcp doctor\nThen start the servers\./);
    if (process.platform !== 'win32') expect(statSync(after).mode & 0o777).toBe(0o600);
    const url = await serve(after);
    const send = httpClient(url);
    expect((await send('GET', '/v1/bookings', { key })).body.meta.total).toBeGreaterThan(0);
    expect((await send('GET', '/v1/webhooks', { key })).body.data).toMatchObject([hook]);
    const signIn = await send('POST', '/dashboard/login', { body: { email: 'sam@example.com', password } });
    expect(signIn.status).toBe(200);
    const { id } = source.source as { id: string };
    const report = await genericSource(`${url}/api/intake/${id}`, id, source.secret).send(endedCall('call_1'));
    expect(report.status).toBe(200);
    const { body } = await send('GET', '/v1/calls', { key });
    expect(body.data[0]).toMatchObject({ started_at: '2024-01-07T15:00:00Z' });
  });

  it('refuses to replace a database, and with --replace keeps it under another name', async () => {
    const database = await databaseOf('Present');
    const refused = await restore(database);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `rcpt-mcp: The database ${database} exists already. Nothing was changed. To replace it, add --replace: it is kept in its folder, under another name. Or restore to another path with --database.\n`,
    ]);
    expect(await nameIn(database)).toBe('Present');
    const { code, stdout, stderr } = await restore(database, ['--replace']);
    expect([code, stderr]).toEqual([0, '']);
    expect(await nameIn(database)).toBe('Restored');
    expect(await nameIn(keptBy(stdout))).toBe('Present');
    expect(dirname(keptBy(stdout))).toBe(dirname(database));
    expect(readFileSync(backup)[18]).toBe(1);
  });

  it.each([
    ['a WAL', {}],
    ['a rollback journal', AFFECTED],
  ])('refuses while a server uses the database with %s, which goes on', async (_, more) => {
    const database = await databaseOf('Present');
    const url = await serve(database, more);
    const { code, stderr } = await restore(database, ['--replace']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `The database ${database} is used by another process. Nothing was changed. End the servers`,
    );
    expect((await fetch(`${url}/api/v1/bookings`)).status).toBe(401);
    expect((await runProgram(['keys', 'create', '--name', 'x'], environment(database, more))).code).toBe(0);
    await running.pop()?.stop();
    expect(await nameIn(database)).toBe('Present');
    expect(readdirSync(dirname(database)).filter((name) => /part|before/.test(name))).toEqual([]);
    expect((await restore(database, ['--replace'], more)).code).toBe(0);
    expect(await nameIn(database)).toBe('Restored');
  });

  it('keeps what is only in the WAL of a server that was killed', async () => {
    const database = await databaseOf('Present');
    const { stdout: key } = await runProgram(['keys', 'create', '--name', 'x'], environment(database));
    const url = await serve(database);
    const body = { name: 'Only in the WAL' };
    const created = await httpClient(url)('POST', '/v1/contacts', {
      key: /sk_live_\w+/.exec(key)?.[0] as string,
      body,
    });
    expect(created.status).toBe(200);
    await running.pop()?.stop('SIGKILL');
    expect(statSync(`${database}-wal`).size).toBeGreaterThan(0);
    const { stdout } = await restore(database, ['--replace']);
    const kept = await rowsOf(keptBy(stdout), "select name from contacts where name = 'Only in the WAL'");
    expect(kept).toHaveLength(1);
    expect(await nameIn(database)).toBe('Restored');
  });

  it('leaves the database before or the restored one when it is killed at any step', async () => {
    const found: unknown[] = [];
    for (let step = 1; ; step++) {
      const database = await databaseOf('Present');
      const { code } = await restore(database, ['--replace'], preloaded('kill-at.cjs', { KILL_AT: String(step) }));
      found.push(await nameIn(database));
      const again = await restore(database, ['--replace']);
      expect(again.code, again.stderr).toBe(0);
      expect(await nameIn(database)).toBe('Restored');
      if (code === 0) break;
    }
    expect(found.length).toBeGreaterThan(6);
    const first = found.indexOf('Restored');
    expect(new Set(found.slice(0, first))).toEqual(new Set(['Present']));
    expect(new Set(found.slice(first))).toEqual(new Set(['Restored']));
  }, 120_000);

  it('replaces a damaged database, whose files it keeps as they are', async () => {
    const database = await databaseOf('Present');
    writeFileSync(database, 'no database '.repeat(500));
    writeFileSync(`${database}-wal`, 'its journal');
    const { code, stdout, stderr } = await restore(database, ['--replace']);
    expect([code, stderr]).toEqual([0, '']);
    expect(await nameIn(database)).toBe('Restored');
    expect(readFileSync(keptBy(stdout), 'utf8')).toMatch(/^no database/);
    expect(readFileSync(`${keptBy(stdout)}-wal`, 'utf8')).toBe('its journal');
  });

  it('keeps the database before on a file system without hard links', async () => {
    const database = await databaseOf('Present');
    const { code, stdout, stderr } = await restore(database, ['--replace'], preloaded('without-links.cjs'));
    expect([code, stderr]).toEqual([0, '']);
    expect(await nameIn(database)).toBe('Restored');
    expect(await nameIn(keptBy(stdout))).toBe('Present');
    if (process.platform !== 'win32') expect(statSync(keptBy(stdout)).mode & 0o777).toBe(0o600);
  });

  it('an older backup is restored, and the next start migrates it', async () => {
    const [database, old] = [newPath(), await databaseOf('Older')];
    await change(old, 'delete from schema_migrations where name = (select max(name) from schema_migrations)');
    const { code, stdout } = await restore(database, [], {}, old);
    expect(code).toBe(0);
    expect(stdout).toContain('The backup is of an older version: the next start migrates it.');
  });

  it('refuses what is no backup, one of a newer version and a damaged one, and changes nothing', async () => {
    const database = await databaseOf('Present');
    const errorOf = async (file: string, target = database) => {
      const { code, stderr } = await restore(target, ['--replace'], {}, file);
      expect(code).toBe(1);
      return stderr;
    };
    const newer = await databaseOf('Newer');
    await change(newer, "insert into schema_migrations (name, applied_at) values ('999-later', 1)");
    expect(await errorOf(newer)).toMatch(
      /newer version of this program \(it has the migration 999-later\)\. Nothing was changed\. Update the program, then restore it\./,
    );
    const index = await databaseOf('Index');
    await change(index, "insert into schema_migrations (name, applied_at) values ('mirror-001', 1)");
    expect(await errorOf(index)).toMatch(/is an index that --index made\. Nothing was changed\./);
    const damaged = await databaseOf('Damaged');
    truncateSync(damaged, statSync(damaged).size / 2);
    expect(await errorOf(damaged)).toMatch(/The backup \S.* is damaged\. Nothing was changed\. Restore another one\./);
    const [text, empty, other] = ['dump.sql', 'empty.db', 'other.db'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(text, 'PGDMP'.repeat(1_000));
    writeFileSync(empty, '');
    await change(other, 'create table theirs (id integer)');
    for (const file of [text, empty, other])
      expect(await errorOf(file)).toMatch(
        /is no backup that rcpt-mcp platform backup made\. Nothing was changed\. .*pg_restore/,
      );
    expect(await errorOf(join(folder, 'none.db'))).toContain(
      `The backup ${join(folder, 'none.db')} does not exist. Nothing was changed.`,
    );
    expect(await errorOf(folder)).toContain('is a folder. Nothing was changed. Give the path of a file.');
    expect(await errorOf(database)).toContain('is the database itself. Nothing was changed. Name its backup.');
    expect(await errorOf(backup, ':memory:')).toContain('in memory');
    expect(await errorOf(backup, 'postgres://receptionist@127.0.0.1/receptionist')).toContain(
      'restore it with pg_restore',
    );
    expect((await restore(database, [], {}, '-')).code).toBe(2);
    const target = join(folder, 'a folder.db');
    mkdirSync(target);
    expect(await errorOf(backup, target)).toContain('is a folder. Give the path of a file.');
    expect(await nameIn(database)).toBe('Present');
    expect(readdirSync(dirname(database)).filter((name) => /part|before/.test(name))).toEqual([]);
    expect(existsSync(backup)).toBe(true);
  });
});
