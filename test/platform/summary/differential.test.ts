import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/contract/index.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { GROUPINGS } from '../../../src/tools/activity/choices.ts';
import { randomExamples } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import type { Upstream } from '../../support/upstream.ts';
import { startWithout } from '../../support/without-extensions.ts';
import { zoneChanges } from '../../support/zones.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { httpClient } from '../support/client.ts';
import { randomTeam, ZONE } from './random-team.ts';

/** Every question twice: to the extension, and to the same tool when it has to read all records. */

const NEAR = [
  ...zoneChanges(ZONE, Date.parse('2023-01-01T00:00:00Z'), Date.parse('2025-01-01T00:00:00Z')).map(({ at }) => at),
  ...zoneChanges('Australia/Lord_Howe', Date.parse('2024-01-01T00:00:00Z'), Date.parse('2024-07-01T00:00:00Z')).map(
    ({ at }) => at,
  ),
  Date.parse('2024-12-31T20:00:00Z'),
];
const KINDS = ['bookings', 'calls'] as const;
const CASES = randomExamples(50);

let platform: StartedPlatform;
/** The platform, and the same one without the extension. */
let asked: Upstream;
let scanned: Upstream;
let opened: HttpSession[] = [];

beforeAll(async () => {
  platform = await startPlatform({ business: randomTeam(18, NEAR) });
  const kept = [0, 1, 2, 3].map((index) => ({ id: `sv_${index}` }));
  const { status, body } = await httpClient(platform.url)('POST', '/v1/business/apply', {
    key: await platform.key(),
    body: { business: { services: kept }, prune: ['services'] },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  asked = await startWithout(platform.url);
  scanned = await startWithout(platform.url, 'activity_summary');
});
afterEach(async () => {
  await Promise.all(opened.map((session) => session.close()));
  opened = [];
});
afterAll(async () => {
  await asked?.close();
  await scanned?.close();
  await platform?.close();
});

interface Pair {
  /** Asks both, and expects equal answers. */
  compare(input: JsonObject): Promise<{ isError: boolean; data: JsonObject }>;
}

async function openPair(env: Record<string, string>, scopes?: readonly Scope[]): Promise<Pair> {
  const key = await platform.key(scopes);
  const open = (url: string) =>
    startHttp({ RCPT_BASE_URL: url, RCPT_API_KEY: key, RCPT_DEFAULT_COUNTRY: 'AT', ...env });
  const sessions = await Promise.all([open(asked.url), open(scanned.url)]);
  opened.push(...sessions);
  return {
    async compare(input) {
      const before = [asked, scanned].map(({ received }) => received.length);
      const answers = await Promise.all(
        sessions.map((session) => session.client.call('summarize_activity', { ...input })),
      );
      const [own, reference] = answers.map((answer) => ({
        ...answer,
        // The marks around what others wrote are random.
        text: answer?.text.replace(/<(\/?)[a-z0-9]{5}>/g, '<$1mark>'),
        meta: undefined,
      }));
      expect(own, JSON.stringify(input)).toEqual(reference);
      const [sent = [], sentByScan = []] = [asked, scanned].map(({ received }, index) =>
        received.slice(before[index]).map(({ path }) => path),
      );
      expect(sentByScan.filter((path) => path.includes('/v1/summary'))).toEqual([]);
      // Where scopes are missing, or a text is searched, both read the list.
      if (!scopes && !input.query)
        expect(
          sent.filter((path) => /\/v1\/(bookings|calls)\?/.test(path)),
          JSON.stringify(input),
        ).toEqual([]);
      return { isError: own?.isError ?? true, data: (own?.data ?? {}) as JsonObject };
    },
  };
}

const maybe = <T>(random: () => number, share: number, values: readonly T[]): T | undefined =>
  random() < share ? pick(random, values) : undefined;

function randomInput(random: () => number): JsonObject {
  const kind = pick(random, KINDS);
  const isOpen = random() < 0.15;
  const start = pick(random, NEAR) + Math.floor((random() - 0.6) * 8 * 86_400) * 1_000;
  const days = pick(random, [1, 9, 9, 400]);
  const end = start + Math.floor(random() * days * 86_400 + 1) * 1_000;
  const groupings = [...new Set([pick(random, GROUPINGS[kind]), pick(random, GROUPINGS[kind])])];
  const own =
    kind === 'bookings'
      ? {
          service_id: maybe(random, 0.15, ['sv_0', 'Service 1', 'sv_4', 'sv_9', 'Service']),
          staff_id: maybe(random, 0.15, ['st_1', 'Person 2', 'st_77']),
          status: maybe(random, 0.25, ['confirmed', 'Cancelled', 'active', 'ACTIVE', 'canceled', 'rejected']),
        }
      : {
          status: maybe(random, 0.2, ['completed', 'Missed', 'callback promised', 'booked', 'busy']),
          outcome: maybe(random, 0.2, ['booked', 'Callback_Promised', 'nonsense']),
          direction: maybe(random, 0.15, ['inbound', 'OUTBOUND', 'sideways']),
          language: maybe(random, 0.25, ['es', 'ES-mx', 'und', 'en', 'fr']),
        };
  const input = {
    kind,
    ...(isOpen ? pick(random, [{}, { from: new Date(start).toISOString() }, { to: new Date(end).toISOString() }]) : {}),
    ...(isOpen ? {} : { from: new Date(start).toISOString(), to: new Date(end).toISOString() }),
    group_by: groupings.slice(0, Math.floor(random() * 3)),
    limit: maybe(random, 0.7, [1, 3, 20, 200]),
    order: maybe(random, 0.4, ['count', kind === 'bookings' ? 'value' : 'seconds']),
    contact_id: maybe(random, 0.12, ['ct_0', 'ct_1', 'ct_2', 'ct_99']),
    query: maybe(random, 0.03, ['window', 'Ana']),
    ...own,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

describe('summarize_activity with the extension activity_summary', () => {
  it.each([
    { RCPT_TIME_ZONE: 'Australia/Lord_Howe' },
    { RCPT_TIME_ZONE: 'Asia/Kathmandu', RCPT_MAX_TOKENS: '1000' },
    // Without the option, the zone of the business counts.
    {},
  ])(
    'gives the answers of a scan to random questions with %o',
    async (env) => {
      const pair = await openPair(env as Record<string, string>);
      const random = randomOf(JSON.stringify(env).length);
      let counted = 0;
      for (let number = 0; number < CASES; number++) {
        const { isError, data } = await pair.compare(randomInput(random));
        if (!isError && data.complete) counted++;
      }
      // Most of the random questions can be answered.
      expect(counted).toBeGreaterThan(CASES / 2);
    },
    120_000,
  );

  it('gives the answers of a scan for all groupings and pairs of them', async () => {
    const pair = await openPair({ RCPT_TIME_ZONE: ZONE, RCPT_MAX_TOKENS: '50000' });
    for (const kind of KINDS) {
      for (const [index, first] of GROUPINGS[kind].entries()) {
        for (const second of GROUPINGS[kind].slice(index)) {
          const group_by = [...new Set(index % 2 === 0 ? [first, second] : [second, first])];
          await pair.compare({ kind, from: '2022-01-01', to: '2026-10-31', group_by, limit: 200 });
        }
      }
    }
  }, 120_000);

  it.each([[['read:calls', 'read:services']], [['read:bookings', 'read:calls']]] as Scope[][][])(
    'gives the answers of a scan with a key that has only the scopes %j',
    async (scopes) => {
      const pair = await openPair({ RCPT_TIME_ZONE: ZONE }, scopes);
      const random = randomOf(scopes.length);
      for (let number = 0; number < randomExamples(25); number++) await pair.compare(randomInput(random));
    },
    120_000,
  );
});
