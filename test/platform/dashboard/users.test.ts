import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { PASSWORD, type SignedIn, signIn, signInAll } from '../support/dashboard.ts';
import { dump } from '../support/violet.ts';
import { startWorld, type World } from '../support/world.ts';

const USERS = '/dashboard/teams/team_a/users';
const LINK = '/dashboard/password-link';
const NEW_PASSWORD = 'another horse battery';
const UNUSABLE = { status: 400, body: { error: 'link_unusable' } };
const REFUSED = { status: 400, body: { error: 'user_refused' } };

let world: World;
let owner: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  world = await startWorld();
  const users = await signInAll(world, ['owner.a', 'owner.b']);
  owner = users['owner.a'];
  stranger = users['owner.b'];
});
afterAll(() => world.close());

const add = async (body: object) => (await owner.send('POST', USERS, body)).body.data;
const listed = async (email: string) =>
  (await owner.send('GET', USERS)).body.data.find((user: { email: string }) => user.email === email);
const makeLink = (id: string) => owner.send('POST', `${USERS}/${id}/password-link`, {});
const tokenFor = async (id: string) => String((await makeLink(id)).body.data.token);
const open = (token: string) => world.send('POST', LINK, { body: { token } });
const use = (token: string, password = NEW_PASSWORD) =>
  world.send('POST', `${LINK}/use`, { body: { token, new_password: password } });

describe('users in the dashboard', () => {
  it('a new user sets a password by a link, and is a user of the command, too', async () => {
    const email = 'sam.ortiz@example.com';
    const added = await add({ email: ' Sam.Ortiz@example.com', name: 'Sam Ortiz', role: 'admin' });
    expect(added).toMatchObject({ email, name: 'Sam Ortiz', role: 'admin', has_password: false, outcome: 'added' });
    expect((await world.platform.users.list()).find((user) => user.email === email)).toMatchObject({ role: 'admin' });
    const made = await makeLink(added.id);
    const { token, expires_at: end } = made.body.data;
    expect(Date.parse(end) - world.clock.now()).toBe(72 * 3_600_000);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(await listed(email)).toMatchObject({ has_password: false, link_expires_at: end, open_sessions: 0 });
    expect(await open(token)).toMatchObject({ status: 200, body: { data: { email, expires_at: end } } });
    expect(await use(token)).toMatchObject({ status: 200, body: { data: { email } } });
    await signIn(world.send, email, NEW_PASSWORD);
    const signedIn = await listed(email);
    expect(signedIn).toMatchObject({ has_password: true, link_expires_at: null, open_sessions: 1 });
    expect(Date.parse(signedIn.signed_in_at)).toBe(world.clock.now());
    expect(signedIn.last_sign_in_at).toBe(signedIn.signed_in_at);
    await owner.send('POST', `${USERS}/${added.id}/sign-out`, {});
    expect(await listed(email)).toMatchObject({
      open_sessions: 0,
      signed_in_at: null,
      last_sign_in_at: signedIn.signed_in_at,
    });
  });

  it('the same user again changes the role alone, and a new user needs a name and an address', async () => {
    const { id } = await add({ email: 'kim@example.com', name: 'Kim' });
    expect(await add({ email: 'kim@example.com', role: 'admin' })).toMatchObject({
      id,
      role: 'admin',
      outcome: 'changed',
    });
    expect(await add({ email: 'kim@example.com' })).toMatchObject({ id, name: 'Kim', outcome: 'unchanged' });
    for (const body of [
      { email: 'nameless@example.com' },
      { email: 'kim', name: 'Kim' },
      { email: 'x@y.zz', name: ' ' },
    ])
      expect(await owner.send('POST', USERS, body), body.email).toMatchObject(REFUSED);
  });

  it('the removal of a user ends the sessions, and the link', async () => {
    const { id } = await add({ email: 'leaving@example.com', name: 'Leaving' });
    await use(await tokenFor(id));
    const leaving = await signIn(world.send, 'leaving@example.com', NEW_PASSWORD);
    const token = await tokenFor(id);
    const removed = await owner.send('DELETE', `${USERS}/${id}`);
    expect(removed).toMatchObject({ status: 200, body: { data: { id, removed: true } } });
    expect((await leaving.send('GET', '/dashboard/session')).status).toBe(401);
    const rows = (await dump(world.database)).filter((row) => row.startsWith('users ') && row.includes(id));
    expect(rows).toEqual([expect.stringMatching(/"last_sign_in_at":null/)]);
    expect(await open(token)).toMatchObject(UNUSABLE);
    expect(await use(token)).toMatchObject(UNUSABLE);
    expect(await listed('leaving@example.com')).toBeUndefined();
    expect((await owner.send('DELETE', `${USERS}/${id}`)).status).toBe(404);
  });

  it('the sessions of another user end on every process, and the password stays', async () => {
    const { id } = await add({ email: 'lost.phone@example.com', name: 'Lost Phone' });
    await use(await tokenFor(id));
    const second = await startPlatform({ database: world.database, clock: world.clock });
    try {
      const here = await signIn(world.send, 'lost.phone@example.com', NEW_PASSWORD);
      const there = await signIn(httpClient(second.url), 'lost.phone@example.com', NEW_PASSWORD);
      const ended = await owner.send('POST', `${USERS}/${id}/sign-out`, {});
      expect(ended.body.data).toEqual({ id, ended_sessions: 2 });
      for (const user of [here, there]) expect((await user.send('GET', '/dashboard/session')).status).toBe(401);
      await signIn(world.send, 'lost.phone@example.com', NEW_PASSWORD);
    } finally {
      await second.close();
    }
  });
});

describe('a link by which a user sets a password', () => {
  const email = 'member.a@example.com';
  const id = 'usr_member_a';

  it('a link works once, also for requests at the same time', async () => {
    const token = await tokenFor(id);
    const answers = await Promise.all([use(token, 'first horse battery'), use(token, 'other horse battery')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = answers[0]?.status === 200 ? 'first horse battery' : 'other horse battery';
    await signIn(world.send, email, winner);
    expect(await use(token)).toMatchObject(UNUSABLE);
  });

  it('a link ends after three days, with a newer one, and when the password is set in another way', async () => {
    const first = await tokenFor(id);
    const second = await tokenFor(id);
    expect(await use(first)).toMatchObject(UNUSABLE);
    expect((await open(second)).status).toBe(200);
    await world.platform.users.setPassword(email, PASSWORD);
    expect(await open(second)).toMatchObject(UNUSABLE);
    const third = await tokenFor(id);
    world.clock.advance(72 * 3_600_000 - 1_000);
    expect((await open(third)).status).toBe(200);
    world.clock.advance(1_000);
    expect(await use(third)).toMatchObject(UNUSABLE);
    await signIn(world.send, email);
    // Also that of the owner has ended.
    owner = await signIn(world.send, 'owner.a@example.com');
    stranger = await signIn(world.send, 'owner.b@example.com');
  });

  it('a password by a link ends the sessions that are open', async () => {
    const before = await signIn(world.send, email);
    expect(await use(await tokenFor(id), 'short')).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect((await before.send('GET', '/dashboard/session')).status).toBe(200);
    expect((await use(await tokenFor(id))).status).toBe(200);
    expect((await before.send('GET', '/dashboard/session')).status).toBe(401);
  });

  it('a link is stored as a hash, and its user is the only one whom it names', async () => {
    const token = await tokenFor(id);
    const stored = (await dump(world.database)).filter((row) => row.startsWith('password_links ')).join('\n');
    expect(stored).toContain(id);
    expect(stored).not.toContain(token);
    const hash = /[0-9a-f]{64}/.exec(stored)?.[0] ?? '';
    for (const wrong of [hash, token.slice(1), `${token}0`, ''])
      expect(await open(wrong), wrong).toMatchObject(UNUSABLE);
  });
});

describe('what owners cannot do', () => {
  it('owners neither remove nor change their own user, nor make a link without the password', async () => {
    expect(await owner.send('POST', USERS, { email: 'OWNER.A@example.com', role: 'member' })).toMatchObject(REFUSED);
    expect(await owner.send('DELETE', `${USERS}/usr_owner_a`)).toMatchObject(REFUSED);
    expect(await makeLink('usr_owner_a')).toMatchObject(REFUSED);
    expect(await owner.send('POST', `${USERS}/usr_owner_a/sign-out`, {})).toMatchObject(REFUSED);
    expect(await listed('owner.a@example.com')).toMatchObject({ role: 'owner' });
  });

  it('two owners who remove each other at the same time leave one', async () => {
    const { id } = await add({ email: 'second.owner@example.com', name: 'Second Owner', role: 'owner' });
    await world.platform.users.setPassword('second.owner@example.com', PASSWORD);
    const second = await signIn(world.send, 'second.owner@example.com');
    await Promise.all([
      owner.send('DELETE', `${USERS}/${id}`),
      second.send('POST', USERS, { email: 'owner.a@example.com', role: 'member' }),
    ]);
    const owners = (await world.platform.users.list()).filter(({ role }) => role === 'owner');
    expect(owners).toHaveLength(1);
    await world.platform.users.add({ email: 'owner.a@example.com', role: 'owner' });
  });

  it('owners reach no user of another business', async () => {
    for (const [method, path] of [
      ['POST', 'usr_owner_b/password-link'],
      ['POST', 'usr_owner_b/sign-out'],
      ['DELETE', 'usr_owner_b'],
    ] as const)
      expect((await owner.send(method, `${USERS}/${path}`, {})).status, path).toBe(404);
  });

  it('owners who add a user of another business get neither the password nor the name of that user', async () => {
    const email = 'owner.b@example.com';
    const added = await add({ email, name: 'Renamed' });
    expect(added).toMatchObject({ id: 'usr_owner_b', outcome: 'added', role: 'member' });
    expect(added.name).not.toBe('Renamed');
    expect(await makeLink('usr_owner_b')).toMatchObject(REFUSED);
    expect(await owner.send('POST', `${USERS}/usr_owner_b/sign-out`, {})).toMatchObject(REFUSED);
    expect((await stranger.send('GET', '/dashboard/session')).body.data.teams).toHaveLength(2);
    expect((await owner.send('DELETE', `${USERS}/usr_owner_b`)).status).toBe(200);
    expect((await stranger.send('GET', '/dashboard/session')).body.data.teams).toMatchObject([{ id: 'team_b' }]);
  });

  it('a link ends when another business adds its user', async () => {
    const { id, email } = await add({ email: 'both@example.com', name: 'Both Desks' });
    const token = await tokenFor(id);
    expect((await stranger.send('POST', '/dashboard/teams/team_b/users', { email })).status).toBe(200);
    expect(await use(token)).toMatchObject(UNUSABLE);
  });
});
