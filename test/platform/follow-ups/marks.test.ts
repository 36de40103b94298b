import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DemoBusiness } from '../../../src/platform/index.ts';
import { manualClock } from '../../support/clock.ts';
import { newDatabase } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { type SignedIn, signInAll } from '../support/dashboard.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { QUICK } from '../support/quick.ts';
import { startWorld, type World } from '../support/world.ts';

/**
 * A business with three calls of one person: in the first a quote and two callbacks are promised; the second promises nothing
 * and shows that the person was spoken to; the third promises a refund, and nothing came after it.
 */
function promisingBusiness(): DemoBusiness {
  const business = smallBusiness('p');
  const said = (...texts: string[]) => texts.map((text) => ({ speaker: 'receptionist', text, offset_seconds: 3 }));
  const [call] = business.calls;
  if (!call) throw new Error('the business has no call');
  return {
    ...business,
    calls: [
      {
        ...{ ...call, id: 'promising', started_at: '2026-02-25T10:00:00Z', ended_at: '2026-02-25T10:00:42Z' },
        transcript: said(
          "We'll send you a quote. We will call you back about the bill tomorrow.",
          'And Dr. Lee will call you on Friday about the X-ray.',
        ),
      },
      { ...call, id: 'later', started_at: '2026-02-26T10:00:00Z', ended_at: '2026-02-26T10:00:42Z' },
      {
        ...{ ...call, id: 'last', started_at: '2026-02-27T10:00:00Z', ended_at: '2026-02-27T10:00:42Z' },
        transcript: said('We will refund you the money.'),
      },
    ],
  };
}

let world: World;
let key: string;
let owner: SignedIn;
let member: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  world = await startWorld();
  await world.platform.addBusiness(promisingBusiness());
  key = await world.key(undefined, 'team_p');
  const users = await signInAll(world, ['owner.p', 'member.p', 'owner.a']);
  [owner, member, stranger] = [users['owner.p'], users['member.p'], users['owner.a']];
});
afterAll(() => world.close());

const pathOf = (call: string, team = 'team_p') => `/dashboard/teams/${team}/calls/${call}/promise-marks`;
const mark = (body: object, call = 'promising', user = owner) => user.send('POST', pathOf(call), body);

interface Listed {
  id: string;
  promises: { kind: string; number: number; status: string; marked_at: string | null; kept_by: unknown }[];
}

/** The promises that the API lists, in words. */
async function listed(query = ''): Promise<string[]> {
  const { status, body } = await world.send('GET', `/v1/follow-ups?${query}`, { key });
  expect(status).toBe(200);
  const { calls } = body.data as unknown as { calls: Listed[] };
  return calls.flatMap(({ id, promises }) =>
    promises.map(
      ({ kind, number, status: state, marked_at: at }) => `${id} ${kind} ${number} ${state}${at ? ' marked' : ''}`,
    ),
  );
}

/** What later records say. */
const UNMARKED = [
  'last refund 1 open',
  'promising callback 1 done',
  'promising callback 2 done',
  'promising quote 1 contacted',
];

beforeEach(async () => {
  for (const [call, kind, number] of [
    ['promising', 'callback', 1],
    ['promising', 'callback', 2],
    ['promising', 'quote', 1],
    ['last', 'refund', 1],
  ] as const)
    expect((await mark({ kind, number, status: null }, call)).status).toBe(200);
  expect(await listed()).toEqual(UNMARKED);
});

describe('marks of promises', () => {
  it('a promise that no record shows to be kept is marked as kept, until the mark is removed', async () => {
    const marked = await mark({ kind: 'refund', number: 1, status: 'done' }, 'last', member);
    const state = { kind: 'refund', number: 1, kept_by: null };
    const now = new Date(world.clock.now()).toISOString().replace('.000', '');
    expect(marked.body.data).toEqual({ ...state, status: 'done', marked_at: now });
    expect(await listed('status=done')).toEqual(['last refund 1 done marked', ...UNMARKED.slice(1, 3)]);
    expect(await listed('status=open')).toEqual([]);
    const removed = await mark({ kind: 'refund', number: 1, status: null }, 'last', member);
    expect(removed.body.data).toEqual({ ...state, status: 'open', marked_at: null });
    expect(await listed()).toEqual(UNMARKED);
  });

  it('one of two callbacks, each kept by a later call, is marked as open', async () => {
    const marked = await mark({ kind: 'callback', number: 2, status: 'open' });
    expect(marked.body.data).toMatchObject({ status: 'open', kept_by: null });
    expect(await listed('status=open')).toEqual(['last refund 1 open', 'promising callback 2 open marked']);
    expect(await listed('status=done')).toEqual(['promising callback 1 done']);
    expect(await listed('kind=callback&per_page=1')).toEqual([
      'promising callback 1 done',
      'promising callback 2 open marked',
    ]);
    const removed = await mark({ kind: 'callback', number: 2, status: null });
    expect(removed.body.data).toMatchObject({
      status: 'done',
      kept_by: { kind: 'call', id: 'last' },
      marked_at: null,
    });
  });

  it('the mark of the second callback is still on it after promises were computed again', async () => {
    const database = await newDatabase();
    const clock = manualClock(NOW);
    const before = await startPlatform({ database: database.database, business: promisingBusiness(), clock });
    const user = (await signInAll({ ...before, send: httpClient(before.url) }, ['owner.p']))['owner.p'];
    await mark({ kind: 'callback', number: 2, status: 'open' }, 'promising', user);
    const listedBy = async ({ url, key: newKey }: StartedPlatform) => {
      const { body } = await httpClient(url)('GET', '/v1/follow-ups?status=open', {
        key: await newKey(undefined, 'team_p'),
      });
      const { calls } = body.data as unknown as { calls: Listed[] };
      return calls.map(({ id, promises }) => [id, promises.map(({ kind, number }) => `${kind} ${number}`)]);
    };
    const open = [
      ['last', ['refund 1']],
      ['promising', ['callback 2']],
    ];
    expect(await listedBy(before)).toEqual(open);
    await before.close();
    await database.direct('delete from promises');
    await database.direct('update calls set derived_version = 0');
    const after = await startPlatform({ database: database.database, clock, deliveries: QUICK });
    await expect.poll(() => listedBy(after)).toEqual(open);
    await after.close();
    await database.remove();
  });

  it('a later mark replaces an earlier one, also that of another user', async () => {
    await mark({ kind: 'quote', number: 1, status: 'open' });
    await mark({ kind: 'quote', number: 1, status: 'done' }, 'promising', member);
    expect(await listed('kind=quote')).toEqual(['promising quote 1 done marked']);
    expect(await listed('kind=quote&status=contacted')).toEqual([]);
  });

  it('a promise that a call does not make is not marked, nor is one of another team', async () => {
    for (const [body, call] of [
      [{ kind: 'callback', number: 3, status: 'done' }, 'promising'],
      [{ kind: 'booking', number: 1, status: 'done' }, 'promising'],
      [{ kind: 'callback', number: 1, status: 'done' }, 'later'],
      [{ kind: 'callback', number: 1, status: 'done' }, 'none'],
      [{ kind: 'callback', number: 1, status: 'done' }, 'call_1_a'],
    ] as const) {
      const refused = await mark(body, call);
      expect(refused, JSON.stringify([body, call])).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
    const body = { kind: 'refund', number: 1, status: 'done' };
    expect((await stranger.send('POST', pathOf('last'), body)).status).toBe(403);
    expect((await stranger.send('POST', pathOf('last', 'team_a'), body)).status).toBe(404);
    expect(await listed()).toEqual(UNMARKED);
  });

  it.each([
    { kind: 'refund', number: 1 },
    { kind: 'refund', number: 1, status: 'contacted' },
    { kind: 'refund', number: 0, status: 'done' },
    { kind: 'present', number: 1, status: 'done' },
    { kind: 'refund', number: 1, status: 'done', note: 'paid' },
  ])('the body %j is refused, and marks nothing', async (body) => {
    expect((await mark(body, 'last')).status).toBe(400);
    expect(await listed()).toEqual(UNMARKED);
  });
});
