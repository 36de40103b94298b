import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AFFECTED } from '../../support/affected.ts';
import { connect, field } from '../../support/clients.ts';
import { onSmallDisk } from '../../support/confined.ts';
import { diagnose } from '../../support/doctor.ts';
import { newHome } from '../../support/installing.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, PROGRAM, runProgram, startProgram } from '../../support/program.ts';

/** What the built program says at its start about a SQLite database: in each command, and in the doctor. */
const folder = temporaryFolder();
const home = newHome();
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(home.path, { recursive: true });
});
const environment = (database: string) => cleanEnvironment(folder, { RCPT_DATABASE: database });

describe('a database that cannot be used', () => {
  const notADatabase = join(folder, 'letter.txt');
  writeFileSync(notADatabase, 'Dear Sir or Madam, '.repeat(100));
  const isFolder = join(folder, 'folder');
  mkdirSync(isFolder);
  const throughFile = join(notADatabase, 'platform.db');

  it.each([
    ['a file that is not a database', notADatabase, 'is not a database. Choose another path, or move that file away.'],
    ['a folder', isFolder, 'is a folder. Give the path of a file.'],
    [
      'a path through a file',
      throughFile,
      'cannot be created: a part of its path is a file, not a folder. Choose another path.',
    ],
  ])('is reported in one sentence by http, platform, stdio and the doctor: %s', async (_what, database, reason) => {
    const sentence = `The database ${database} ${reason}`;
    for (const command of ['http', 'platform']) {
      const ended = await runProgram([command, '--port', '0'], environment(database));
      expect(ended).toEqual({ code: 1, stdout: '', stderr: `rcpt-mcp: ${sentence}\n` });
    }
    const client = await connect('v1', {
      command: [process.execPath, PROGRAM],
      args: [],
      env: environment(database),
    });
    const { text, data } = await client.call('list_services');
    await client.close();
    // The model does not see paths.
    expect(text).toContain(`The database ${reason}`);
    expect(field(data, 'error')).toMatchObject({ kind: 'unreachable', changed: 'no' });
    const { code, check } = await diagnose(home, { RCPT_DATABASE: database });
    expect(code).toBe(1);
    expect(check('database')).toMatchObject({ status: 'problem', summary: sentence });
  });
});

it('http has opened its database when it says that it serves', async () => {
  const database = join(folder, 'opened', 'platform.db');
  const program = startProgram(['http', '--port', '0'], environment(database));
  await program.until(/MCP is served at/);
  expect(statSync(database).size + statSync(`${database}-wal`).size).toBeGreaterThan(100_000);
  expect(await program.stop()).toBe(0);
});

describe('the doctor on a SQLite database', () => {
  it('counts the -wal file in the size', async () => {
    const database = join(folder, 'size', 'platform.db');
    const program = startProgram(['platform', '--port', '0'], environment(database));
    await program.until(/Ctrl-C/);
    const sizeOfWal = () => statSync(`${database}-wal`).size;
    // The server may be writing in the background.
    const { check, wal } = await vi.waitFor(
      async () => {
        const wal = sizeOfWal();
        const diagnosis = await diagnose(home, { RCPT_DATABASE: database });
        expect(sizeOfWal()).toBe(wal);
        return { ...diagnosis, wal };
      },
      { timeout: 15_000 },
    );
    expect(check('database').data).toMatchObject({
      journal: 'wal',
      wal_bytes: wal,
      journal_bytes: 0,
      bytes: statSync(database).size + wal,
    });
    expect(wal).toBeGreaterThan(100_000);
    expect(check('database').summary).toMatch(/, [\d.]+ MiB \([\d.]+ MiB of it in -wal\)$/);
    expect(check('disk').data).toMatchObject({ folder: join(folder, 'size'), free_bytes: expect.any(Number) });
    await program.stop();
  });

  it.skipIf(!onSmallDisk)('a disk without free space is a problem', async () => {
    const disk = join(folder, 'full');
    mkdirSync(disk);
    const fill = `head -c 2000000 /dev/zero >${join(disk, 'fill')}; exec "$@" doctor --json`;
    const commands = [...(onSmallDisk?.(disk, '2m') ?? []), 'sh', '-c', fill, 'sh'];
    const program = startProgram([], environment(join(disk, 'platform.db')), commands);
    expect(await program.ended).toBe(1);
    const { checks } = JSON.parse(program.output.stdout) as { checks: Record<string, unknown>[] };
    expect(checks.find(({ id }) => id === 'disk')).toMatchObject({
      status: 'problem',
      summary: expect.stringMatching(/^0\.\d MiB free on the disk of the database$/),
    });
  });

  it.skipIf(!onSmallDisk)('warns of a disk with little free space, without and with a database', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const env = environment(join(disk, 'deep', 'platform.db'));
    const script = `"$@" keys list >/dev/null; exec "$@" doctor --json`;
    for (const commands of [
      ['sh', '-c', 'exec "$@" doctor --json', 'sh'],
      ['sh', '-c', script, 'sh'],
    ]) {
      const program = startProgram([], env, [...(onSmallDisk?.(disk, '32m') ?? []), ...commands]);
      expect(await program.ended).toBe(0);
      const { checks } = JSON.parse(program.output.stdout) as { checks: Record<string, unknown>[] };
      const found = checks.find(({ id }) => id === 'disk');
      expect(found).toMatchObject({
        status: 'warning',
        summary: expect.stringMatching(/^3\d\.\d MiB free on the disk of the database$/),
        fix: expect.stringContaining('256.0 MiB'),
      });
    }
  });

  it('names the journal that follows from a SQLite with the WAL-reset bug, and what makes writes faster', async () => {
    const { check, code } = await diagnose(home, { RCPT_DATABASE: join(folder, 'none', 'platform.db'), ...AFFECTED });
    expect(check('sqlite')).toMatchObject({
      status: 'note',
      summary: expect.stringMatching(/^SQLite 3\.51\.2.*WAL-reset bug.*rollback journal, which is safe and slower$/),
      fix: expect.stringContaining('use Node 22.22.3'),
      data: { version: '3.51.2', journal: 'rollback' },
    });
    expect(code).toBe(0);
  });
});
