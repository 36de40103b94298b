import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/platform/index.ts';
import { startWorld, type World } from './support/world.ts';

const PASSWORD = 'correct horse battery';
let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const login = (email: string) => world.send('POST', '/dashboard/login', { body: { email, password: PASSWORD } });
const roles = async () =>
  Object.fromEntries((await world.platform.users.list()).map(({ email, role }) => [email, role]));

describe('adding a user', () => {
  it('makes a new member, who can sign in once there is a password', async () => {
    const { users } = world.platform;
    const added = await users.add({ email: 'Noa@Example.com', name: ' Noa ' });
    expect(added).toMatchObject({
      outcome: 'added',
      member: { email: 'noa@example.com', name: 'Noa', role: 'member', hasPassword: false },
    });
    expect((await login('noa@example.com')).status).toBe(401);
    await users.setPassword('noa@example.com', PASSWORD);
    expect((await login('noa@example.com')).status).toBe(200);
  });

  it('changes name and role of a member, and says whether anything changed', async () => {
    const { users } = world.platform;
    const email = 'member.a@example.com';
    expect(await users.add({ email })).toMatchObject({ outcome: 'unchanged', member: { name: 'Max', role: 'member' } });
    expect(await users.add({ email, role: 'admin' })).toMatchObject({
      outcome: 'changed',
      member: { name: 'Max', role: 'admin' },
    });
    expect(await users.add({ email, name: 'Maxi' })).toMatchObject({
      outcome: 'changed',
      member: { name: 'Maxi', role: 'admin' },
    });
  });

  it('refuses a new user without a name, a bad address and a bad name, and changes nothing', async () => {
    const before = await roles();
    for (const user of [
      { email: 'new@example.com' },
      { email: 'nonsense', name: 'Noa' },
      { email: 'new@example.com', name: ' ' },
      { email: 'new@example.com', name: 'x'.repeat(201) },
    ]) {
      await expect(world.platform.users.add(user)).rejects.toBeInstanceOf(UserError);
    }
    expect(await roles()).toEqual(before);
  });

  it('gives a former member, who is in another team, the old API keys not back', async () => {
    const { users, keys } = world.platform;
    await users.add({ email: 'second@example.com', name: 'Second', role: 'owner' });
    await users.add({ email: 'owner.a@example.com' }, { teamId: 'team_b' });
    // The key of the world belongs to the owner of the fixture, whose id sorts first.
    expect((await world.send('GET', '/v1/contacts', { key: world.keyA })).status).toBe(200);
    expect(await users.remove('owner.a@example.com')).toBe(true);
    expect((await world.send('GET', '/v1/contacts', { key: world.keyA })).status).toBe(403);
    await users.add({ email: 'owner.a@example.com' });
    expect((await world.send('GET', '/v1/contacts', { key: world.keyA })).status).toBe(401);
    expect((await keys.list()).find(({ name }) => name === 'test')?.status).toBe('revoked');
  });

  it('knows no name of a former member without another team, and gives neither the old password nor API keys back', async () => {
    const { users } = world.platform;
    const email = 'owner.a@example.com';
    await users.add({ email: 'second@example.com', name: 'Second', role: 'owner' });
    await users.setPassword(email, PASSWORD);
    expect(await users.remove(email)).toBe(true);
    await expect(users.add({ email })).rejects.toThrow('a new one needs a name');
    expect(await users.add({ email, name: 'Another' })).toMatchObject({
      member: { role: 'member', hasPassword: false },
    });
    expect((await login(email)).status).toBe(401);
    expect((await world.send('GET', '/v1/contacts', { key: world.keyA })).status).toBe(403);
  });
});

describe('removing a user', () => {
  it('ends the sessions of a user who is in no other team', async () => {
    const { users } = world.platform;
    await users.setPassword('admin.a@example.com', PASSWORD);
    const cookie = (await login('admin.a@example.com')).headers.get('set-cookie')?.split(';')[0] ?? '';
    const create = () =>
      world.send('POST', '/teams/team_a/api-keys', {
        body: { name: 'k', scopes: ['read:calls'] },
        headers: { cookie },
      });
    expect((await create()).status).toBe(200);
    expect(await users.remove('admin.a@example.com')).toBe(true);
    expect((await create()).status).toBe(401);
    for (const email of ['admin.a@example.com', 'nouser@example.com']) {
      await expect(users.remove(email)).rejects.toBeInstanceOf(UserError);
    }
    expect(await users.remove('member.b@example.com')).toBe(false);
  });

  it('refuses the last owner, who cannot become something else either', async () => {
    const { users } = world.platform;
    const before = await roles();
    const message = /owner\.a@example\.com is the last owner.*Nothing was changed/;
    await expect(users.remove('owner.a@example.com')).rejects.toThrow(message);
    await expect(users.add({ email: 'owner.a@example.com', role: 'admin' })).rejects.toThrow(message);
    expect(await roles()).toEqual(before);
    await users.add({ email: 'admin.a@example.com', role: 'owner' });
    expect(await users.remove('owner.a@example.com')).toBe(true);
  });

  it('leaves one of two owners who are removed at the same time', async () => {
    const { users } = world.platform;
    await users.add({ email: 'admin.a@example.com', role: 'owner' });
    const emails = ['owner.a@example.com', 'admin.a@example.com'];
    const results = await Promise.allSettled(emails.map((email) => users.remove(email)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(Object.values(await roles()).filter((role) => role === 'owner')).toHaveLength(1);
  });
});
