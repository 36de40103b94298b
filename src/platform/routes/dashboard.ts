import type { Hono } from 'hono';
import * as z from 'zod';
import { API_ROOT } from '../../contract/index.ts';
import { createSignInAttempts } from '../auth/attempts.ts';
import { sha256 } from '../auth/hash.ts';
import { requireSameOrigin } from '../auth/origin.ts';
import { MAX_PASSWORD_LENGTH, verifyPassword } from '../auth/passwords.ts';
import { makeSession, sessionCookie, sessionToken } from '../auth/sessions.ts';
import { createTurns } from '../auth/turns.ts';
import { readBody } from '../http/body.ts';
import { HttpError } from '../http/errors.ts';
import { findUserByEmail, teamsOf } from '../store/people.ts';
import { deleteSession, insertSession } from '../store/sessions.ts';
import { toIso } from '../store/time.ts';
import type { RouteContext } from './context.ts';

const SignIn = z.strictObject({ email: z.string().max(254), password: z.string().max(MAX_PASSWORD_LENGTH) });

/** Signing in to the dashboard and out of it: not in the specification, which only says that a session cookie exists. */
export function mountDashboard(app: Hono, { store, clock }: RouteContext): void {
  const attempts = createSignInAttempts(clock);
  // Looking at a password takes a quarter of a second of a core, and half of the threads that files and names need too.
  const turns = createTurns({ atOnce: 2, waiting: 20 });

  app.post(`${API_ROOT}/dashboard/login`, async (context) => {
    const request = context.req.raw;
    requireSameOrigin(request);
    const { email, password } = await readBody(request, SignIn);
    const account = email.trim().toLowerCase();
    const user = await store.read((db) => findUserByEmail(db, account));
    const right = await turns.take(() => {
      // Counted when it is looked at: whom a flood kept out may try again.
      const wait = attempts.recordAttempt(account);
      if (wait !== undefined) throw tooManyAttempts(wait);
      return verifyPassword(password, user?.password_hash);
    });
    if (right === undefined) throw signInOverloaded();
    if (!right || !user) throw wrongPassword();
    attempts.reset(account);
    const { token, row } = makeSession(user.id, clock.now());
    const teams = await store.write(async (tx) => {
      await insertSession(tx, row);
      return teamsOf(tx, user.id);
    }, 'rows');
    context.header('Set-Cookie', sessionCookie(token, request));
    const { id, name } = user;
    return context.json({ data: { user: { id, email: user.email, name }, teams, expires_at: toIso(row.expires_at) } });
  });

  app.post(`${API_ROOT}/dashboard/logout`, async (context) => {
    const request = context.req.raw;
    requireSameOrigin(request);
    const token = sessionToken(request);
    if (token !== undefined) await store.write((tx) => deleteSession(tx, sha256(token)), 'rows');
    context.header('Set-Cookie', sessionCookie('', request));
    return context.json({ data: { signed_out: true } });
  });
}

/** The same for an unknown address and a wrong password. */
const wrongPassword = () => new HttpError(401, { error: 'unauthorized', message: 'Wrong e-mail address or password' });

const signInOverloaded = () =>
  new HttpError(
    429,
    { error: 'too_many_attempts', message: 'Too many people are signing in at once. Try again in 5 seconds.' },
    { 'Retry-After': '5' },
  );

const tooManyAttempts = (seconds: number) =>
  new HttpError(
    429,
    { error: 'too_many_attempts', message: `Too many wrong passwords. Try again in ${seconds} seconds.` },
    { 'Retry-After': String(seconds) },
  );
