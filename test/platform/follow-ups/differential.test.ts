import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { replaceRecords } from '../../../src/platform/demo/refresh.ts';
import { callRow } from '../../../src/platform/store/calls/calls.ts';
import { bookingRow, contactRow } from '../../../src/platform/store/import.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { smallBusiness } from '../support/fixture.ts';
import { type RandomPractice, randomPractice } from './random-practice.ts';

/** Practices, and questions about each. */
const ROUNDS = 8;
const QUESTIONS = 2;
const TEAM = 'team_a';

/** Answers of one caller, in front of the platform and in front of one that does not announce the extension. */
interface Pair {
  name: string;
  announced: HttpSession;
  scanned: HttpSession;
}

let platform: StartedPlatform;
let store: Store;
let without: Upstream;
const pairs: Pair[] = [];

const CALLERS: { name: string; scopes?: ['read:calls']; env?: Record<string, string>; args?: string[] }[] = [
  { name: 'who may read everything' },
  { name: 'whose key may only read calls', scopes: ['read:calls'] },
  { name: 'who is offered the tools of calls only', args: ['--toolsets', 'account,calls'] },
  {
    name: 'with another zone and other hours than the platform, in short and masked answers',
    env: {
      RCPT_TIME_ZONE: 'America/New_York',
      RCPT_OPENING_HOURS: 'Tue,Thu 07:00-11:00',
      RCPT_REDACT: 'strict',
      RCPT_MAX_TOKENS: '1000',
    },
  },
];

beforeAll(async () => {
  platform = await startPlatform({ business: smallBusiness() });
  store = await openStore(platform.database, Date.now());
  without = await startUpstream(async ({ method, path, headers }, response) => {
    const answer = await fetch(`${platform.url}${path}`, {
      method,
      headers: { authorization: headers.authorization ?? '' },
    });
    const body = (await answer.json()) as { data?: { extensions?: JsonObject } };
    delete body.data?.extensions?.follow_ups;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  for (const { name, scopes, env, args } of CALLERS) {
    const more = { RCPT_API_KEY: await platform.key(scopes), ...env };
    const [announced, scanned] = await Promise.all([
      startHttp({ RCPT_BASE_URL: platform.url, ...more }, args),
      startHttp({ RCPT_BASE_URL: without.url, ...more }, args),
    ]);
    pairs.push({ name, announced, scanned });
  }
}, 180_000);
afterAll(async () => {
  await Promise.all(pairs.flatMap(({ announced, scanned }) => [announced.close(), scanned.close()]));
  await without?.close();
  await store?.close();
  await platform?.close();
});

const record = ({ contacts, bookings, calls }: RandomPractice) =>
  store.write(
    (tx) =>
      replaceRecords(tx, TEAM, {
        contacts: contacts.map((one) => contactRow(TEAM, one)),
        bookings: bookings.map((one) => bookingRow(TEAM, one)),
        calls: calls.map((one) => callRow(TEAM, one)),
      }),
    'all',
  );

/** All pages of an answer, without what depends on the moment. */
async function pages({ client }: HttpSession, args: JsonObject): Promise<JsonObject[]> {
  const answers: JsonObject[] = [];
  for (let cursor: unknown; answers.length === 0 || cursor !== undefined; ) {
    const { isError, text, data } = await client.call('find_follow_ups', { ...args, ...(cursor ? { cursor } : {}) });
    expect(isError, text).toBe(false);
    cursor = data.cursor;
    answers.push({ ...data, now_local: undefined, cursor: cursor !== undefined });
    expect(answers.length).toBeLessThan(200);
  }
  return answers;
}

describe('find_follow_ups with the extension and without it', () => {
  it('gives the same answers about random practices, to every caller', async () => {
    const random = randomOf(18);
    let items = 0;
    const seen = new Set<unknown>();
    for (let round = 1; round <= ROUNDS; round++) {
      const now = Date.now();
      await record(randomPractice(round, now));
      for (let question = 0; question < QUESTIONS; question++) {
        const day = (days: number) => new Date(now - days * 86_400_000).toISOString();
        const args = {
          ...(random() < 0.7 ? { from: day(5 + random() * 45) } : {}),
          ...(random() < 0.3 ? { to: day(random() * 4) } : {}),
          ...(random() < 0.4 ? { kind: pick(random, ['callback', 'quote', 'refund', 'booking', 'waiting_list']) } : {}),
          ...(random() < 0.8 ? { status: pick(random, ['open', 'contacted', 'done', 'all', 'all', 'all']) } : {}),
          ...(random() < 0.5 ? { limit: pick(random, [3, 100]) } : {}),
        };
        for (const { name, announced, scanned } of question === 0 ? pairs : [pick(random, pairs)]) {
          const [one, other] = await Promise.all([pages(announced, args), pages(scanned, args)]);
          expect(one, `practice ${round}, ${name}: ${JSON.stringify(args)}`).toEqual(other);
          for (const row of one.flatMap((page) => page.items as JsonObject[])) {
            items++;
            seen
              .add(row.kind)
              .add(row.status)
              .add((row.done_by as JsonObject | undefined)?.kind)
              .add(row.due_assumed);
          }
        }
      }
    }
    expect(items).toBeGreaterThan(200);
    const all = [
      'callback',
      'quote',
      'refund',
      'booking',
      'waiting_list',
      'open',
      'contacted',
      'done',
      'call',
      undefined,
      true,
    ];
    for (const value of all) expect(seen).toContain(value);
  }, 240_000);
});
