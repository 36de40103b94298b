import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { comparableAnswer } from '../support/comparable-answer.ts';
import { temporaryFolder } from '../support/engines.ts';
import { fillLists, type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { settableClock } from '../support/settable-clock.ts';

/** Answers from `--index` of a platform that does not return the transcripts of some calls, beside those without an index. */
const CALLS = 40;
/** The second one has a promise in its summary, which the list states. */
const UNREADABLE = ['call_20', 'call_23'];
const REQUESTED = /GET .*\/calls\/call_(20|23)$/;
const WINDOW = { from: '2199-01-01', to: '2199-01-06' };

const home = temporaryFolder();
const clock = settableClock(home);
const NOW = Date.parse('2199-01-07T12:00:00Z') - Date.now();
const running: { program: RunningProgram; client: TestClient }[] = [];
let platform: MirroredPlatform;
let indexed: TestClient;
let scanning: TestClient;

const environment = (settings: Record<string, string>) => {
  const env = { ...clock.env, RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_index', RCPT_TIME_ZONE: 'UTC' };
  return cleanEnvironment(home, { ...env, ...settings });
};
const WITH_INDEX = { RCPT_INDEX: join(home, 'index.db'), RCPT_POLL: '1h' };

async function start(settings: Record<string, string>): Promise<TestClient> {
  const program = startProgram(['http', '--port', '0'], environment(settings));
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  const client = await connect('v2 2026-07-28', { url });
  running.push({ program, client });
  return client;
}
async function stopAll(): Promise<void> {
  for (const { program, client } of running.splice(0)) {
    await client.close();
    await program.stop();
  }
}
const index = async () => (await indexed.call('get_account_context')).data.index;
const whenRead = (expected: object) =>
  vi.waitFor(async () => expect(await index()).toMatchObject(expected), { timeout: 40_000, interval: 200 });
const transcripts = (indexed: number) => ({
  lists: expect.arrayContaining([expect.objectContaining({ name: 'transcripts', indexed })]),
});

beforeAll(async () => {
  clock.set(NOW);
  platform = await startMirroredPlatform();
  fillLists(platform, { bookings: 20, contacts: 10, calls: CALLS });
  const { calls } = platform.lists;
  calls.set('call_23', { ...calls.get('call_23'), summary: 'The receptionist will call the customer back tomorrow.' });
  const isRefused = (path: string) => UNREADABLE.some((id) => calls.has(id) && path.endsWith(`/calls/${id}`));
  platform.refuse(({ path }) => (isRefused(path) ? { status: 400 } : null));
  [indexed, scanning] = await Promise.all([start(WITH_INDEX), start({})]);
  await whenRead({ state: 'complete', ...transcripts(CALLS - UNREADABLE.length) });
}, 60_000);
afterAll(async () => {
  await stopAll();
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

/** The answer of a tool, and how many pages of calls the platform was asked for. */
async function ask(client: TestClient, tool: string, args: Record<string, unknown>) {
  const since = platform.received.length;
  const answer = await comparableAnswer(client, tool, args);
  return { ...answer, pages: platform.count(/GET .*\/calls$/, since) };
}

describe('an index of a platform that does not return some transcripts', () => {
  it.each([
    ['find_follow_ups', { ...WINDOW, status: 'all' }],
    ['find_follow_ups', { ...WINDOW, status: 'open', limit: 2 }],
    ['find_follow_ups', { ...WINDOW, from: '2199-01-02', to: '2199-01-02' }],
    ['search_calls', { query: 'good morning', ...WINDOW, limit: 50 }],
    ['search_calls', { query: 'matter 23' }],
    ['summarize_activity', { kind: 'calls', from: '2199-01-01', group_by: ['language'], language: 'en' }],
  ])('%s %j has the answer of a server without an index', async (tool, args) => {
    const [fromIndex, fromScan] = [await ask(indexed, tool, args), await ask(scanning, tool, args)];
    expect(fromIndex.answer).toEqual(fromScan.answer);
    expect(fromIndex.hasCursor).toBe(fromScan.hasCursor);
    if (tool !== 'summarize_activity') expect(fromIndex.pages).toBe(0);
  });

  it('the answers say that calls could not be read, and find what their list states', async () => {
    const { answer } = await ask(indexed, 'find_follow_ups', { ...WINDOW, status: 'all' });
    const items = answer.items as { call_id: string }[];
    expect(items.map(({ call_id }) => call_id)).toEqual(['call_40', 'call_30', 'call_23', 'call_10']);
    expect(answer).toMatchObject({
      complete: false,
      omitted: '2 calls that the platform lists, but whose details cannot be read.',
    });
  });

  it('index status and doctor count them', async () => {
    const status = await runProgram(['index', 'status'], environment(WITH_INDEX));
    expect(status.stdout).toMatch(/^transcripts +38 +40 +no$/m);
    const doctor = await runProgram(['doctor'], environment(WITH_INDEX));
    expect(doctor.stdout).toContain('calls 40 of 40, 2 transcripts that the platform does not return');
  });

  it('a call without a transcript that the platform has deleted is in no answer once its copy is a minute old', async () => {
    platform.lists.calls.delete('call_23');
    clock.set(NOW + 61_000);
    const { answer } = await ask(indexed, 'find_follow_ups', { ...WINDOW, status: 'all' });
    const items = answer.items as { call_id: string }[];
    expect(items.map(({ call_id }) => call_id)).toEqual(['call_40', 'call_30', 'call_10']);
    expect(answer.omitted).toBe('1 call that the platform lists, but whose details cannot be read.');
  });

  it('a server that starts again knows which transcripts the platform does not return', async () => {
    await stopAll();
    const since = platform.received.length;
    indexed = await start(WITH_INDEX);
    await whenRead({ state: 'complete', ...transcripts(CALLS - UNREADABLE.length) });
    await ask(indexed, 'find_follow_ups', { ...WINDOW, status: 'all' });
    expect(platform.count(REQUESTED, since)).toBe(0);
  });

  it('after an hour they are requested again, and those that the platform returns then are searched', async () => {
    await stopAll();
    platform.refuse(undefined);
    clock.set(NOW + 3_700_000);
    indexed = await start(WITH_INDEX);
    await whenRead({ state: 'complete', ...transcripts(CALLS - 1) });
    const { answer } = await ask(indexed, 'search_calls', { query: 'matter 20' });
    expect(answer).toMatchObject({ items: [{ call_id: 'call_20' }], complete: true });
    expect(answer.omitted).toBeUndefined();
  });
});
