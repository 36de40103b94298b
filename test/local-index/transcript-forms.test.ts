import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { comparableAnswer } from '../support/comparable-answer.ts';
import { temporaryFolder } from '../support/engines.ts';
import { call, fillLists, type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

/** Answers from `--index` of a platform whose transcripts have other forms than the specification, beside those without an index. */
const FORMS = {
  call_1: { transcript: 'Caller: My boiler is leaking.\nReceptionist: We will call you back tomorrow at 10 am.' },
  call_2: {
    transcript: null,
    utterances: [
      { role: 'caller', content: 'My boiler is silent.' },
      { role: 'receptionist', content: 'We will call you back tomorrow at 11 am.' },
    ],
  },
  call_3: { transcript: [{ speaker: 'caller', text: 'My boiler is fine.', offset_seconds: 0 }] },
  call_4: { transcript: { turns: ['Caller: a boiler, please'] } },
};
const home = temporaryFolder();
const running: { program: RunningProgram; client: TestClient }[] = [];
let platform: MirroredPlatform;
let indexed: TestClient;
let scanning: TestClient;

async function start(settings: Record<string, string>): Promise<TestClient> {
  const env = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_index', RCPT_TIME_ZONE: 'UTC', ...settings };
  const program = startProgram(['http', '--port', '0'], cleanEnvironment(home, env));
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  const client = await connect('v2 2026-07-28', { url });
  running.push({ program, client });
  return client;
}

beforeAll(async () => {
  platform = await startMirroredPlatform({ detailFields: ['transcript', 'utterances'] });
  fillLists(platform, { contacts: 5, bookings: 5, calls: 8 });
  for (const [index, [id, form]] of Object.entries(FORMS).entries()) {
    const { transcript: _, ...listed } = call(index + 1, 5);
    platform.lists.calls.set(id, { ...listed, ...form });
  }
  [indexed, scanning] = await Promise.all([start({ RCPT_INDEX: join(home, 'index.db'), RCPT_POLL: '1h' }), start({})]);
  const state = async () => ((await indexed.call('get_account_context')).data.index as { state: string }).state;
  await vi.waitFor(async () => expect(await state()).toBe('complete'), { timeout: 40_000, interval: 200 });
}, 60_000);
afterAll(async () => {
  for (const { program, client } of running) {
    await client.close();
    await program.stop();
  }
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

async function ask(client: TestClient, tool: string, args: Record<string, unknown>) {
  const since = platform.received.length;
  const answer = await comparableAnswer(client, tool, args);
  return { ...answer, requests: platform.received.length - since };
}

describe('an index of transcripts in other forms', () => {
  it.each([
    ['search_calls', { query: 'boiler' }],
    ['search_calls', { query: '"boiler is leaking"' }],
    ['search_calls', { query: 'boiler', speaker: 'caller' }],
    ['find_follow_ups', { from: '2199-01-01', to: '2199-01-06', status: 'all' }],
  ])('%s %j has the answer of a server without an index', async (tool, args) => {
    const [fromIndex, fromScan] = [await ask(indexed, tool, args), await ask(scanning, tool, args)];
    expect(fromIndex.answer).toEqual(fromScan.answer);
    expect(fromIndex.hasCursor).toBe(fromScan.hasCursor);
    expect((fromScan.answer.items as unknown[]).length).toBeGreaterThan(0);
    expect(fromIndex.requests).toBeLessThan(fromScan.requests);
  });
});
