import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DERIVED_VERSION } from '../../../src/platform/derived/versions.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { QUICK } from '../support/quick.ts';
import { recordStatements } from '../support/statements.ts';

/** What each of the calls says but one, which says the text that is searched instead: all words of it. */
const WORDS = `You call, and I go back. Call and tell you: you go, back and forth. An account; my appointment. Wir rufen
  zurück, und Sie morgen. Ein Termin, morgen um zehn. 我想明天来。预约下午,约明日。明日は予約の日をお願い。 A check, and the desk up. Up and check.
  On me, is a name.`;
const CALLS = 40;
const PHRASES: [what: string, said: string, query: string][] = [
  ['of frequent words', 'We will call you back.', '"call you back"'],
  ['of two words', 'That is my account appointment.', '"account appointment"'],
  ['that begins and ends in words', 'Take my account appointment.', '"ount app"'],
  ['with umlauts', 'Wir rufen Sie morgen zurück!', '"sie morgen zuruck"'],
  ['in Chinese', '我想预约明天下午', '预约明天'],
  ['in Japanese', '明日の予約をお願いします', '明日の予約をお'],
  ['with a hyphen', 'I need a check-up.', 'check-up'],
  ['that ends in two letters', 'My name is on the list.', '"me is on"'],
];

/** Phrases that PostgreSQL compares in all calls: they end in two letters, or all calls have each pair of their words. */
const UNNARROWED = ['check-up', '预约明天', '"sie morgen zuruck"'];

let test: TestDatabase;
let platform: StartedPlatform;
let key: string;
const recording = recordStatements();

const report = (id: string, text: string, position: number) => {
  const at = Date.parse('2199-03-01T10:00:00Z') + position * 60_000;
  return {
    event: 'ended',
    call_id: id,
    started_at: new Date(at).toISOString(),
    ended_at: new Date(at + 30_000).toISOString(),
    summary: null,
    turns: [{ speaker: 'caller', text, offset_seconds: 1 }],
  };
};

beforeAll(async () => {
  test = await newDatabase();
  platform = await startPlatform({ database: test.database, deliveries: false });
  key = await platform.key();
  const others = Array.from({ length: CALLS }, (_, index) => report(`other-${index}`, WORDS, index));
  const saying = PHRASES.map(([, said], index) => report(`says-${index}`, `${WORDS}\n${said}`, CALLS + index));
  await platform.platform.calls.importBatch([...others, ...saying] as never, { dryRun: false });
  await platform.close();
  await startWithSequences();
}, 60_000);
afterAll(async () => {
  recording.stop();
  await platform?.close();
  await test?.remove();
});

interface Found {
  data: { call_reference: string }[];
  meta: { has_more: boolean };
}

/** Starts the platform, which stores the sequences that are missing in the background. */
async function startWithSequences(): Promise<void> {
  platform = await startPlatform({ database: test.database, deliveries: QUICK });
  const patient = { timeout: 20_000, interval: 100 };
  await vi.waitFor(async () => expect((await search('"call you back"')).read).toBe(1), patient);
}

/** Searches, and returns the calls that were found with the largest number of transcripts that was read at a time. */
async function search(query: string): Promise<{ found: string[]; read: number }> {
  recording.statements.clear();
  const response = await fetch(`${platform.url}/api/v1/search/calls?query=${encodeURIComponent(query)}&per_page=50`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data, meta } = (await response.json()) as Found;
  expect(meta.has_more).toBe(false);
  const reads = [...recording.statements.values()].filter(({ sql }) => sql.includes('"source_name"'));
  // The ids, and the team.
  const read = Math.max(0, ...reads.map(({ parameters }) => parameters.length - 1));
  return { found: data.map(({ call_reference }) => call_reference), read };
}

const isAnnounced = async () => {
  const response = await fetch(`${platform.url}/api/v1/capabilities`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await response.json()) as { data: { extensions: Record<string, unknown> } };
  return 'call_search' in data.extensions;
};

describe('a search for a phrase', () => {
  it.each(PHRASES)(
    'a phrase %s is read in the calls that say it, and not those that only have its words',
    async (_what, _said, query) => {
      const { found, read } = await search(query);
      const index = PHRASES.findIndex(([, , one]) => one === query);
      expect(found).toContain(`says-${index}`);
      expect(found.every((one) => one.startsWith('says-'))).toBe(true);
      if (!(ENGINE === 'postgres' && UNNARROWED.includes(query))) expect(read).toBeLessThanOrEqual(3);
    },
  );

  it('a phrase that no call says finds none, and no transcript is read', async () => {
    for (const query of ['"you back and call"', '"go call you"', '"appointment account"', '明天预约']) {
      const { found, read } = await search(query);
      expect(found, query).toEqual([]);
      expect(read, query).toBe(0);
    }
  });

  it('finds a phrase between single letters, and a phrase of single letters', async () => {
    expect((await search('"s my account a"')).found).toEqual(['says-1']);
    expect((await search('"d a"')).found).toEqual(['says-6']);
  });

  // On SQLite, a call gets its sequences together with its words.
  it.runIf(ENGINE === 'postgres')('answers as before until the background work has stored the sequences', async () => {
    const expected = await Promise.all(PHRASES.map(async ([, , query]) => (await search(query)).found));
    await platform.close();
    await test.direct('delete from calls_sequences', `update calls set derived_version = ${DERIVED_VERSION.calls}`);

    platform = await startPlatform({ database: test.database, deliveries: false });
    expect(await isAnnounced()).toBe(true);
    for (const [index, [, , query]] of PHRASES.entries()) {
      const { found, read } = await search(query);
      expect(found, query).toEqual(expected[index]);
      expect(read, query).toBeGreaterThan(3);
    }
    await platform.close();

    await startWithSequences();
    for (const [index, [, , query]] of PHRASES.entries()) expect((await search(query)).found).toEqual(expected[index]);
  });
});
