import type { Hono } from 'hono';
import { API_ROOT } from '../../contract/index.ts';
import { createSemaphore, QueueFullError } from '../../lib/semaphore.ts';
import { sha256 } from '../auth/hash.ts';
import { createLoginThrottle } from '../auth/login-throttle.ts';
import { requireSameOrigin } from '../auth/origin.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { makeSession, sessionCookie, sessionToken } from '../auth/sessions.ts';
import { readBody } from '../http/body.ts';
import { HttpError } from '../http/errors.ts';
import type { PlatformEnv } from '../http/request-origin.ts';
import { deleteSession, insertSession } from '../store/sessions.ts';
import { toIso } from '../store/time.ts';
import { findUserByEmail, teamsOf } from '../store/users.ts';
import type { RouteContext } from './context.ts';
import { DASHBOARD_ENDPOINTS } from './dashboard-endpoints.ts';

const { signIn, signOut } = DASHBOARD_ENDPOINTS;

/** Adds the endpoints of `DASHBOARD_ENDPOINTS`. */
export function mountDashboard(app: Hono<PlatformEnv>, { store, clock }: RouteContext): void {
  const loginAttempts = createLoginThrottle(clock);
  // Hashing a password takes a quarter of a second on a thread of libuv's pool, which file access and DNS also need.
  const hashing = createSemaphore({ permits: 2, maxQueue: 20 });

  app.post(API_ROOT + signIn.path, async (context) => {
    const request = context.req.raw;
    requireSameOrigin(request);
    const { email, password } = await readBody(request, signIn.body);
    const account = email.trim().toLowerCase();
    const attempt = { account, client: context.env?.client ?? '' };
    const user = await store.read((db) => findUserByEmail(db, account));
    const verification = hashing.run(async () => {
      // Counted only when the password is verified, so that a user whom a flood kept out can try again.
      const retryAfterSeconds = loginAttempts.recordAttempt(attempt);
      if (retryAfterSeconds !== undefined) throw tooManyAttempts(retryAfterSeconds);
      return verifyPassword(password, user?.password_hash);
    });
    const isCorrect = await verification.catch((error: unknown) => {
      throw error instanceof QueueFullError ? signInOverloaded() : error;
    });
    if (!isCorrect || !user) throw wrongPassword();
    loginAttempts.reset(attempt);
    const { token, row } = makeSession(user.id, clock.now());
    const teams = await store.write(async (tx) => {
      await insertSession(tx, row);
      return teamsOf(tx, user.id);
    }, 'rows');
    context.header('Set-Cookie', sessionCookie(token, request));
    const { id, name } = user;
    return context.json({ data: { user: { id, email: user.email, name }, teams, expires_at: toIso(row.expires_at) } });
  });

  app.post(API_ROOT + signOut.path, async (context) => {
    const request = context.req.raw;
    requireSameOrigin(request);
    const token = sessionToken(request);
    if (token !== undefined) await store.write((tx) => deleteSession(tx, sha256(token)), 'rows');
    context.header('Set-Cookie', sessionCookie('', request));
    return context.json({ data: { signed_out: true } });
  });
}

/** The same response for an unknown address and a wrong password. */
const wrongPassword = () => new HttpError(401, { error: 'unauthorized', message: 'Wrong e-mail address or password' });

const signInOverloaded = () =>
  new HttpError(
    429,
    { error: 'too_many_attempts', message: 'Too many concurrent sign-ins. Try again in 5 seconds.' },
    { 'Retry-After': '5' },
  );

export const tooManyAttempts = (seconds: number) =>
  new HttpError(
    429,
    { error: 'too_many_attempts', message: `Too many wrong passwords. Try again in ${seconds} seconds.` },
    { 'Retry-After': String(seconds) },
  );
