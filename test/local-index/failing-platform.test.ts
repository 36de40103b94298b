import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import {
  call,
  fillLists,
  type MirroredOptions,
  type MirroredPlatform,
  startMirroredPlatform,
} from '../support/mirrored-platform.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';

/** An index of a platform that fails for some records, some lists, or for a while. */
const ended: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ended.splice(0)) await end();
});

interface Indexed {
  platform: MirroredPlatform;
  client: TestClient;
  /** The folder of the index. */
  home: string;
  lists(): Promise<{ name: string; indexed: number; total: number; refused?: boolean }[]>;
}

async function startIndexed(
  options: MirroredOptions,
  records: Parameters<typeof fillLists>[1],
  prepare: (platform: MirroredPlatform) => void = () => {},
): Promise<Indexed> {
  const home = temporaryFolder();
  const platform = await startMirroredPlatform(options);
  fillLists(platform, records);
  prepare(platform);
  const indexed = await startServer(platform, home);
  ended.push(async () => {
    await platform.close();
    await rm(home, { recursive: true, force: true });
  });
  return indexed;
}

/** Starts a server with the index in a folder. */
async function startServer(platform: MirroredPlatform, home: string): Promise<Indexed> {
  const env = {
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: 'sk_live_index',
    RCPT_TIME_ZONE: 'UTC',
    RCPT_POLL: '5s',
    RCPT_TIMEOUT: '20',
  };
  const program = startProgram(
    ['http', '--port', '0'],
    cleanEnvironment(home, { ...env, RCPT_INDEX: join(home, 'index.db') }),
  );
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  const client = await connect('v2 2026-07-28', { url });
  ended.push(async () => {
    await client.close();
    await program.stop();
  });
  const lists: Indexed['lists'] = async () =>
    ((await client.call('get_account_context')).data.index as { lists: Awaited<ReturnType<Indexed['lists']>> }).lists;
  return { platform, client, home, lists };
}
const PATIENT = { timeout: 60_000, interval: 200 };
const whenIndexed = (indexed: Indexed, name: string, count: number) =>
  vi.waitFor(
    async () => expect(await indexed.lists()).toContainEqual(expect.objectContaining({ name, indexed: count })),
    PATIENT,
  );

describe.concurrent('an index', { timeout: 120_000 }, () => {
  it('everything else is read on if the platform does not return a new call', async () => {
    const indexed = await startIndexed({}, { bookings: 10, contacts: 5, calls: 5 }, (platform) =>
      platform.refuse(({ path }) => (path.endsWith('/calls/call_6') ? { status: 500 } : null)),
    );
    const { calls, contacts } = indexed.platform.lists;
    await whenIndexed(indexed, 'transcripts', 5);
    calls.set('call_6', call(6, 5));
    await vi.waitFor(() => expect(indexed.platform.count(/GET .*\/calls\/call_6$/)).toBeGreaterThan(0), PATIENT);
    contacts.set('ct_6', { ...contacts.get('ct_5'), id: 'ct_6' });
    calls.set('call_7', call(7, 5));
    await whenIndexed(indexed, 'contacts', 6);
    await whenIndexed(indexed, 'transcripts', 6);
  });

  it('everything else is read on if one transcript always takes too long for a proxy', async () => {
    const indexed = await startIndexed({}, { contacts: 5, calls: 30 }, (platform) =>
      platform.refuse(({ path }) => (path.endsWith('/calls/call_30') ? { status: 504 } : null)),
    );
    await whenIndexed(indexed, 'transcripts', 29);
  });

  it('everything else is read on if the second page of a list always fails', async () => {
    const indexed = await startIndexed({}, { contacts: 150, calls: 30 }, (platform) =>
      platform.refuse(({ path }) => (/contacts\?.*\bpage=2\b/.test(path) ? { status: 500 } : null)),
    );
    await whenIndexed(indexed, 'transcripts', 30);
    indexed.platform.refuse(undefined);
    await whenIndexed(indexed, 'contacts', 150);
  });

  it('everything else is read on if an id is one that no path can contain', async () => {
    const indexed = await startIndexed({}, { calls: 3 }, ({ lists }) =>
      lists.calls.set('call/4', { ...call(4, 1), id: 'call/4' }),
    );
    await whenIndexed(indexed, 'transcripts', 3);
    indexed.platform.lists.calls.set('call/5', { ...call(5, 1), id: 'call/5' });
    indexed.platform.lists.calls.set('call_6', call(6, 1));
    await whenIndexed(indexed, 'transcripts', 4);
  });

  it('everything else is read on if the platform neither lists nor returns a contact any more', async () => {
    const indexed = await startIndexed({}, { contacts: 5 });
    const { contacts } = indexed.platform.lists;
    await whenIndexed(indexed, 'contacts', 5);
    indexed.platform.refuse(({ path }) => (path.endsWith('/contacts/ct_3') ? { status: 400 } : null));
    contacts.delete('ct_3');
    contacts.delete('ct_4');
    await vi.waitFor(() => expect(indexed.platform.count(/GET .*\/contacts\/ct_3$/)).toBeGreaterThan(0), PATIENT);
    await whenIndexed(indexed, 'contacts', 4);
    indexed.platform.refuse(undefined);
    await whenIndexed(indexed, 'contacts', 3);
  });

  it.each([500, 503])(
    'all transcripts are read after the platform has answered everything with %s for a while',
    async (status) => {
      const indexed = await startIndexed({ delayMs: 5 }, { calls: 150 });
      const { platform, client } = indexed;
      await vi.waitFor(() => expect(platform.count(/GET .*\/calls\/call_/)).toBeGreaterThan(20), PATIENT);
      platform.refuse(() => ({ status }));
      // A search that needs transcripts must not conclude from the failure that there are none.
      await client.call('search_calls', { query: 'matter', limit: 1 });
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      platform.refuse(undefined);
      await whenIndexed(indexed, 'transcripts', 150);
      const { data } = await client.call('search_calls', { query: 'matter', limit: 1 });
      expect(data.omitted).toBeUndefined();
    },
  );

  it('searches do not send a request each tenth of a second to a platform that refuses the key', async () => {
    const indexed = await startIndexed({}, { bookings: 10, contacts: 5, calls: 5 });
    const { platform, client } = indexed;
    await whenIndexed(indexed, 'transcripts', 5);
    platform.refuse(() => ({ status: 401 }));
    // Until the index is outdated: a search waits for newer records then.
    await new Promise((resolve) => setTimeout(resolve, 17_000));
    const since = platform.received.length;
    for (let count = 0; count < 2; count++) {
      const refused = await client.call('search_calls', { query: 'matter' });
      expect(refused.text).toContain('did not accept the API key (401)');
    }
    expect(platform.count(/^GET/, since)).toBeLessThan(12);
    platform.refuse(undefined);
    const answer = async () => (await client.call('search_calls', { query: 'matter' })).data;
    await vi.waitFor(async () => expect(await answer()).toHaveProperty('read_at'), PATIENT);
  });

  it('no answer comes from an unfiltered page if the platform allows a list that it refused before', async () => {
    const indexed = await startIndexed({}, { contacts: 5, bookings: 10, calls: 30 }, ({ forbidden }) =>
      forbidden.add('calls'),
    );
    const { platform, client } = indexed;
    await vi.waitFor(
      async () =>
        expect(await indexed.lists()).toContainEqual(expect.objectContaining({ name: 'calls', refused: true })),
      PATIENT,
    );
    const search = () => client.call('list_calls', { direction: 'outbound', from: '2199-01-01', to: '2199-01-02' });
    const refused = await search();
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('403')]);
    platform.forbidden.clear();
    const first = await search();
    if (first.isError) expect(first.text).toMatch(/allows the list of calls now.*Call again/s);
    const { data } = first.isError ? await search() : first;
    const items = data.items as { direction: string; id: string }[];
    expect(items.map(({ direction }) => direction)).toEqual(items.map(() => 'outbound'));
    expect(items.length).toBeGreaterThan(10);
    await whenIndexed(indexed, 'transcripts', 30);
  });

  it('a deleted booking is not counted while transcripts are missing', async () => {
    const indexed = await startIndexed({ delayMs: 40 }, { contacts: 5, bookings: 100, calls: 1_500 });
    const { platform, client } = indexed;
    await whenIndexed(indexed, 'calls', 1_500);
    platform.lists.bookings.delete('bk_50');
    const count = async () => {
      const args = { kind: 'bookings', from: '2199-01-01', to: '2199-01-31' };
      const { data, text, isError } = await client.call('summarize_activity', args);
      expect(isError, text).toBe(false);
      return (data.bookings as { count: number }).count;
    };
    await vi.waitFor(async () => expect(await count()).toBe(99), PATIENT);
    const transcripts = (await indexed.lists()).find(({ name }) => name === 'transcripts');
    expect(transcripts?.indexed).toBeLessThan(1_500);
  });

  it('one process reads on although a step is longer than its lease', async () => {
    let isSlow = false;
    // Both ends of the list take longer than the lease of 15 seconds.
    const delayMs = ({ path }: { path: string }) => (isSlow && path.includes('/contacts?') ? 8_000 : 0);
    const indexed = await startIndexed({ delayMs }, { contacts: 150 });
    const { platform, home } = indexed;
    await whenIndexed(indexed, 'contacts', 150);
    await startServer(platform, home);
    isSlow = true;
    platform.lists.contacts.set('ct_new', { ...platform.lists.contacts.get('ct_5'), id: 'ct_new' });
    const since = platform.received.length;
    await whenIndexed(indexed, 'contacts', 151);
    // Both ends, and perhaps the first one of the next poll.
    expect(platform.count(/GET .*\/contacts$/, since)).toBeLessThanOrEqual(3);
  });
});
