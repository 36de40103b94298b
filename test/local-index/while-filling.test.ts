import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { call, fillLists, type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

/** Searches of transcripts while `--index` does not have all of them. */
const CALLS = 900;
/** The platform refuses the transcripts of these and all older calls, until a test lets it return them. */
const NEWEST_REFUSED = 500;
const UNREADABLE = 'call_700';

const home = temporaryFolder();
const running: RunningProgram[] = [];
const databases: SharedDatabase[] = [];
let platform: MirroredPlatform;
let client: TestClient;
let isRefusing = true;

const numberOf = (path: string) => Number(/\/calls\/call_(\d+)$/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY);
const startOf = (number: number) => String(call(number, 1).started_at);

const PLACES: [place: string, settings: () => Promise<Record<string, string>>][] = [
  ['a file', async () => ({ RCPT_INDEX: join(home, 'index.db') })],
  [
    'PostgreSQL',
    async () => {
      const shared = await sharedDatabase();
      databases.push(shared);
      return { RCPT_INDEX: 'shared', RCPT_STATE: shared.database };
    },
  ],
];

async function fillNewest(settings: Record<string, string>): Promise<void> {
  isRefusing = true;
  platform = await startMirroredPlatform();
  fillLists(platform, { calls: CALLS });
  platform.refuse(({ path }) => {
    if (path.endsWith(`/calls/${UNREADABLE}`)) return { status: 500 };
    return isRefusing && numberOf(path) <= NEWEST_REFUSED ? { status: 429, headers: { 'retry-after': '3600' } } : null;
  });
  const env = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_index', RCPT_POLL: '1h', ...settings };
  const program = startProgram(['http', '--port', '0'], cleanEnvironment(home, env));
  running.push(program);
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  client = await connect('v2 2026-07-28', { url });
  const indexed = async () => {
    const { lists } = (await client.call('get_account_context')).data.index as {
      lists: { name: string; indexed: number }[];
    };
    return lists.find(({ name }) => name === 'transcripts')?.indexed;
  };
  await vi.waitFor(async () => expect(await indexed()).toBe(CALLS - NEWEST_REFUSED - 1), {
    timeout: 60_000,
    interval: 200,
  });
}
async function stop(): Promise<void> {
  await client?.close();
  await Promise.all(running.splice(0).map((program) => program.stop()));
  await platform?.close();
}
afterAll(async () => {
  await Promise.all(databases.map((database) => database.remove()));
  await rm(home, { recursive: true, force: true });
});

interface Answer {
  ids: string[];
  /** Transcripts that the platform was asked for meanwhile. */
  requested: number;
  searched: number;
  calls_in_window: number;
  complete: boolean;
  omitted?: string;
  cursor?: string;
}

async function search(args: Record<string, unknown>): Promise<Answer> {
  const since = platform.received.length;
  const { data, isError, text } = await client.call('search_calls', args);
  expect(isError, text).toBe(false);
  const ids = (data.items as { call_id: string }[]).map(({ call_id }) => call_id);
  return { ...(data as unknown as Answer), ids, requested: platform.count(/GET .*\/calls\/call_/, since) };
}

describe.each(PLACES)('transcripts of which the index in %s has the newest', (_, settings) => {
  beforeAll(async () => fillNewest(await settings()), 90_000);
  afterAll(stop);

  it('a search answers from the index, and says from when on it has searched', async () => {
    const answer = await search({ query: 'matter 850' });
    expect(answer).toMatchObject({ ids: ['call_850'], complete: false, calls_in_window: CALLS });
    expect(answer.searched).toBe(CALLS - NEWEST_REFUSED);
    expect(answer.requested, 'those that are refused, and the hit').toBeLessThan(10);
    const from = new Date(Date.parse(startOf(NEWEST_REFUSED)) + 1).toISOString();
    expect(answer.omitted).toContain(
      `Calls before ${from}: the local index does not have all of their transcripts yet`,
    );
    expect(answer.omitted).toContain('1 call that the platform lists, but whose details cannot be read');
    expect(answer.cursor).toBeDefined();
  });

  it('a window of which the index has all transcripts is searched completely', async () => {
    const answer = await search({ query: 'good morning', from: startOf(801), limit: 50 });
    expect(answer).toMatchObject({ complete: false, searched: 100, calls_in_window: 100 });
    expect(answer.ids).toHaveLength(50);
    expect(answer.omitted).toBeUndefined();
    const rest = await search({ query: 'good morning', from: startOf(801), limit: 50, cursor: answer.cursor });
    expect(rest).toMatchObject({ complete: true });
    expect(new Set([...answer.ids, ...rest.ids]).size).toBe(100);
  });

  it('a call whose transcript cannot be read is stated, and the others are found', async () => {
    const answer = await search({ query: 'matter 701', from: startOf(600), to: startOf(750) });
    expect(answer).toMatchObject({ ids: ['call_701'], complete: false, searched: 150, requested: 0 });
    expect(answer.omitted).toBe('1 call that the platform lists, but whose details cannot be read.');
    expect(answer.cursor).toBeUndefined();
  });

  it('a window of few calls that the index lacks is read from the platform', async () => {
    isRefusing = false;
    const answer = await search({ query: 'matter 470', from: startOf(460), to: startOf(550) });
    expect(answer).toMatchObject({ ids: ['call_470'], complete: true, searched: 90 });
    expect(answer.requested).toBe(NEWEST_REFUSED - 460 + 1);
    const again = await search({ query: 'matter 471', from: startOf(460), to: startOf(550) });
    expect(again).toMatchObject({ ids: ['call_471'], complete: true, requested: 0 });
  });

  it('cursors lead to every older call', async () => {
    isRefusing = false;
    const ids: string[] = [];
    let answer = await search({ query: 'we will call you back' });
    let searched = 0;
    for (let asked = 1; ; asked++) {
      ids.push(...answer.ids);
      searched = Math.max(searched, answer.searched);
      if (answer.cursor === undefined) break;
      expect(asked, 'the cursors end').toBeLessThan(60);
      answer = await search({ query: 'we will call you back', cursor: answer.cursor });
    }
    const expected = Array.from({ length: CALLS / 10 }, (_, index) => `call_${CALLS - index * 10}`);
    expect(ids).toEqual(expected.filter((id) => id !== UNREADABLE));
  });
});
