import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { fillLists, type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { settableClock } from '../support/settable-clock.ts';

/** Reading of a platform that is interrupted, refused or shared by several processes. */
const home = temporaryFolder();
const file = join(home, 'index.db');
const running = new Set<RunningProgram>();
let platform: MirroredPlatform;
const KILLS = 6;
const COUNTS = { bookings: 700, contacts: 130, calls: 30 };

const environment = (index = file, more: Record<string, string> = {}) =>
  cleanEnvironment(home, {
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: 'sk_live_index',
    RCPT_INDEX: index,
    ...more,
  });
async function start(
  index?: string,
  more?: Record<string, string>,
): Promise<{ program: RunningProgram; client: TestClient }> {
  const program = startProgram(['http', '--port', '0'], environment(index, more));
  running.add(program);
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  return { program, client: await connect('v2 2026-07-28', { url }) };
}
interface Lists {
  state: string;
  lists: { name: string; indexed: number; complete: boolean }[];
}
const progress = async (client: TestClient) => (await client.call('get_account_context')).data.index as Lists;
const isComplete = async (client: TestClient) =>
  vi.waitFor(async () => expect((await progress(client)).state).toBe('complete'), { timeout: 60_000, interval: 250 });
/** The number of records of each list in a file, as the command shows it. */
async function stored(index = file): Promise<Record<string, number>> {
  const { stdout } = await runProgram(['index', 'status', '--json'], environment(index));
  const { lists } = JSON.parse(stdout) as { lists: { kind: string; progress: { records: number } }[] };
  return Object.fromEntries(lists.map(({ kind, progress: { records } }) => [kind, records]));
}

beforeAll(async () => {
  platform = await startMirroredPlatform({ delayMs: 25 });
  fillLists(platform, COUNTS);
});
afterAll(async () => {
  await Promise.all([...running].map((program) => program.stop()));
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

describe('the reading of an index', () => {
  it('continues after each kill where it was, until nothing is missing', { timeout: 120_000 }, async () => {
    const before = platform.received.length;
    for (let kill = 0; kill < KILLS; kill++) {
      const { program, client } = await start();
      const since = platform.received.length;
      await vi.waitFor(() => expect(platform.received.length - since).toBeGreaterThan(4), {
        timeout: 20_000,
        interval: 10,
      });
      await client.close();
      await program.stop('SIGKILL');
      running.delete(program);
    }
    const { program, client } = await start();
    await isComplete(client);
    await client.close();
    await program.stop();
    running.delete(program);
    expect(await stored()).toEqual({ ...COUNTS, services: 2 });
    // A kill costs the request in flight and what is being stored, and no other page is read again; both ends of a list are polled.
    const inner = platform.received.slice(before).filter(({ path }) => /bookings\?page=[2-6]&/.test(path));
    expect(inner.length).toBeLessThanOrEqual(5 + 2 * KILLS);
    expect(platform.count(/GET \/api\/v1\/calls\/call_/, before)).toBeLessThan(COUNTS.calls + 1 + 2 * KILLS);
    expect(platform.maxConcurrent()).toBe(1);
  });

  it('reads each list once, and no record for itself, after the clock was set back a day', {
    timeout: 60_000,
  }, async () => {
    const clock = settableClock(home);
    clock.set(86_400_000);
    const index = join(home, 'set-back.db');
    const first = await start(index, clock.env);
    await isComplete(first.client);
    await first.client.close();
    await first.program.stop();
    running.delete(first.program);

    clock.set(0);
    const since = platform.received.length;
    const { program, client } = await start(index, clock.env);
    const bookings = () => platform.received.slice(since).filter(({ path }) => /bookings\?page=[2-6]&/.test(path));
    await vi.waitFor(() => expect(bookings()).toHaveLength(5), { timeout: 20_000, interval: 100 });
    const pages = platform.received.length;
    await wait(2_000);
    // Before, each record was looked up again and again, because it was read before its list was complete.
    expect(platform.count(/GET \/api\/v1\/(bookings|contacts|calls|services)\/\w/, since)).toBe(0);
    expect(platform.received.length - pages).toBeLessThan(10);
    await isComplete(client);
    await client.close();
    await program.stop();
    running.delete(program);
  });

  it('two processes on one file share the work: one reads, both answer', { timeout: 120_000 }, async () => {
    const shared = join(home, 'shared.db');
    const since = platform.received.length;
    const both = await Promise.all([start(shared, { RCPT_POLL: '5s' }), start(shared, { RCPT_POLL: '5s' })]);
    await Promise.all(both.map(({ client }) => isComplete(client)));
    expect(platform.count(/GET \/api\/v1\/calls\/call_/, since)).toBeLessThan(COUNTS.calls + 10);
    const answers = await Promise.all(
      both.map(({ client }) => client.call('list_bookings', { status: 'cancelled', per_page: 5 })),
    );
    expect(answers.map(({ data }) => data.total)).toEqual([answers[0]?.data.total, answers[0]?.data.total]);
    expect(answers[0]?.data.total).toBeGreaterThan(50);
    // The one that goes on alone keeps the file current.
    const [first, second] = both as [(typeof both)[0], (typeof both)[0]];
    await first.client.close();
    await first.program.stop('SIGKILL');
    running.delete(first.program);
    platform.lists.bookings.set('bk_late', {
      ...platform.lists.bookings.get('bk_1'),
      id: 'bk_late',
      status: 'arrived',
    });
    platform.lists.bookings.delete('bk_10');
    await vi.waitFor(
      async () => {
        const { data } = await second.client.call('list_bookings', { status: 'arrived' });
        expect((data.items as unknown[] | undefined)?.length).toBe(1);
      },
      { timeout: 60_000, interval: 500 },
    );
    await second.client.close();
    await second.program.stop();
    running.delete(second.program);
  });

  it('waits as long as the platform demands, and continues then', { timeout: 60_000 }, async () => {
    const limited = join(home, 'limited.db');
    let refusals = 0;
    const times: number[] = [];
    platform.refuse(({ path }) => {
      if (!path.startsWith('/api/v1/contacts?')) return null;
      times.push(performance.now());
      return refusals++ < 2 ? { status: 429, headers: { 'retry-after': '2' } } : null;
    });
    const { program, client } = await start(limited);
    await isComplete(client);
    platform.refuse(undefined);
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThan(1_900);
    expect(third - second).toBeGreaterThan(1_900);
    await client.close();
    await program.stop();
    running.delete(program);
  });
});
