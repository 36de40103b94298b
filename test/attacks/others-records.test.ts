import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint } from '../../src/contract/index.ts';
import { processClient, type Send } from '../platform/support/client.ts';
import { type Prepared, requestFor } from '../platform/support/requests.ts';
import { watchStatements } from '../platform/support/statements.ts';
import { startWorld, type World } from '../platform/support/world.ts';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { type Guarded, post, startGuarded } from '../support/guarded.ts';

/**
 * The attacker has a key of one team and probes for records of another. Another team's record and an unknown id must get
 * the same response after the same work. Work is compared by SQL statements: a timing test would be flaky and show no more.
 */
let world: World;
/** Handles requests in this process, where the statements of a request are known from others. */
let send: Send;
let server: Guarded;
beforeAll(async () => {
  world = await startWorld();
  send = processClient(world.platform.fetch);
  server = await startGuarded('platform-key', [], { RCPT_BASE_URL: world.url });
});
afterAll(async () => {
  await Promise.all([server?.close(), world?.close()]);
});

const UNKNOWN = { booking: 'bk_0000000000000000', contact: 'ct_0000000000000000', call: 'call_0', webhook: 'wh_0' };

/** The statements of the request that is being handled. Work in the background of this process has none. */
const recorded = new AsyncLocalStorage<string[]>();

/** Runs a request in this process and records the SQL statements that the platform executes for it. */
async function recordStatements<T>(send: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const stop = watchStatements(({ sql }) => recorded.getStore()?.push(sql));
  try {
    return { result: await recorded.run(statements, send), statements };
  } finally {
    stop();
  }
}

async function answerTo({ method, path, options }: Prepared, key = world.keyA) {
  const { result, statements } = await recordStatements(() => send(method, path, { ...options, key }));
  const headers = Object.fromEntries([...result.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)));
  return { status: result.status, body: result.body, headers, statements };
}

const recordEndpoints = ENDPOINT_NAMES.filter((name) => {
  const { auth, path }: Endpoint = ENDPOINTS[name];
  return auth === 'key' && path.includes('{');
});

it.each(recordEndpoints)('%s answers the same 404 for another team’s record and an unknown id', async (name) => {
  // The last use of a key is stored once a minute: the first request takes that extra statement.
  await answerTo(requestFor('listServices', world.idsA));
  const foreign = await answerTo(requestFor(name, world.idsB));
  const unknown = await answerTo(requestFor(name, { ...world.idsB, ...UNKNOWN }));
  expect(foreign.status).toBe(404);
  expect(foreign.statements.length).toBeGreaterThan(0);
  expect(foreign).toEqual(unknown);
});

it('requests with foreign ids change nothing of the other team', async () => {
  for (const name of ['getBooking', 'getContact', 'getCall', 'getWebhook'] as const) {
    expect((await answerTo(requestFor(name, world.idsB), world.keyB)).status).toBe(200);
  }
  const { body } = await answerTo(requestFor('getBooking', world.idsB), world.keyB);
  expect(body.data.status).toBe('confirmed');
});

describe('a write request that references a record of another team', () => {
  const booking = (more: object): Prepared => {
    const { method, path, options } = requestFor('createBooking', world.idsA);
    return { method, path, options: { body: { ...(options.body as object), ...more } } };
  };

  it.each<[string, () => object, () => object]>([
    ['a service', () => ({ service_id: world.idsB.service }), () => ({ service_id: 'sv_0' })],
    ['a contact', () => ({ contact_id: world.idsB.contact }), () => ({ contact_id: UNKNOWN.contact })],
    ['staff', () => ({ staff_id: 'st_1_b' }), () => ({ staff_id: 'st_0' })],
    ['a team', () => ({ team_id: world.idsB.teamId }), () => ({ team_id: 'team_0' })],
  ])('%s of another team is rejected like an unknown one', async (_name, foreign, unknown) => {
    const [one, two] = [await answerTo(booking(foreign())), await answerTo(booking(unknown()))];
    expect(one.status).toBe(400);
    expect(one).toEqual(two);
  });

  it('an update moves no record to the other team', async () => {
    for (const more of [
      { team_id: world.idsB.teamId },
      { id: world.idsB.booking },
      { contact_id: world.idsB.contact },
    ]) {
      const { method, path } = requestFor('updateBooking', world.idsA);
      await answerTo({ method, path, options: { body: more } });
    }
    const [{ body: own }, { body: foreign }] = [
      await answerTo(requestFor('getBooking', world.idsA)),
      await answerTo(requestFor('getBooking', world.idsB), world.keyB),
    ];
    expect(own.data).toMatchObject({ id: world.idsA.booking, contact_id: world.idsA.contact });
    expect(foreign.data).toMatchObject({ id: world.idsB.booking, contact_id: world.idsB.contact });
  });
});

describe('an unauthorized response does not reveal what exists', () => {
  const key = (value: string) => answerTo(requestFor('listBookings', world.idsA), value);

  it('unknown, revoked and expired keys get the same response', async () => {
    const unknown = `sk_live_${'0'.repeat(40)}`;
    const [revoked, expired] = [await world.key(), await world.key()];
    const [listed] = (await world.platform.keys.list()).filter(({ prefix }) => revoked.startsWith(prefix));
    await world.platform.keys.revoke(listed?.id ?? '');
    const answers = [await key(unknown), await key(revoked)];
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]).toEqual(answers[1]);
    world.clock.advance(366 * 24 * 60 * 60_000);
    try {
      expect(await key(expired)).toEqual(answers[0]);
    } finally {
      world.clock.advance(-366 * 24 * 60 * 60_000);
    }
  });

  it('a malformed key causes no database query', async () => {
    for (const value of ['x', 'sk_live_', 'sk_test_x', `sk_live_${'x'.repeat(300)}`, 'null', 'undefined']) {
      const answer = await key(value);
      expect([answer.status, value.length > 200 || !value.startsWith('sk_live_') ? answer.statements : []]).toEqual([
        401,
        [],
      ]);
    }
  });

  it('an unknown address and a wrong password get the same login response', async () => {
    const password = 'correct horse battery staple';
    await world.platform.users.setPassword('owner.b@example.com', password);
    const attempt = (email: string) =>
      answerTo({ method: 'POST', path: '/dashboard/login', options: { body: { email, password: `${password}!` } } });
    const [known, unknown, without] = [
      await attempt('owner.b@example.com'),
      await attempt('unknown@example.com'),
      await attempt('owner.a@example.com'),
    ];
    expect(known.status).toBe(401);
    expect(unknown).toEqual(known);
    expect(without).toEqual(known);
  });

  it('a signed-in user gets the same response for another team and an unknown one', async () => {
    const password = 'correct horse battery staple';
    await world.platform.users.setPassword('owner.b@example.com', password);
    const { headers } = await world.send('POST', '/dashboard/login', {
      body: { email: 'owner.b@example.com', password },
    });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const create = async (teamId: string) => {
      const { method, path, options } = requestFor('createApiKey', { ...world.idsA, teamId });
      return recordStatements(() => send(method, path, { ...options, headers: { cookie } }));
    };
    const [foreign, unknown] = [await create('team_a'), await create('team_0')];
    expect(foreign.result.status).toBe(403);
    expect([foreign.result.body, foreign.statements]).toEqual([unknown.result.body, unknown.statements]);
  });
});

describe('the MCP server', () => {
  const IDS: Record<string, keyof typeof UNKNOWN> = {
    get_booking: 'booking',
    update_booking: 'booking',
    cancel_booking: 'booking',
    get_contact: 'contact',
    update_contact: 'contact',
    get_call: 'call',
    get_call_transcript: 'call',
    get_webhook: 'webhook',
    manage_webhooks: 'webhook',
  };

  it.each(Object.keys(IDS))('%s returns the same error for another team’s record and an unknown id', async (name) => {
    const kind = IDS[name] as keyof typeof UNKNOWN;
    const callWithId = async (id: string) => {
      const args = { ...VALID_ARGUMENTS[name], [`${kind}_id`]: id };
      const answer = await post(server.url, { 'x-api-key': world.keyA }, 'tools/call', { name, arguments: args });
      return (await answer.text()).replaceAll(id, 'ID');
    };
    const foreign = await callWithId(world.idsB[kind]);
    expect(foreign).toContain('not_found');
    expect(foreign).toBe(await callWithId(UNKNOWN[kind]));
  });
});
