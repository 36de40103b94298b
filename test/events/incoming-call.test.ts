import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientKind, connect, field, type TestClient } from '../support/clients.ts';
import { newDatabase, type TestDatabase, temporaryFolder } from '../support/engines.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';

/**
 * End to end, each part in its own process: a platform, a server that receives its webhooks, an agent that subscribes to
 * events, and an incoming call.
 */
const RECENT = 'rcpt://events/recent';
const home = temporaryFolder();
const secrets = join(home, 'webhook-secrets.txt');
const running: RunningProgram[] = [];
let database: TestDatabase;
let platform: { url: string; key: string };

const start = (args: string[], env: Record<string, string> = {}) => {
  const program = startProgram(args, cleanEnvironment(home, env));
  running.push(program);
  return program;
};
const simulate = async () => {
  const { code, stdout } = await runProgram(
    ['calls', 'simulate'],
    cleanEnvironment(home, { RCPT_DATABASE: database.database }),
  );
  expect(code).toBe(0);
  return (/Call (\S+):/.exec(stdout) as RegExpExecArray)[1] as string;
};

beforeAll(async () => {
  database = await newDatabase();
  const program = start(['platform', '--port', '0'], { RCPT_DATABASE: database.database });
  const [url] = (await program.until(/http:\/\/[\d.:]+/)) as RegExpMatchArray;
  const [key] = (await program.until(/sk_live_\w+/)) as RegExpMatchArray;
  platform = { url: url as string, key: key as string };
});
afterAll(async () => {
  await Promise.all(running.map((program) => program.stop()));
  await database?.remove();
  await rm(home, { recursive: true, force: true });
});

const remote = () => ({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: platform.key });

/** Starts a server over HTTP and connects the agent's client. */
async function agent(args: string[], kind: ClientKind = 'v2 2026-07-28') {
  const program = start(['http', '--port', '0', ...args], remote());
  const [url] = (await program.until(/http:\/\/\S+\/mcp/)) as RegExpMatchArray;
  const client = await connect(kind, { url: url as string });
  return { url: url as string, client };
}

async function latestCall(client: TestClient): Promise<string> {
  const { items } = JSON.parse((await client.read(RECENT)).text) as { items: Record<string, string>[] };
  return items.find(({ type }) => type === 'call.completed')?.resource_uri ?? '';
}

describe('an event of an incoming call', () => {
  it('reaches the subscribed agent by webhook, and the agent reads the transcript', async () => {
    const { url, client } = await agent(['--webhooks', '--webhook-secrets', secrets]);
    const created = await client.call('manage_webhooks', {
      action: 'create',
      url: url.replace('/mcp', '/webhooks'),
      events: ['call.completed', 'booking.created'],
    });
    expect(created.isError).toBe(false);
    expect(created.data.secret_file).toBe(secrets);
    const [secret] = readFileSync(secrets, 'utf8').split('\n');
    expect(secret).toMatch(/^whsec_/);
    expect(statSync(secrets).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(created)).not.toContain(secret);

    const updates: string[] = [];
    await client.watch([RECENT], (uri) => updates.push(uri));
    const call = await simulate();
    await expect.poll(() => updates, { timeout: 20_000 }).not.toEqual([]);
    expect(await latestCall(client)).toBe(`rcpt://calls/${call}`);
    const transcript = await client.read(`rcpt://calls/${call}/transcript`);
    expect(transcript.text).toMatch(/^1\. \[\d:\d\d\] /m);

    // Events since a time, and later ones with the cursor.
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const mistaken = await client.call('list_recent_events', { from, types: ['call', 'calls'] });
    expect(mistaken.text).toMatch(
      /^types: "calls" is neither a kind \(booking, contact, call, unknown\) nor an event type/,
    );
    const first = await client.call('list_recent_events', { from, types: ['call'] });
    expect(first.data).toMatchObject({ items: [{ type: 'call.completed', record_id: call }], has_more: false });
    const next = await simulate();
    await expect.poll(() => updates.length, { timeout: 20_000 }).toBeGreaterThan(1);
    const args = { from, types: ['call'], cursor: first.data.cursor };
    expect((await client.call('list_recent_events', args)).data.items).toMatchObject([{ record_id: next }]);
    await client.close();
  });

  it('reaches the subscribed agent by polling if webhooks cannot be delivered', async () => {
    const { client } = await agent(['--poll', '5s']);
    const updates: string[] = [];
    await client.watch([RECENT], (uri) => updates.push(uri));
    expect(field((await client.call('get_account_context')).data, 'event_sources')).toEqual(['poll']);
    // The first poll is the baseline, so calls before it are not reported.
    const calls: string[] = [];
    const simulateAndCount = async () => {
      calls.push(await simulate());
      return updates.length;
    };
    await expect.poll(simulateAndCount, { timeout: 25_000, interval: 1_000 }).toBeGreaterThan(0);
    const latest = await latestCall(client);
    expect(calls.map((id) => `rcpt://calls/${id}`)).toContain(latest);
    expect((await client.read(`${latest}/transcript`)).text).toMatch(/^# Transcript of call/);
    await client.close();
  });
});
