import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/platform/auth/hash.ts';
import { setPasswordHash } from '../../../src/platform/store/accounts/sessions.ts';
import { openStore } from '../../../src/platform/store/store.ts';
import { startPlatform } from '../../support/platform.ts';
import { cheapHash, setCheapPassword } from '../support/cheap-password.ts';
import { httpClient } from '../support/client.ts';
import { cookieOf, PASSWORD, signIn, signInAll, withCookie } from '../support/dashboard.ts';
import { startWorld, type World } from '../support/world.ts';

const OWNER = 'owner.a@example.com';
const SESSION = '/dashboard/session';
const NEW_PASSWORD = 'another horse battery';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await signInAll(world, ['owner.a', 'admin.a']);
});
afterAll(() => world.close());

const owner = () => signIn(world.send, OWNER);
const tokenOf = ({ cookie }: { cookie: string }) => cookie.split('=')[1] ?? '';

describe('the session', () => {
  it('a session names the user, the teams and its end', async () => {
    const answer = await (await owner()).send('GET', SESSION);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          user: { id: 'usr_owner_a', email: OWNER },
          teams: [{ id: 'team_a', role: 'owner' }],
          read_only: false,
        },
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('a session ends after twelve hours', async () => {
    const user = await owner();
    world.clock.advance(12 * 3_600_000 - 1_000);
    expect((await user.send('GET', SESSION)).status).toBe(200);
    world.clock.advance(1_000);
    expect((await user.send('GET', SESSION)).status).toBe(401);
  });

  it('a session does not continue with a token that someone else has chosen or knew before the sign-in', async () => {
    const chosen = 'a'.repeat(40);
    const first = await world.send('POST', '/dashboard/login', {
      body: { email: OWNER, password: PASSWORD },
      headers: { Cookie: `rcpt_session=${chosen}` },
    });
    expect(cookieOf(first)).not.toContain(chosen);
    expect((await withCookie(world.send, `rcpt_session=${chosen}`).send('GET', SESSION)).status).toBe(401);
    const again = await world.send('POST', '/dashboard/login', {
      body: { email: OWNER, password: PASSWORD },
      headers: { Cookie: cookieOf(first) },
    });
    expect((await withCookie(world.send, cookieOf(first)).send('GET', SESSION)).status).toBe(401);
    expect((await withCookie(world.send, cookieOf(again)).send('GET', SESSION)).status).toBe(200);
  });

  it('a session is stored as a hash, which is no token itself', async () => {
    const user = await owner();
    const forged = withCookie(world.send, `rcpt_session=${sha256(tokenOf(user))}`);
    expect((await forged.send('GET', SESSION)).status).toBe(401);
  });
});

describe('the cookie', () => {
  const status = async (cookie: string, headers: Record<string, string> = {}) =>
    (await withCookie(world.send, cookie).send('GET', SESSION, undefined, headers)).status;

  it('a cookie is refused when another one stands beside it', async () => {
    const [mine, other] = [await owner(), await signIn(world.send, 'admin.a@example.com')];
    expect(await status(`${other.cookie}; ${mine.cookie}`)).toBe(401);
    expect(await status(`${mine.cookie}; ${mine.cookie}`)).toBe(200);
    expect(await status(`x=1; ${mine.cookie}; y="a=b"`)).toBe(200);
    expect(await status(`RCPT_SESSION=${tokenOf(mine)}`)).toBe(401);
  });

  it('a cookie has the protected name alone, for browsers over HTTPS', async () => {
    const token = tokenOf(await owner());
    const browser = { 'X-Forwarded-Proto': 'https', 'Sec-Fetch-Site': 'same-origin' };
    expect(await status(`__Host-rcpt_session=${token}`, browser)).toBe(200);
    // Another site of the same domain can set it.
    expect(await status(`rcpt_session=${token}`, browser)).toBe(401);
    expect(await status(`rcpt_session=${'0'.repeat(40)}; __Host-rcpt_session=${token}`, browser)).toBe(200);
    // A program that sends the cookie of the specification's endpoint.
    expect(await status(`rcpt_session=${token}`, { 'X-Forwarded-Proto': 'https' })).toBe(200);
  });
});

describe('signing out everywhere', () => {
  it('signing out everywhere ends all sessions of the user on every process, and no other', async () => {
    const second = await startPlatform({ database: world.database, clock: world.clock });
    try {
      const send = httpClient(second.url);
      const [here, there] = [await owner(), await signIn(send, OWNER)];
      const admin = await signIn(send, 'admin.a@example.com');
      const answer = await here.send('POST', '/dashboard/logout-everywhere', {});
      expect(answer).toMatchObject({ status: 200, body: { data: { signed_out: true } } });
      expect(answer.body.data.ended_sessions).toBeGreaterThanOrEqual(2);
      expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
      for (const user of [here, there]) {
        expect((await user.send('GET', SESSION)).status).toBe(401);
        expect((await withCookie(send, user.cookie).send('GET', SESSION)).status).toBe(401);
      }
      expect((await admin.send('GET', SESSION)).status).toBe(200);
    } finally {
      await second.close();
    }
  });

  it('signing out everywhere ends what a process does in the name of the session at once', async () => {
    const user = await owner();
    const session = { id: sha256(tokenOf(user)), teamId: 'team_a' };
    const read = () => world.platform.fetch(new Request('http://localhost/api/v1/bookings'), { session });
    expect((await read()).status).toBe(200);
    await user.send('POST', '/dashboard/logout-everywhere', {});
    expect((await read()).status).toBe(401);
  });
});

describe('changing the password', () => {
  const change = (current: string, next: string) => ({ current_password: current, new_password: next });

  it('changing the password ends all other sessions, and continues this one with a new cookie', async () => {
    const [mine, other] = [await owner(), await owner()];
    const answer = await mine.send('POST', '/dashboard/password', change(PASSWORD, NEW_PASSWORD));
    expect(answer).toMatchObject({ status: 200, body: { data: { changed: true } } });
    for (const { cookie } of [mine, other])
      expect((await withCookie(world.send, cookie).send('GET', SESSION)).status).toBe(401);
    const next = withCookie(world.send, cookieOf(answer));
    expect((await next.send('GET', SESSION)).status).toBe(200);
    const old = await world.send('POST', '/dashboard/login', { body: { email: OWNER, password: PASSWORD } });
    expect(old.status).toBe(401);
    await next.send('POST', '/dashboard/password', change(NEW_PASSWORD, PASSWORD));
    expect((await owner()).cookie).not.toBe('');
  });

  it('changing the password refuses a sign-in with the old one that began before', async () => {
    await setCheapPassword(world.database, PASSWORD, ['usr_admin_a']);
    const store = await openStore(world.database, 0);
    const body = { email: 'admin.a@example.com', password: PASSWORD };
    const { signIn: answer } = await store.write(async (tx) => {
      await setPasswordHash(tx, 'usr_admin_a', cheapHash(NEW_PASSWORD));
      const signIn = world.send('POST', '/dashboard/login', { body });
      // The old password is verified before the new one is committed.
      await delay(500);
      return { signIn };
    }, 'all');
    expect(await answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    await store.close();
    expect((await signIn(world.send, body.email, NEW_PASSWORD)).cookie).not.toBe('');
  });

  it('changing the password keeps session and password when the current one is wrong or the new one too short', async () => {
    const user = await owner();
    const wrong = await user.send('POST', '/dashboard/password', change('wrong', NEW_PASSWORD));
    expect(wrong).toMatchObject({ status: 400, body: { error: 'wrong_password' } });
    const short = await user.send('POST', '/dashboard/password', change(PASSWORD, 'too short'));
    expect(short).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect((await user.send('GET', SESSION)).status).toBe(200);
  });

  it('wrong passwords of changes count together with those of sign-ins', async () => {
    world.clock.advance(15 * 60_000);
    const user = await owner();
    const guess = () => user.send('POST', '/dashboard/password', change('guess', NEW_PASSWORD));
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await guess()).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    const refused = await guess();
    expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_attempts' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const login = await world.send('POST', '/dashboard/login', { body: { email: OWNER, password: PASSWORD } });
    expect(login.status).toBe(429);
  });
});
