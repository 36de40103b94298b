import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { field } from '../../support/clients.ts';
import { diagnose } from '../../support/doctor.ts';
import { copyTemplate } from '../../support/engines.ts';
import { newHome } from '../../support/installing.ts';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import { httpClient } from '../support/client.ts';

/** The built program and the platform's API while the file of their open database is deleted, replaced or damaged. */
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

let files = 0;
const newPath = () => join(folder, `${++files}.db`);
/** A symbolic link to an empty file of another folder. */
function newLink(): string {
  const [link, real] = [newPath(), join(mkdtempSync(join(folder, 'disk-')), 'real.db')];
  writeFileSync(real, '', { mode: 0o600 });
  symlinkSync(real, link);
  return link;
}

async function serve(database: string): Promise<HttpSession> {
  // An empty file behind a link is filled by the program itself.
  if (!existsSync(database)) copyTemplate('demo', database);
  const session = await startHttp({ RCPT_DATABASE: database });
  open.push(session);
  return session;
}

const statusOfReadyz = async ({ url }: HttpSession) => (await fetch(new URL('/readyz', url))).status;
let created = 0;
const newContact = () => ({ name: 'Nora', email: `nora.${++created}@example.com` });

describe('a SQLite database whose file disappears while the program uses it', () => {
  const losses: [string, (database: string) => void, (() => string)?][] = [
    ['the file is deleted', (database) => unlinkSync(database)],
    ['its -wal file is deleted', (database) => unlinkSync(`${database}-wal`)],
    ['its -shm file is deleted', (database) => unlinkSync(`${database}-shm`)],
    [
      'another file takes its place',
      (database) => {
        copyFileSync(database, `${database}.copy`);
        renameSync(`${database}.copy`, database);
      },
    ],
    [
      'the -wal file is deleted behind a symbolic link',
      (database) => unlinkSync(`${realpathSync(database)}-wal`),
      newLink,
    ],
    [
      'a symbolic link leads to another file',
      (database) => {
        unlinkSync(database);
        symlinkSync(realpathSync(newLink()), database);
      },
      newLink,
    ],
  ];

  it.each(losses)(
    'acknowledges no write after %s, and is not ready until it is restarted',
    async (_, lose, place = newPath) => {
      const database = place();
      const session = await serve(database);
      expect((await session.client.call('create_contact', newContact())).isError).toBe(false);
      expect(await statusOfReadyz(session)).toBe(200);
      lose(database);
      for (let count = 0; count < 20; count++) {
        const refused = await session.client.call('create_contact', newContact());
        expect(refused.isError).toBe(true);
        expect(refused.text).toMatch(
          /^The database was deleted or replaced while it was open\. Put the file back.*restart the program\. Nothing was changed\. Tell the user: the operator must fix it first\.$/,
        );
        expect(refused.text).not.toContain(folder);
        expect(field(refused.data, 'error')).toMatchObject({ kind: 'unreachable', changed: 'no', retryable: false });
      }
      const read = await session.client.call('list_services');
      expect(read.text).toMatch(/^The database was deleted or replaced while it was open\. Put the file back/);
      expect(read.text).not.toContain('Nothing was changed');
      expect(await statusOfReadyz(session)).toBe(503);
      expect(session.program.output.stderr).toContain(`The database ${database} was deleted or replaced`);
      expect(await session.program.stop()).toBe(0);
    },
  );

  it('rolls back the writes that are in progress when the file is replaced', async () => {
    const database = newPath();
    const platform: StartedPlatform = await startPlatform({ database, demo: true });
    open.push(platform);
    const key = await platform.key();
    const send = httpClient(platform.url);
    const post = () => send('POST', '/v1/contacts', { key, body: newContact() });
    expect((await post()).status).toBe(200);
    const other = new (await loadSqlite())(database);
    // The writes wait for the lock, so the file is replaced before the commit of their transactions.
    other.exec('begin immediate');
    const writes = Array.from({ length: 12 }, post);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const replacement = `${database}.replacement`;
    copyFileSync(database, replacement);
    renameSync(replacement, database);
    other.exec('commit');
    other.close();
    for (const answer of await Promise.all(writes)) {
      expect(answer).toMatchObject({
        status: 500,
        body: { error: 'storage_failed', message: expect.stringMatching(/deleted or replaced.*Nothing was changed/) },
      });
    }
  });
});

describe('a damaged SQLite database', () => {
  /** Overwrites pages behind the first ones, so that the file still opens. */
  function damage(database: string): void {
    const file = openSync(database, 'r+');
    const { size } = fstatSync(file);
    const page = 4_096;
    for (let at = page * 8; at < size; at += page) writeSync(file, Buffer.alloc(page, 0xa5), 0, page, at);
    closeSync(file);
  }

  it('fails tools with its name, the readiness of the program, and the doctor with advice', async () => {
    const database = newPath();
    const first = await serve(database);
    expect((await first.client.call('list_bookings')).isError).toBe(false);
    expect(await first.program.stop()).toBe(0);

    const session = await serve(database);
    // The program has read only the first pages: it finds the damage later.
    damage(database);
    const texts: string[] = [];
    for (const tool of ['list_bookings', 'list_contacts', 'list_calls', 'list_services']) {
      const answer = await session.client.call(tool);
      expect(answer.isError, tool).toBe(true);
      texts.push(answer.text);
    }
    expect(texts.join('\n')).toMatch(
      /The database is damaged\. Restore a backup; or move the file, with its -wal or -journal, away/,
    );
    expect(texts.join('\n')).not.toContain(folder);
    expect(texts.join('\n')).not.toMatch(
      /failed with an internal error \(500\)\.(?! It says: "The database is damaged)/,
    );
    expect(await statusOfReadyz(session)).toBe(503);
    const refused = await session.client.call('create_contact', newContact());
    expect(field(refused.data, 'error')).toMatchObject({ kind: 'unreachable', changed: 'no' });
    expect(session.program.output.stderr).toContain(`The database ${database} is damaged`);

    const home = newHome();
    const diagnosis = await diagnose(home, { RCPT_DATABASE: database });
    expect(diagnosis.code).toBe(1);
    expect(diagnosis.check('database')).toMatchObject({
      status: 'problem',
      summary: expect.stringMatching(/is damaged/),
      fix: expect.stringMatching(/(stop the program, then )?restore a backup/i),
    });
    rmSync(home.path, { recursive: true });
  });
});

describe('a path of a database that cannot be used', () => {
  const unmounted = newPath();
  const target = join(folder, 'unmounted-disk', 'real.db');
  symlinkSync(target, unmounted);
  const loop = newPath();
  symlinkSync(loop, loop);
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o600);
  const isRoot = process.getuid?.() === 0;
  const denied = 'cannot be used: you may not write to it or to its folder. Choose another path.';

  it.each([
    // Every folder is open to the superuser.
    ...(isRoot ? [] : [[join(locked, 'p.db'), denied] as [string, string]]),
    [join(loop, 'p.db'), 'cannot be used: a folder of its path is a symbolic link that leads to itself.'],
    [join(folder, `${'n'.repeat(300)}.db`), 'cannot be created: the path is too long.'],
    [unmounted, `is a symbolic link to ${target}, whose folder does not exist. Mount its disk`],
    [loop, 'is a symbolic link that leads to itself. Choose another path.'],
  ])('commands, servers and the doctor refuse it with the reason (%#)', async (database, reason) => {
    const home = newHome();
    const env = cleanEnvironment(home.path, { RCPT_DATABASE: database });
    for (const words of [
      ['keys', 'list'],
      ['platform', 'backup', newPath()],
      ['platform', '--port', '0'],
    ]) {
      const { code, stderr } = await runProgram(words, env);
      expect([code, stderr], words.join(' ')).toEqual([
        1,
        expect.stringContaining(`The database ${database} ${reason}`),
      ]);
      expect(stderr).not.toContain('    at ');
    }
    const diagnosis = await diagnose(home, { RCPT_DATABASE: database });
    expect(diagnosis.check('database')).toMatchObject({ status: 'problem', summary: expect.stringContaining(reason) });
    expect(existsSync(dirname(target))).toBe(false);
    rmSync(home.path, { recursive: true });
  });
});
