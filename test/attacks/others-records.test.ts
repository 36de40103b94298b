import { DefaultQueryCompiler } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint } from '../../src/contract/index.ts';
import { type Prepared, requestFor } from '../platform/support/requests.ts';
import { startWorld, type World } from '../platform/support/world.ts';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { type Guarded, post, startGuarded } from '../support/guarded.ts';

/**
 * Somebody with a key of one team who wants to know what another has. What is another's and what is nobody's must be
 * answered alike, after the same work: as many statements, because a test of time would show no more and fail by chance.
 */
let world: World;
let server: Guarded;
beforeAll(async () => {
  world = await startWorld();
  server = await startGuarded('platform-key', [], { RCPT_BASE_URL: world.url });
});
afterAll(async () => {
  await Promise.all([server?.close(), world?.close()]);
});

const UNKNOWN = { booking: 'bk_0000000000000000', contact: 'ct_0000000000000000', call: 'call_0', webhook: 'wh_0' };

/** The texts of the statements that the platform makes while something is asked. */
async function statementsOf<T>(ask: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const { prototype } = DefaultQueryCompiler;
  const { compileQuery } = prototype;
  prototype.compileQuery = function (...args) {
    const compiled = compileQuery.apply(this, args);
    statements.push(compiled.sql);
    return compiled;
  };
  try {
    return { result: await ask(), statements };
  } finally {
    prototype.compileQuery = compileQuery;
  }
}

async function answerTo({ method, path, options }: Prepared, key = world.keyA) {
  const { result, statements } = await statementsOf(() => world.send(method, path, { ...options, key }));
  const headers = Object.fromEntries([...result.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)));
  return { status: result.status, body: result.body, headers, statements };
}

const about = ENDPOINT_NAMES.filter((name) => {
  const { auth, path }: Endpoint = ENDPOINTS[name];
  return auth === 'key' && path.includes('{');
});

it.each(about)('%s answers for another’s record as for nobody’s', async (name) => {
  // The last use of a key is written down once a minute.
  await answerTo(requestFor('listServices', world.idsA));
  const others = await answerTo(requestFor(name, world.idsB));
  const nobodys = await answerTo(requestFor(name, { ...world.idsB, ...UNKNOWN }));
  expect(others.status).toBe(404);
  expect(others.statements.length).toBeGreaterThan(0);
  expect(others).toEqual(nobodys);
});

it('and nothing of the other team has changed by that', async () => {
  for (const name of ['getBooking', 'getContact', 'getCall', 'getWebhook'] as const) {
    expect((await answerTo(requestFor(name, world.idsB), world.keyB)).status).toBe(200);
  }
  const { body } = await answerTo(requestFor('getBooking', world.idsB), world.keyB);
  expect(body.data.status).toBe('confirmed');
});

describe('named in what is written', () => {
  const booking = (more: object): Prepared => {
    const { method, path, options } = requestFor('createBooking', world.idsA);
    return { method, path, options: { body: { ...(options.body as object), ...more } } };
  };

  it.each<[string, () => object, () => object]>([
    ['a service', () => ({ service_id: world.idsB.service }), () => ({ service_id: 'sv_0' })],
    ['a contact', () => ({ contact_id: world.idsB.contact }), () => ({ contact_id: UNKNOWN.contact })],
    ['staff', () => ({ staff_id: 'st_1_b' }), () => ({ staff_id: 'st_0' })],
    ['a team', () => ({ team_id: world.idsB.teamId }), () => ({ team_id: 'team_0' })],
  ])('%s of another is as unknown as one of nobody', async (_what, others, nobodys) => {
    const [one, two] = [await answerTo(booking(others())), await answerTo(booking(nobodys()))];
    expect(one.status).toBe(400);
    expect(one).toEqual(two);
  });

  it('an update moves no record to them either', async () => {
    for (const more of [
      { team_id: world.idsB.teamId },
      { id: world.idsB.booking },
      { contact_id: world.idsB.contact },
    ]) {
      const { method, path } = requestFor('updateBooking', world.idsA);
      await answerTo({ method, path, options: { body: more } });
    }
    const [{ body: mine }, { body: theirs }] = [
      await answerTo(requestFor('getBooking', world.idsA)),
      await answerTo(requestFor('getBooking', world.idsB), world.keyB),
    ];
    expect(mine.data).toMatchObject({ id: world.idsA.booking, contact_id: world.idsA.contact });
    expect(theirs.data).toMatchObject({ id: world.idsB.booking, contact_id: world.idsB.contact });
  });
});

describe('who is there is not told', () => {
  const key = (value: string) => answerTo(requestFor('listBookings', world.idsA), value);

  it('by keys: unknown, revoked and expired ones are one', async () => {
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

  it('by what is no key: it is not looked up at all', async () => {
    for (const value of ['x', 'sk_live_', 'sk_test_x', `sk_live_${'x'.repeat(300)}`, 'null', 'undefined']) {
      const answer = await key(value);
      expect([answer.status, value.length > 200 || !value.startsWith('sk_live_') ? answer.statements : []]).toEqual([
        401,
        [],
      ]);
    }
  });

  it('by signing in: an unknown address and a wrong password are one', async () => {
    const password = 'correct horse battery staple';
    await world.platform.users.setPassword('owner.b@example.com', password);
    const attempt = (email: string) =>
      answerTo({ method: 'POST', path: '/dashboard/login', options: { body: { email, password: `${password}!` } } });
    const [known, unknown, without] = [
      await attempt('owner.b@example.com'),
      await attempt('nobody@example.com'),
      await attempt('owner.a@example.com'),
    ];
    expect(known.status).toBe(401);
    expect(unknown).toEqual(known);
    expect(without).toEqual(known);
  });

  it('by teams: another’s and nobody’s are one to who is signed in', async () => {
    const password = 'correct horse battery staple';
    await world.platform.users.setPassword('owner.b@example.com', password);
    const { headers } = await world.send('POST', '/dashboard/login', {
      body: { email: 'owner.b@example.com', password },
    });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const create = async (teamId: string) => {
      const { method, path, options } = requestFor('createApiKey', { ...world.idsA, teamId });
      return statementsOf(() => world.send(method, path, { ...options, headers: { cookie } }));
    };
    const [others, nobodys] = [await create('team_a'), await create('team_0')];
    expect(others.result.status).toBe(403);
    expect([others.result.body, others.statements]).toEqual([nobodys.result.body, nobodys.statements]);
  });
});

describe('through the MCP server', () => {
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

  it.each(Object.keys(IDS))('%s says of another’s record what it says of nobody’s', async (name) => {
    const kind = IDS[name] as keyof typeof UNKNOWN;
    const ask = async (id: string) => {
      const args = { ...VALID_ARGUMENTS[name], [`${kind}_id`]: id };
      const answer = await post(server.url, { 'x-api-key': world.keyA }, 'tools/call', { name, arguments: args });
      return (await answer.text()).replaceAll(id, 'ID');
    };
    const others = await ask(world.idsB[kind]);
    expect(others).toContain('not_found');
    expect(others).toBe(await ask(UNKNOWN[kind]));
  });
});
