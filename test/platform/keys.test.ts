import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNAUTHORIZED } from '../../src/contract/index.ts';
import { sha256 } from '../../src/platform/auth/hash.ts';
import { dumpDatabase } from '../support/engines.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const DAY = 24 * 60 * 60 * 1000;
const list = (headers: Record<string, string>) => world.send('GET', '/v1/services', { headers });

describe('authentication by API key', () => {
  it('accepts the key in either header, and in both if they are equal', async () => {
    const bearer = `Bearer ${world.keyA}`;
    expect((await list({ Authorization: bearer })).status).toBe(200);
    expect((await list({ Authorization: `bearer  ${world.keyA}` })).status).toBe(200);
    expect((await list({ 'X-API-Key': world.keyA })).status).toBe(200);
    expect((await list({ Authorization: bearer, 'X-API-Key': world.keyA })).status).toBe(200);
  });

  const bad: [string, () => Record<string, string>][] = [
    ['no key', () => ({})],
    ['an unknown key', () => ({ 'X-API-Key': `sk_live_${'a'.repeat(40)}` })],
    ['a key of another format', () => ({ 'X-API-Key': world.keyA.replace('sk_live_', 'sk_test_') })],
    ['a key without its prefix', () => ({ Authorization: `Bearer ${world.keyA.slice(8)}` })],
    ['a key with an extra character', () => ({ Authorization: `Bearer ${world.keyA}0` })],
    ['a key in capitals', () => ({ Authorization: `Bearer ${world.keyA.toUpperCase()}` })],
    ['a key that is too long', () => ({ 'X-API-Key': `sk_live_${'a'.repeat(5000)}` })],
    ['an empty key', () => ({ 'X-API-Key': '' })],
    ['Bearer without a key', () => ({ Authorization: 'Bearer' })],
    ['another scheme', () => ({ Authorization: `Basic ${world.keyA}` })],
    ['another scheme in addition to a valid key', () => ({ Authorization: 'Basic eDp5', 'X-API-Key': world.keyA })],
    ['two different keys', () => ({ Authorization: `Bearer ${world.keyA}`, 'X-API-Key': world.keyB })],
  ];
  it.each(bad)('returns 401 for %s', async (_, headers) => {
    expect(await list(headers())).toMatchObject({ status: 401, body: UNAUTHORIZED });
  });
});

it.each([
  ['no key', () => ({}), 'Bearer realm="receptionist"'],
  ['another scheme', () => ({ Authorization: 'Basic eDp5' }), 'Bearer realm="receptionist"'],
  [
    'a wrong key',
    () => ({ Authorization: `Bearer ${world.keyA}0` }),
    'Bearer realm="receptionist", error="invalid_token"',
  ],
])('a request with %s gets the challenge of RFC 6750', async (_what, headers, challenge) => {
  const { status, headers: answered } = await list(headers());
  expect([status, answered.get('www-authenticate')]).toEqual([401, challenge]);
});

describe('an API key', () => {
  it('expires on its expiry date, after 365 days by default', async () => {
    const { platform, clock } = world;
    const normal = await platform.keys.create({ name: 'a year', scopes: ['read:services'] });
    const short = await platform.keys.create({ name: 'a day', scopes: ['read:services'], expiresInDays: 1 });
    expect(Date.parse(normal.expiresAt) - Date.parse(normal.createdAt)).toBe(365 * DAY);
    const headers = { 'X-API-Key': short.key.reveal() };
    clock.advance(DAY - 1);
    expect((await list(headers)).status).toBe(200);
    clock.advance(1);
    expect(await list(headers)).toMatchObject({ status: 401, body: UNAUTHORIZED });
    expect((await platform.keys.list()).find((key) => key.id === short.id)?.status).toBe('expired');
  });

  it.each([0, -1, 1.5, 3651, Number.NaN])('cannot expire in %d days', async (expiresInDays) => {
    const options = { name: 'x', scopes: [], expiresInDays };
    await expect(world.platform.keys.create(options)).rejects.toThrow('A key must expire in 1 to 3650 days.');
  });

  it('becomes invalid permanently when it is revoked', async () => {
    const { platform, clock } = world;
    const created = await platform.keys.create({ name: 'gone', scopes: ['read:services'] });
    const headers = { 'X-API-Key': created.key.reveal() };
    expect((await list(headers)).status).toBe(200);
    const revoked = await platform.keys.revoke(created.id);
    expect(revoked).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) });
    expect(await list(headers)).toMatchObject({ status: 401, body: UNAUTHORIZED });
    clock.advance(1000);
    expect((await platform.keys.revoke(created.id))?.revokedAt).toBe(revoked?.revokedAt);
    expect(await platform.keys.revoke('key_none')).toBeUndefined();
  });

  it('has its last use recorded at most once a minute', async () => {
    const { platform, clock } = world;
    const created = await platform.keys.create({ name: 'used', scopes: ['read:services'] });
    const headers = { 'X-API-Key': created.key.reveal() };
    const lastUsed = async () => (await platform.keys.list()).find((key) => key.id === created.id)?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await list(headers);
    await expect.poll(lastUsed).not.toBeNull();
    const first = await lastUsed();
    clock.advance(59_000);
    await list(headers);
    expect(await lastUsed()).toBe(first);
    clock.advance(1000);
    await list(headers);
    await expect.poll(lastUsed).not.toBe(first);
  });

  it('exists only as a hash in the database and in no list', async () => {
    const { platform, database } = world;
    const created = await platform.keys.create({ name: 'secret', scopes: [] });
    const value = created.key.reveal();
    expect(value).toMatch(/^sk_live_[0-9a-z]{40}$/);
    const everything = await dumpDatabase(database);
    expect(everything).toContain(sha256(value));
    expect(everything).not.toContain(value);
    expect(JSON.stringify(await platform.keys.list())).not.toContain(value);
    expect(value.startsWith(created.prefix)).toBe(true);
  });
});

describe('a process key', () => {
  it('grants only its scopes and is never stored', async () => {
    const before = (await world.platform.keys.list()).length;
    const key = world.platform.issueProcessKey({ scopes: ['read:calls'] }).reveal();
    expect((await world.send('GET', '/v1/calls', { key })).status).toBe(200);
    expect((await world.send('GET', '/v1/bookings', { key })).status).toBe(403);
    expect((await world.platform.keys.list()).length).toBe(before);
    const all = world.platform.issueProcessKey().reveal();
    expect((await world.send('GET', '/v1/bookings', { key: all })).status).toBe(200);
  });
});
