import { equalInConstantTime } from '../../lib/crypto/timing-safe.ts';
import { sha256 } from '../auth/hash.ts';
import { hashPassword } from '../auth/passwords.ts';
import { makeSession, sessionCookie, sessionToken } from '../auth/sessions.ts';
import { HttpError, sessionRequired } from '../http/errors.ts';
import type { RouteContext } from '../routes/context.ts';
import {
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  setPasswordHash,
} from '../store/accounts/sessions.ts';
import { findUser, findUserByEmail, lockUser, setLastSignIn, teamsOf } from '../store/accounts/users.ts';
import type { UserRow } from '../store/schema/schema.ts';
import { toIso } from '../store/time.ts';
import { createPasswordCheck, type Hashing } from './password-check.ts';
import type { DashboardHandlers } from './router.ts';

type Names = 'signIn' | 'signOut' | 'getSession' | 'signOutEverywhere' | 'changePassword';

/** Signing in and out, and the password of the signed-in user. */
export function signInRoutes({ store, clock }: RouteContext, hashing: Hashing): Pick<DashboardHandlers, Names> {
  const checkPassword = createPasswordCheck(clock, hashing);
  return {
    async signIn({ body, record, context: { req, env = {}, header } }) {
      const account = body.email.trim().toLowerCase();
      const user = await store.read((db) => findUserByEmail(db, account));
      const attempt = { account, client: env.client ?? '' };
      // Attempts beyond the limit are not recorded: they could fill the disk of the audit log.
      const isCorrect = await checkPassword(attempt, body.password, user?.password_hash);
      return record(user, async () => {
        if (!isCorrect || !user) throw wrongPassword();
        const { token, row } = makeSession(user.id, clock.now());
        const earlier = sessionToken(req.raw, env.protocol);
        const teams = await store.write(async (tx) => {
          const latest = await lockUser(tx, user.id);
          if (!hasPassword(latest, user)) throw wrongPassword();
          // The browser forgets it: it must not stay valid, nor continue as the new one (session fixation).
          if (earlier !== undefined) await deleteSession(tx, sha256(earlier));
          await insertSession(tx, row);
          await setLastSignIn(tx, user.id, row.created_at);
          return teamsOf(tx, user.id);
        }, 'rows');
        if (earlier !== undefined) env.dashboard?.endSessions({ id: sha256(earlier) });
        header('Set-Cookie', sessionCookie(token, req.raw, env.protocol));
        const { id, email, name } = user;
        return { user: { id, email, name }, teams, expires_at: toIso(row.expires_at) };
      });
    },
    async signOut({ context: { req, env = {}, header } }) {
      const token = sessionToken(req.raw, env.protocol);
      if (token !== undefined) {
        await store.write((tx) => deleteSession(tx, sha256(token)), 'rows');
        env.dashboard?.endSessions({ id: sha256(token) });
      }
      header('Set-Cookie', sessionCookie('', req.raw, env.protocol));
      return { signed_out: true };
    },
    async getSession({ session: { user, expiresAt }, context: { env = {} } }) {
      const teams = await store.readUncoordinated((db) => teamsOf(db, user.id));
      return { user, teams, expires_at: toIso(expiresAt), read_only: env.dashboard?.readOnly ?? false };
    },
    async signOutEverywhere({ session: { user }, context: { req, env = {}, header } }) {
      const ended = await store.write((tx) => deleteSessionsOf(tx, user.id), 'rows');
      env.dashboard?.endSessions({ userId: user.id });
      header('Set-Cookie', sessionCookie('', req.raw, env.protocol));
      // Another request may have ended this session since it was checked.
      return { signed_out: true, ended_sessions: Math.max(1, ended) };
    },
    async changePassword({ session, body, context: { req, env = {}, header } }) {
      const { user } = session;
      const stored = await store.readUncoordinated((db) => findUser(db, user.id));
      const attempt = { account: user.email, client: env.client ?? '' };
      const isCorrect = await checkPassword(attempt, body.current_password, stored?.password_hash);
      if (!isCorrect) throw wrongCurrentPassword();
      const hash = await hashing(() => hashPassword(body.new_password));
      const { token, row } = makeSession(user.id, clock.now());
      await store.write(async (tx) => {
        // Both may have ended or changed since they were checked, in another process.
        const latest = await lockUser(tx, user.id);
        if (!hasPassword(latest, stored) || !(await findSession(tx, session.id))) throw sessionRequired();
        await setPasswordHash(tx, user.id, hash);
        await insertSession(tx, row);
      }, 'rows');
      env.dashboard?.endSessions({ userId: user.id });
      header('Set-Cookie', sessionCookie(token, req.raw, env.protocol));
      return { changed: true, expires_at: toIso(row.expires_at) };
    },
  };
}

/** True if a user still has the password that was verified: verifying takes a quarter of a second, and others may change it. */
const hasPassword = (latest: UserRow | undefined, verified: UserRow | undefined): boolean =>
  equalInConstantTime(latest?.password_hash ?? '', verified?.password_hash ?? '');

/** The same response for an unknown address and a wrong password. */
const wrongPassword = () => new HttpError(401, { error: 'unauthorized', message: 'Wrong e-mail address or password' });

/** Not 401, which means that the session has ended. */
const wrongCurrentPassword = () =>
  new HttpError(400, {
    error: 'wrong_password',
    message: 'The current password is wrong. The password was not changed.',
  });
