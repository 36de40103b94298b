import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES, ApiKey, FORBIDDEN, recordSchema, UNAUTHORIZED } from '../../src/contract/index.ts';
import { checked } from '../support/openapi.ts';
import { setCheapPassword } from './support/cheap-password.ts';
import { smallBusiness } from './support/fixture.ts';
import { removeLastOwner } from './support/remove-last-owner.ts';
import { startWorld, type World } from './support/world.ts';

const PASSWORD = 'correct horse battery';
let world: World;
const cookies: Record<string, string> = {};

const login = (email: string, password: string, headers = {}) =>
  world.send('POST', '/dashboard/login', { body: { email, password }, headers });
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';

beforeAll(async () => {
  world = await startWorld();
  for (const name of ['owner.a', 'admin.a', 'member.a', 'owner.b']) {
    const team = name.endsWith('b') ? 'team_b' : 'team_a';
    expect((await world.platform.users.list({ teamId: team })).some((user) => user.email.startsWith(name))).toBe(true);
    if (name === 'owner.a') await world.platform.users.setPassword(`${name}@example.com`, PASSWORD);
    else await setCheapPassword(world.database, PASSWORD, [`usr_${name.replace('.', '_')}`]);
    cookies[name] = cookieOf((await login(`${name}@example.com`, PASSWORD)).headers);
  }
});
afterAll(() => world.close());

describe('dashboard sign-in', () => {
  it('sets an HttpOnly, SameSite cookie', async () => {
    const answer = await login(' Owner.A@example.com', PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      user: { id: 'usr_owner_a', email: 'owner.a@example.com', name: 'Olga' },
      teams: [{ id: 'team_a', name: 'Salon a', time_zone: expect.any(String), role: 'owner' }],
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^rcpt_session=[0-9a-z]{40}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
  });

  it('marks the cookie Secure except over plain HTTP on loopback', async () => {
    const body = JSON.stringify({ email: 'owner.a@example.com', password: PASSWORD });
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request('https://desk.example.com/api/dashboard/login', { method: 'POST', headers, body });
    expect((await checked(world.platform.fetch)(request)).headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  it('returns the same response for a wrong password, an unknown address and a user without a password', async () => {
    const wrong = await login('owner.a@example.com', 'wrong');
    expect(wrong).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    for (const email of ['nouser@example.com', 'admin.b@example.com']) {
      const answer = await login(email, PASSWORD);
      expect(answer).toMatchObject({ status: 401, body: wrong.body });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it('throttles password guessing for known and unknown addresses alike', async () => {
    for (const email of ['member.b@example.com', 'unknown@example.com']) {
      const answers = [];
      for (let attempt = 0; attempt < 6; attempt++) answers.push((await login(email, 'guess')).status);
      expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
      const refused = await login(email.toUpperCase(), PASSWORD);
      expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_attempts' } });
      expect(Number(refused.headers.get('retry-after'))).toBe(15 * 60);
    }
    world.clock.advance(15 * 60 * 1000);
    expect((await login('unknown@example.com', 'guess')).status).toBe(401);
  });

  it("lets a user in from another address than the one that guessed the user's password wrongly", async () => {
    const from = async (client: string, password: string) =>
      (await login('admin.a@example.com', password, { 'x-forwarded-for': client })).status;
    const guesses = [];
    for (let attempt = 0; attempt < 6; attempt++) guesses.push(await from('203.0.113.9', 'guess'));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await from('198.51.100.4', PASSWORD)).toBe(200);
    expect(await from('203.0.113.9', PASSWORD)).toBe(429);
    // A client owns its whole IPv6 network.
    for (let host = 1; host <= 5; host++) expect(await from(`2001:db8:0:7::${host}`, 'guess')).toBe(401);
    expect(await from('2001:db8:0:7:1:2:3:4', PASSWORD)).toBe(429);
    expect(await from('2001:db8:0:8::1', PASSWORD)).toBe(200);
  });

  it('throttles guessing of many accounts from one address', async () => {
    world.clock.advance(15 * 60 * 1000);
    const users = Array.from({ length: 51 }, (_, index) => ({
      id: `usr_${index}`,
      email: `u${index}@example.com`,
      name: 'Uma',
      role: 'member' as const,
    }));
    await world.platform.addBusiness({ ...smallBusiness('c'), users });
    await setCheapPassword(
      world.database,
      PASSWORD,
      users.map(({ id }) => id),
    );
    // Correct passwords are no guesses, however many people share the address.
    for (let count = 0; count < 51; count++) expect((await login('u0@example.com', PASSWORD)).status).toBe(200);
    const answers = [];
    for (const { email } of users) answers.push((await login(email, 'guess')).status);
    expect(answers.slice(0, 50)).toEqual(Array(50).fill(401));
    expect(answers[50]).toBe(429);
    world.clock.advance(15 * 60 * 1000);
  });

  it('bounds concurrent password hashing and its queue under a login flood', async () => {
    const guess = (index: number) => login(`f${index}@example.com`, 'guess');
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    // Sign-in works again afterwards.
    expect((await guess(999)).status).toBe(401);
  });

  it('refuses requests of other origins, form posts and incomplete bodies', async () => {
    const origin = { Origin: 'https://evil.example' };
    expect(await login('owner.a@example.com', PASSWORD, origin)).toMatchObject({ status: 403, body: FORBIDDEN });
    expect((await login('owner.a@example.com', PASSWORD, { Origin: 'null' })).status).toBe(403);
    expect((await login('owner.a@example.com', PASSWORD, { Origin: world.url })).status).toBe(200);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await login('owner.a@example.com', PASSWORD, form)).status).toBe(400);
    expect((await world.send('POST', '/dashboard/login', { body: { email: 'x' } })).status).toBe(400);
  });
});

/** Validates the record against the contract. The cast restores the type, which the strict schema loses. */
const parseKey = (data: unknown) => recordSchema(ApiKey).parse(data) as ApiKey;

const create = (cookie: string, body: unknown, team = 'team_a', headers = {}) =>
  world.send('POST', `/teams/${team}/api-keys`, { body, headers: { Cookie: cookie, ...headers } });

describe('creating a key in the dashboard', () => {
  it.each(['owner.a', 'admin.a'])('returns a working key to %s', async (name) => {
    const body = { name: 'Website', scopes: ['read:services', 'read:calls'], expires_in_days: 30 };
    const { status, body: answer } = await create(cookies[name] ?? '', body);
    expect(status).toBe(200);
    const key = parseKey(answer.data);
    expect(key).toMatchObject({ name: 'Website', scopes: body.scopes, key: expect.stringMatching(/^sk_live_/) });
    expect(Date.parse(key.expires_at) - world.clock.now()).toBe(30 * 24 * 60 * 60 * 1000);
    expect((await world.send('GET', '/v1/services', { key: key.key })).status).toBe(200);
    expect((await world.send('GET', '/v1/bookings', { key: key.key })).status).toBe(403);
    expect(await world.platform.keys.list()).toContainEqual(expect.objectContaining({ id: key.id, name: 'Website' }));
  });

  it('accepts every scope, deduplicates scopes, and expires in 365 days by default', async () => {
    const { body } = await create(cookies['owner.a'] ?? '', { name: 'all', scopes: [...ALL_SCOPES, 'read:calls'] });
    const key = parseKey(body.data);
    expect(key.scopes).toEqual(ALL_SCOPES);
    expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBe(365 * 24 * 60 * 60 * 1000);
  });

  it('returns 401 without a session: no cookie, a wrong cookie or an API key', async () => {
    const body = { name: 'x', scopes: ['read:calls'] };
    for (const cookie of ['', 'rcpt_session=', `rcpt_session=${'0'.repeat(40)}`, 'other=1']) {
      expect(await create(cookie, body)).toMatchObject({ status: 401, body: UNAUTHORIZED });
    }
    const answer = await world.send('POST', '/teams/team_a/api-keys', { body, key: world.keyA });
    expect(answer).toMatchObject({ status: 401, body: UNAUTHORIZED });
  });

  it('returns the same 403 for a missing role, another team and an unknown team', async () => {
    const body = { name: 'x', scopes: ['read:calls'] };
    const before = (await world.platform.keys.list()).length;
    const refused = [
      await create(cookies['member.a'] ?? '', body),
      await create(cookies['owner.b'] ?? '', body),
      await create(cookies['owner.a'] ?? '', body, 'team_b'),
      await create(cookies['owner.a'] ?? '', body, 'team_none'),
      await create(cookies['owner.a'] ?? '', body, 'team_a', { Origin: 'https://evil.example' }),
    ];
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: FORBIDDEN });
    expect((await world.platform.keys.list()).length).toBe(before);
  });

  it.each([
    [{ scopes: ['read:calls'] }, 'name: is required'],
    [{ name: '  ', scopes: ['read:calls'] }, 'name: must have at least 1 character'],
    [{ name: 'x' }, 'scopes: is required'],
    [{ name: 'x', scopes: [] }, 'scopes: must have at least 1 item'],
    [{ name: 'x', scopes: ['read:all'] }, /^scopes\[0\]: must be one of read:bookings, /],
    [{ name: 'x', scopes: ['read:calls'], expires_in_days: 0 }, 'expires_in_days: must be at least 1'],
    [{ name: 'x', scopes: ['read:calls'], expires_in_days: 1.5 }, 'expires_in_days: must be a whole number'],
    [{ name: 'x', scopes: ['read:calls'], expires_in_days: 99_999 }, 'expires_in_days: must be at most 3650'],
    [{ name: 'x', scopes: ['read:calls'], admin: true }, 'admin: is not a field of this request'],
    ['{', 'The body is not JSON'],
  ])('refuses %j', async (body, message) => {
    const before = (await world.platform.keys.list()).length;
    expect(await create(cookies['owner.a'] ?? '', body)).toMatchObject({ status: 400, body: { message } });
    expect((await world.platform.keys.list()).length).toBe(before);
  });
});

describe('a dashboard session', () => {
  const body = { name: 'x', scopes: ['read:calls'] };
  const signIn = async (email: string, password = PASSWORD) => cookieOf((await login(email, password)).headers);

  it('signing out ends the session', async () => {
    const cookie = await signIn('admin.a@example.com');
    expect((await create(cookie, body)).status).toBe(200);
    const out = await world.send('POST', '/dashboard/logout', { headers: { Cookie: cookie } });
    expect(out.status).toBe(200);
    expect(out.headers.get('set-cookie')).toContain('rcpt_session=; Path=/; Max-Age=0');
    expect((await create(cookie, body)).status).toBe(401);
    expect((await world.send('POST', '/dashboard/logout')).status).toBe(200);
  });

  it('ends when a new password is set, which must be long enough', async () => {
    const { users } = world.platform;
    const cookie = await signIn('admin.a@example.com');
    await expect(users.setPassword('admin.a@example.com', 'short')).rejects.toThrow('12 to 200 characters');
    await expect(users.setPassword('nouser@example.com', PASSWORD)).rejects.toThrow('no user');
    await users.setPassword('admin.a@example.com', 'a newer password');
    expect((await create(cookie, body)).status).toBe(401);
    expect((await login('admin.a@example.com', PASSWORD)).status).toBe(401);
    expect((await create(await signIn('admin.a@example.com', 'a newer password'), body)).status).toBe(200);
  });

  it('a session ends after twelve hours', async () => {
    const cookie = await signIn('owner.a@example.com');
    world.clock.advance(12 * 60 * 60 * 1000 - 1);
    expect((await create(cookie, body)).status).toBe(200);
    world.clock.advance(1);
    expect((await create(cookie, body)).status).toBe(401);
  });

  it('ends when its user has 20 newer ones', async () => {
    await setCheapPassword(world.database, PASSWORD, ['usr_owner_a']);
    const oldest = await signIn('owner.a@example.com');
    let newest = oldest;
    for (let session = 0; session < 20; session++) {
      expect((await create(oldest, body)).status).toBe(200);
      world.clock.advance(1_000);
      newest = await signIn('owner.a@example.com');
    }
    expect((await create(oldest, body)).status).toBe(401);
    expect((await create(newest, body)).status).toBe(200);
  });

  it('grants no access to endpoints that require an API key', async () => {
    const cookie = await signIn('owner.a@example.com');
    expect((await world.send('GET', '/v1/bookings', { headers: { Cookie: cookie } })).status).toBe(401);
  });

  it('loses access to a team when its user is removed from it', async () => {
    const cookie = await signIn('owner.b@example.com');
    expect((await create(cookie, body, 'team_b')).status).toBe(200);
    await removeLastOwner(world.database, 'team_b', 'usr_owner_b');
    expect((await create(cookie, body, 'team_b')).status).toBe(403);
  });
});
