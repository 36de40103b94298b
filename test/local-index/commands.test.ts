import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { onSmallDisk } from '../support/confined.ts';
import { temporaryFolder } from '../support/engines.ts';
import { fillLists, type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';

/** `rcpt-mcp index` and `doctor` on a file, and whose records it may have. */
const home = temporaryFolder();
const file = join(home, 'index.db');
let platform: MirroredPlatform;
let program: RunningProgram;
let client: TestClient;

const environment = (more: Record<string, string> = {}) =>
  cleanEnvironment(home, { RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_index', RCPT_INDEX: file, ...more });
const run = (args: string[], more?: Record<string, string>) => runProgram(args, environment(more));
async function start(more?: Record<string, string>): Promise<void> {
  program = startProgram(['http', '--port', '0'], environment(more));
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  client = await connect('v2 2026-07-28', { url });
}
const stop = async () => {
  await client.close();
  await program.stop();
};
const note = async () => (await client.call('get_account_context')).data.note as string | undefined;
const index = async () =>
  (await client.call('get_account_context')).data.index as { state: string; lists: { name: string }[] };

beforeAll(async () => {
  platform = await startMirroredPlatform();
  fillLists(platform, { bookings: 12, contacts: 5, calls: 4 });
  await start();
  await vi.waitFor(async () => expect((await index()).state).toBe('complete'), { timeout: 20_000, interval: 100 });
});
afterAll(async () => {
  await stop();
  await platform.close();
  await rm(home, { recursive: true, force: true });
});

describe('the file of an index', () => {
  it('index status shows each list and the transcripts in 100 columns', async () => {
    const { stdout, code } = await run(['index', 'status']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^bookings +12 +12 +yes +\d{4}-\d\d-\d\d \d\d:\d\d$/m);
    expect(stdout).toMatch(/^transcripts +4 +4 +yes$/m);
    expect(stdout).toMatch(/index\.db: [\d.]+ MiB/);
    expect(stdout.split('\n').filter((line) => !line.includes(file) && line.length > 100)).toEqual([]);
  });

  it('doctor shows how much the index has', async () => {
    const { stdout } = await run(['doctor', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; summary: string }[] };
    const found = checks.find(({ id }) => id === 'index');
    expect(found).toMatchObject({ status: 'ok' });
    expect(found?.summary).toMatch(/bookings 12 of 12/);
  });

  it('the log of a server with an index has no field of a record', async () => {
    expect(program.output.stderr).not.toMatch(/Customer|matter|@example/);
  });

  it('records of another address are refused, and those of another key count only once the platform confirms them', async () => {
    const other = await startMirroredPlatform();
    const refused = await run(['http', '--port', '0'], { RCPT_BASE_URL: other.url });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/has the records of http:\/\/127.* not of http:\/\/127.*index clear/);
    await other.close();

    await stop();
    const [kept] = [...platform.lists.bookings.values()];
    for (const id of platform.lists.bookings.keys()) platform.lists.bookings.delete(id);
    platform.lists.bookings.set('bk_of_team_2', { ...kept, id: 'bk_of_team_2' });
    // Neither confirmed nor found to be gone.
    const earlier = /\/bookings\/bk_\d+$/;
    platform.refuse(({ path }) => (earlier.test(path) ? { status: 400 } : null));
    const since = platform.received.length;
    const checked = await run(['doctor', '--json'], { RCPT_API_KEY: 'sk_live_team_2' });
    const { checks } = JSON.parse(checked.stdout) as { checks: { id: string; summary: string; fix?: string }[] };
    expect(checks).toContainEqual(
      expect.objectContaining({
        id: 'index.key',
        status: 'warning',
        summary: expect.stringMatching(/filled with another API key: the next start reads its records again$/),
        fix: expect.stringContaining('give this one another file with --index'),
      }),
    );
    await start({ RCPT_API_KEY: 'sk_live_team_2', RCPT_TIME_ZONE: 'UTC' });
    const window = { from: '2199-01-01' };
    const expectOwn = async () => {
      const listed = await client.call('list_bookings', window);
      expect(listed.data).toMatchObject({ items: [{ id: 'bk_of_team_2' }], total: 1, complete: true });
      const counted = await client.call('summarize_activity', { kind: 'bookings', ...window });
      expect(counted.data).toMatchObject({ bookings: { count: 1 }, complete: true });
    };
    await expectOwn();
    const wait = { timeout: 20_000, interval: 100 };
    const calls = expect.objectContaining({ name: 'calls', complete: true });
    await vi.waitFor(async () => expect((await index()).lists).toContainEqual(calls), wait);
    expect(platform.count(/GET .*\/bookings\/bk_\d+$/, since)).toBeGreaterThan(0);
    await expectOwn();
    expect(await index()).toMatchObject({ state: 'filling' });
    expect(program.output.stderr).toMatch(/filled with another API key: .*give each its own file with --index/);
    expect(await note()).toMatch(/not complete yet: .*before the API key or the default country was changed/);
    expect((await run(['index', 'status'])).stdout).toMatch(
      /^12 records from before the API key .* two files \(--index\)/m,
    );
    platform.refuse(undefined);
    await vi.waitFor(async () => expect((await index()).state).toBe('complete'), wait);
    await expectOwn();
    expect(await note()).toBeUndefined();
  });

  it('index clear deletes the file and its journals, and a server that uses it then reads the platform', async () => {
    const { stdout, code } = await run(['index', 'clear']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/is deleted \([\d.]+ MiB\)/);
    expect(['', '-wal', '-shm', '-journal'].filter((suffix) => existsSync(file + suffix))).toEqual([]);
    expect(await index()).toMatchObject({ state: 'unavailable' });
    expect(await note()).toMatch(
      /index cannot be used: searches read the platform.* tell the user: .*rcpt-mcp doctor\.$/,
    );
    const { data, isError } = await client.call('list_bookings', { status: 'active' });
    expect(isError).toBe(false);
    expect(data.items).toHaveLength(1);
    expect((await run(['index', 'status'])).stdout).toBe(`There is no index at ${file}.\n`);
  });

  it('index clear deletes the records behind a symbolic link, and the next start writes to the same disk', async () => {
    const [disk, link] = [join(home, 'disk'), join(home, 'link.db')];
    const real = join(disk, 'index.db');
    mkdirSync(disk);
    writeFileSync(real, '', { mode: 0o600 });
    symlinkSync(real, link);
    const fill = async () => {
      await stop();
      await start({ RCPT_INDEX: link });
      await vi.waitFor(async () => expect((await index()).state).toBe('complete'), { timeout: 20_000, interval: 100 });
    };
    await fill();
    expect(readdirSync(disk)).toContain('index.db-wal');
    const { stdout, code } = await run(['index', 'clear', '--index', link]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/is deleted \([\d.]+ MiB\)/);
    expect(readdirSync(disk)).toEqual(['index.db']);
    expect(readFileSync(real)).toHaveLength(0);
    expect(await index()).toMatchObject({ state: 'unavailable' });
    await fill();
    expect(readFileSync(real).length + readFileSync(`${real}-wal`).length).toBeGreaterThan(0);
  });

  it.each(['status', 'clear'])('index %s leaves a file alone that is no index', async (action) => {
    const foreign = join(home, 'notes.txt');
    writeFileSync(foreign, 'Call the plumber about the leaking tap in the second bathroom.'.repeat(20));
    const { code, stderr } = await run(['index', action, '--index', foreign]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/notes\.txt/);
    expect(readFileSync(foreign, 'utf8')).toMatch(/plumber/);
  });

  it('the database of an embedded platform is no index, and an index is no database of a platform', async () => {
    const database = join(home, 'platform.db');
    const created = await runProgram(['demo', 'reset', '--yes'], cleanEnvironment(home, { RCPT_DATABASE: database }));
    expect(created.code).toBe(0);
    const asIndex = await run(['http', '--port', '0'], { RCPT_INDEX: database });
    expect(asIndex.code).toBe(1);
    expect(asIndex.stderr).toMatch(/is that of a platform, not an index/);
    expect((await run(['index', 'clear'], { RCPT_INDEX: database })).code).toBe(1);
    expect(existsSync(database)).toBe(true);
  });

  it('a server with a damaged index starts, searches the platform, and fills the index when the file is deleted', async () => {
    const damaged = join(home, 'damaged.db');
    await stop();
    await start({ RCPT_INDEX: damaged });
    const wait = { timeout: 20_000, interval: 100 };
    await vi.waitFor(async () => expect((await index()).state).toBe('complete'), wait);
    await stop();
    const pages = readFileSync(damaged);
    writeFileSync(damaged, pages.fill(0xff, 4_096, pages.length / 2));

    await start({ RCPT_INDEX: damaged });
    const advice = `The index ${damaged} is damaged. Delete it, with its -wal or -journal: it is filled again from the platform.`;
    expect(program.output.stderr).toContain(`the index cannot be used: searches read the platform`);
    expect(program.output.stderr).toContain(advice);
    expect((await client.call('list_bookings', { status: 'active' })).isError).toBe(false);
    expect(await index()).toMatchObject({ state: 'unavailable' });
    const checked = JSON.parse((await run(['doctor', '--json'], { RCPT_INDEX: damaged })).stdout);
    expect(checked.checks).toContainEqual(expect.objectContaining({ id: 'index', status: 'warning', summary: advice }));
    expect(await run(['index', 'clear'], { RCPT_INDEX: damaged })).toMatchObject({
      code: 1,
      stderr: `rcpt-mcp: ${advice}\n`,
    });

    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(damaged + suffix, { force: true });
    await vi.waitFor(async () => expect((await index()).state).toBe('complete'), wait);
  });

  it.skipIf(!onSmallDisk)(
    'a server whose index is on a full disk starts, and fills the index when there is room',
    async () => {
      const disk = join(home, 'small');
      mkdirSync(disk, { recursive: true });
      await stop();
      const fillDisk = ['sh', '-c', 'cat /dev/zero >"$0/filler"; exec "$@"', disk];
      const through = [...(onSmallDisk?.(disk, '16m') ?? []), ...fillDisk];
      program = startProgram(['http', '--port', '0'], environment({ RCPT_INDEX: join(disk, 'index.db') }), through);
      client = await connect('v2 2026-07-28', { url: (await program.until(/http:\/\/\S+\/mcp/))[0] });
      expect(program.output.stderr).toMatch(/searches read the platform.*has no room: the disk is full\./);
      expect((await client.call('list_bookings', { status: 'active' })).isError).toBe(false);
      rmSync(join(`/proc/${program.child.pid}/root`, disk, 'filler'));
      const wait = { timeout: 45_000, interval: 100 };
      await vi.waitFor(async () => expect((await index()).state).toBe('complete'), wait);
    },
  );

  it('a platform whose bookings name no contact is searched without the index', async () => {
    const other = await startMirroredPlatform();
    fillLists(other, { bookings: 30, contacts: 3, calls: 2 });
    for (const [id, { contact_id: _, ...rest }] of other.lists.bookings) other.lists.bookings.set(id, rest);
    const more = { RCPT_BASE_URL: other.url, RCPT_INDEX: join(home, 'other.db') };
    const second = startProgram(['http', '--port', '0'], environment(more));
    const [url] = await second.until(/http:\/\/\S+\/mcp/);
    const reader = await connect('v2 2026-07-28', { url });
    const state = async () => ((await reader.call('get_account_context')).data.index as { state: string }).state;
    await vi.waitFor(async () => expect(await state()).toBe('complete'), { timeout: 20_000, interval: 100 });
    const since = other.received.length;
    const { data } = await reader.call('list_bookings', { status: 'no_show' });
    expect(data).toMatchObject({ total: 6, complete: true, scanned: 30 });
    expect(other.count(/GET \/api\/v1\/bookings$/, since)).toBe(1);
    await reader.close();
    await second.stop();
    await other.close();
  });
});
