import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUpInto } from '../../../src/platform/store/sqlite/dated-backups.ts';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { onSmallDisk, underModes } from '../../support/confined.ts';
import { startPlatform, temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';
import { httpClient } from '../support/client.ts';

/** `rcpt-mcp platform backup`: a consistent copy of a database while other processes write to it. */
const folder = temporaryFolder();
const database = join(folder, 'platform.db');
const env = cleanEnvironment(folder, { RCPT_DATABASE: database });
const backup = (...words: string[]) => runProgram(['platform', 'backup', ...words], env);
let serving: RunningProgram;
let url: string;
let key: string;

beforeAll(async () => {
  serving = startProgram(['platform', '--port', '0'], env);
  const served = await serving.until(/served at (\S+)\/api\/v1[\s\S]*(sk_live_\w+)/);
  [url, key] = [served[1] as string, served[2] as string];
});
afterAll(async () => {
  await serving.stop();
  rmSync(folder, { recursive: true });
});

/** The names of all contacts in a database that start with `Written`. */
async function writtenNames(file: string): Promise<string[]> {
  const copy = await startPlatform({ database: file });
  const own = await copy.key();
  const send = httpClient(copy.url);
  const names: string[] = [];
  for (let page = 1, more = true; more; page++) {
    const { body } = await send('GET', `/v1/contacts?per_page=100&page=${page}`, { key: own });
    names.push(...body.data.map(({ name }) => String(name)));
    more = body.meta.has_more;
  }
  await copy.close();
  return names.filter((name) => name.startsWith('Written'));
}

describe('rcpt-mcp platform backup', () => {
  it('copies a consistent snapshot of a database during writes', async () => {
    const send = httpClient(url);
    let acknowledged = 0;
    let stopped = false;
    const write = async () => {
      while (!stopped) {
        const { status } = await send('POST', '/v1/contacts', { key, body: { name: `Written ${acknowledged}` } });
        expect(status).toBe(200);
        acknowledged++;
      }
    };
    const writing = write();
    await expect.poll(() => acknowledged, { timeout: 25_000 }).toBeGreaterThan(20);
    const before = acknowledged;
    const copy = join(folder, 'copy.db');
    const { code, stdout, stderr } = await backup(copy);
    stopped = true;
    await writing;
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(copy);
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600);
    // A single file, without -wal and -shm.
    expect(readdirSync(folder).filter((name) => name.startsWith('copy.db'))).toEqual(['copy.db']);
    const names = await writtenNames(copy);
    expect(names.length).toBeGreaterThanOrEqual(before);
    expect(names.length).toBeLessThanOrEqual(acknowledged);
    // No gap: a later write is never present without the earlier ones.
    expect(new Set(names)).toEqual(new Set(names.map((_, index) => `Written ${index}`)));
  });

  it('refuses to overwrite an existing file', async () => {
    const taken = join(folder, 'taken.db');
    writeFileSync(taken, 'mine');
    const { code, stderr } = await backup(taken);
    expect(code).toBe(1);
    expect(stderr).toContain('There is a file');
    expect(statSync(taken).size).toBe(4);
  });

  it('refuses - as the copy, because stdout cannot be one', async () => {
    const { code, stderr } = await backup('-');
    expect([code, stderr]).toEqual([2, expect.stringContaining('such as rcpt-mcp platform backup copy.db')]);
    expect(existsSync('-')).toBe(false);
  });

  it('refuses a folder as the copy, and proposes a file in it', async () => {
    const { code, stderr } = await backup(folder);
    const advice = `Nothing was copied. Name a new file in it, such as ${join(folder, 'backup.db')}.`;
    expect([code, stderr]).toEqual([1, `rcpt-mcp: ${folder} is a folder. ${advice}\n`]);
  });

  it('keeps so many copies with their times in a folder, and deletes no other files there', async () => {
    const copies = join(folder, 'copies');
    const first = await backup(copies, '--keep', '2');
    expect(first.code, first.stderr).toBe(0);
    if (process.platform !== 'win32') expect(statSync(copies).mode & 0o777).toBe(0o700);
    const [made = ''] = readdirSync(copies);
    expect(made).toMatch(/^platform-\d{8}T\d{6}Z\.db$/);
    expect(first.stdout).toContain(join(copies, made));
    // Others of the same folder: of another database, by hand, and copies that the clock has made later.
    const kept = ['other-20200101T000000Z.db', 'platform-by-hand.db', 'platform-20200101T000000Z.db.gz'];
    const old = ['platform-20200101T000000Z.db', 'platform-20210101T000000Z.db'];
    const ahead = 'platform-22000101T000000Z.db';
    for (const name of [...kept, ...old, ahead]) writeFileSync(join(copies, name), '');
    rmSync(join(copies, made));
    const second = await backup(copies, '--keep', '2');
    expect(second.code, second.stderr).toBe(0);
    const [own = ''] = readdirSync(copies).filter(
      (name) => name.startsWith('platform-2') && ![...kept, ahead].includes(name),
    );
    expect(readdirSync(copies).sort()).toEqual([...kept, own, ahead].sort());
    expect(second.stdout).toContain(`Deleted: ${old.reverse().join(', ')}.`);
    expect(await writtenNames(join(copies, own))).not.toEqual([]);
  });

  it('processes that copy into one folder at the same time delete the same old copies, and state if one was made already', async () => {
    const copies = join(folder, 'at-once');
    mkdirSync(copies);
    for (const year of [2020, 2021, 2022]) writeFileSync(join(copies, `platform-${year}0101T000000Z.db`), '');
    const runs = await Promise.all(Array.from({ length: 3 }, () => backup(copies, '--keep', '2')));
    const refused = runs.filter(({ code }) => code !== 0);
    // Those that began in the same second; the first of them is copied.
    for (const { stderr } of refused) expect(stderr).toMatch(/There is a copy of this second already/);
    expect(refused.length).toBeLessThan(3);
    const left = readdirSync(copies).sort();
    expect(left.length).toBeGreaterThanOrEqual(2);
    expect(left.filter((name) => name.startsWith('platform-2020') || name.startsWith('platform-2021'))).toEqual([]);
    expect(await writtenNames(join(copies, left.at(-1) ?? ''))).not.toEqual([]);
  });

  it('refuses a second copy in one second, and says to run the command again', async () => {
    const copies = join(folder, 'one-second');
    const now = Date.UTC(2026, 2, 1, 3, 15);
    await backUpInto(database, copies, { keep: 2, now });
    await expect(backUpInto(database, copies, { keep: 2, now: now + 999 })).rejects.toThrow(
      /copy of this second already, .*20260301T031500Z\.db\. Nothing was copied\. Run the command again\.$/,
    );
    expect(readdirSync(copies)).toEqual(['platform-20260301T031500Z.db']);
  });

  it('refuses a file as the folder of copies, and a number of copies that is none', async () => {
    const file = join(folder, 'no-folder');
    writeFileSync(file, 'theirs');
    const refused = await backup(file, '--keep', '2');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(file)]);
    expect((await backup(join(folder, 'copies'), '--keep', '0')).code).toBe(2);
  });

  it.skipIf(!underModes)('a copy is complete also where an older one cannot be deleted', async () => {
    const copies = join(folder, 'odd');
    // A folder with the name of a copy is none that is deleted.
    mkdirSync(join(copies, 'platform-20200101T000000Z.db'), { recursive: true });
    const { code, stderr } = await backup(copies, '--keep', '1');
    expect([code, stderr]).toEqual([1, expect.stringContaining('but an older copy there could not be deleted')]);
    expect(readdirSync(copies)).toHaveLength(2);
  });

  it('refuses to replace a symbolic link, also while the disk that it leads to is not mounted', async () => {
    const link = join(folder, 'unmounted.db');
    symlinkSync(join(folder, 'disk', 'copy.db'), link);
    const { code, stderr } = await backup(link);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`There is a file at ${link} already`)]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it.each([
    ['a missing folder', join(folder, 'nowhere', 'copy.db')],
    ['a folder that is a file', join(database, 'copy.db')],
  ])('fails without leaving a file for a target in %s', async (_what, copy) => {
    // Files beside the database come and go with its other connections.
    const others = () => readdirSync(folder).filter((name) => !name.startsWith(basename(database)));
    const before = others();
    const { code, stderr } = await backup(copy);
    expect(code).toBe(1);
    expect(stderr).toContain(`The database ${copy} cannot be created`);
    expect(others()).toEqual(before);
  });

  it('needs no more than a system grants that syncs neither folders nor what is open for reading', async () => {
    const copy = join(folder, 'windows.db');
    const script = fileURLToPath(new URL('../../support/sync-as-windows.cjs', import.meta.url));
    const strict = { ...env, NODE_OPTIONS: `--require=${script}` };
    const { code, stderr } = await runProgram(['platform', 'backup', copy], strict);
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(folder).filter((name) => name.startsWith('windows.db'))).toEqual(['windows.db']);
  });

  it.skipIf(!onSmallDisk)('names the copy if the disk of the copy is full', async () => {
    const small = join(folder, 'small');
    mkdirSync(small);
    const copy = join(small, 'copy.db');
    const program = startProgram(['platform', 'backup', copy], env, onSmallDisk?.(small, '64k'));
    expect(await program.ended).toBe(1);
    expect(program.output.stderr).toContain(`The copy ${copy} has no room: its disk is full. Nothing was copied.`);
    expect(program.output.stderr).not.toContain(database);
  });

  it.skipIf(!underModes)(
    'a database in a folder that cannot be written is refused with the way to copy it',
    async () => {
      const locked = join(folder, 'locked');
      const source = join(locked, 'source.db');
      mkdirSync(locked);
      const own = { ...env, RCPT_DATABASE: source };
      expect((await runProgram(['demo', 'reset', '--yes'], own)).code).toBe(0);
      chmodSync(locked, 0o500);
      const copy = join(folder, 'locked-copy.db');
      const attempt = startProgram(['platform', 'backup', copy], own, underModes);
      expect(await attempt.ended).toBe(1);
      chmodSync(locked, 0o700);
      expect(attempt.output.stderr).toMatch(
        /The database \S+source\.db cannot be read: SQLite may not write to its folder\. Nothing was copied\. .* to another folder, and back up that copy\./,
      );
      expect(readdirSync(folder).filter((name) => name.startsWith('locked-copy'))).toEqual([]);
    },
  );

  it('names the reason for a database that it cannot copy', async () => {
    const errorOf = async (value: string) =>
      (await runProgram(['platform', 'backup', join(folder, 'c.db')], { ...env, RCPT_DATABASE: value })).stderr;
    expect(await errorOf(join(folder, 'none.db'))).toContain('There is no database');
    expect(await errorOf(folder)).toContain(`The database ${folder} is a folder. Give the path of a file.`);
    const [empty, other] = [join(folder, 'empty.db'), join(folder, 'other.db')];
    writeFileSync(empty, '');
    const theirs = new (await loadSqlite())(other);
    theirs.exec('create table theirs (id integer)');
    theirs.close();
    for (const path of [empty, other]) {
      expect(await errorOf(path)).toContain(`The database ${path} is not one of rcpt-mcp. Nothing was copied.`);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('c.db'))).toEqual([]);
    expect(await errorOf(':memory:')).toContain('in memory');
    expect(await errorOf('postgres://receptionist@127.0.0.1/receptionist')).toContain('pg_dump');
    const { code, stderr } = await backup();
    expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: rcpt-mcp platform backup FILE')]);
  });
});
