import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { fillLists, type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';

/** `--index` in front of a platform of another vendor: filling, and what remains of it. */
const home = temporaryFolder();
const file = join(home, 'index.db');
let platform: MirroredPlatform;
const running: RunningProgram[] = [];

const environment = () =>
  cleanEnvironment(home, {
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: 'sk_live_index',
    RCPT_INDEX: file,
    RCPT_POLL: '5s',
  });
async function start(): Promise<{ program: RunningProgram; client: TestClient }> {
  const program = startProgram(['http', '--port', '0'], environment());
  running.push(program);
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  return { program, client: await connect('v2 2026-07-28', { url }) };
}
const status = async () => {
  const { stdout } = await runProgram(['index', 'status', '--json'], environment());
  return JSON.parse(stdout) as {
    lists: { kind: string; progress: { records: number; completedAt: number | null } }[];
    callsWithoutDetail: number;
  };
};
const indexState = async (client: TestClient) =>
  (await client.call('get_account_context')).data.index as {
    state: string;
    lists: { name: string; indexed: number; total: number }[];
  };

beforeAll(async () => {
  platform = await startMirroredPlatform();
  fillLists(platform, { bookings: 450, contacts: 120, calls: 130 });
});
afterAll(async () => {
  await Promise.all(running.map((program) => program.stop()));
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

describe('the index of another platform', () => {
  it('an index is filled with every record and transcript, in a file of mode 0600', async () => {
    const { program, client } = await start();
    await expect.poll(() => indexState(client), { timeout: 60_000 }).toMatchObject({ state: 'complete' });
    const { lists } = await indexState(client);
    expect(Object.fromEntries(lists.map(({ name, indexed, total }) => [name, [indexed, total]]))).toEqual({
      services: [2, 2],
      contacts: [120, 120],
      bookings: [450, 450],
      calls: [130, 130],
      transcripts: [130, 130],
    });
    expect(platform.count(/GET .*\/calls\/call_/), 'each transcript is requested once').toBe(130);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await client.close();
    await program.stop();
    const { lists: stored, callsWithoutDetail } = await status();
    expect(stored.map(({ kind, progress }) => [kind, progress.records]).sort()).toEqual([
      ['bookings', 450],
      ['calls', 130],
      ['contacts', 120],
      ['services', 2],
    ]);
    expect(callsWithoutDetail).toBe(0);
  });

  it('polls request no transcript again of a call whose list has further fields', async () => {
    const calls = platform.lists.calls;
    for (const [id, row] of calls) calls.set(id, { ...row, ended_at: row.started_at, booking_id: null, rating: 5 });
    const before = platform.received.length;
    const { program, client } = await start();
    const transcripts = (since: number) => platform.count(/GET .*\/calls\/call_/, since);
    const wait = { timeout: 30_000, interval: 100 };
    await vi.waitFor(() => expect(transcripts(before), 'the changed calls').toBeGreaterThanOrEqual(130), wait);
    await vi.waitFor(async () => expect(await indexState(client)).toMatchObject({ state: 'complete' }), wait);
    const since = platform.received.length;
    // Two of them.
    await vi.waitFor(() => expect(platform.count(/GET .*\/calls$/, since)).toBeGreaterThanOrEqual(4), wait);
    expect(transcripts(since)).toBe(0);
    expect(await indexState(client)).toMatchObject({ state: 'complete' });
    await client.close();
    await program.stop();
  });
});
