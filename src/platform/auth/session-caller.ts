import type { PlainRequest } from '../../lib/http/plain-message.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { SessionCredential } from '../dashboard/server.ts';
import { forbidden, sessionRequired, unauthorized } from '../http/errors.ts';
import type { RequestOrigin } from '../http/request-origin.ts';
import { findSession } from '../store/accounts/sessions.ts';
import { findUser, roleIn } from '../store/accounts/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { actorOf, type Caller } from './caller.ts';
import { sha256 } from './hash.ts';
import { requireSameOrigin } from './origin.ts';
import { isAdmin, scopesOf } from './role-scopes.ts';
import { sessionToken } from './sessions.ts';

export interface SessionContext {
  store: Store;
  clock: Clock;
  publicUrl?: URL | undefined;
}

/** A session that has not ended, and its user. */
export interface OpenSession {
  /** SHA-256 of its token. */
  id: string;
  user: { id: string; email: string; name: string };
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The session of a request's cookie. Throws 401, as `refusal`, without one, and 403 for a request of another website. */
export async function requireSession(
  { store, clock, publicUrl }: SessionContext,
  request: PlainRequest,
  { protocol }: RequestOrigin,
  refusal = sessionRequired,
): Promise<OpenSession> {
  const token = sessionToken(request, protocol);
  const session =
    token === undefined ? undefined : await store.read((db) => openSession(db, sha256(token), clock.now()));
  if (!session) throw refusal();
  requireSameOrigin(request, { protocol, publicUrl });
  return session;
}

/** The signed-in admin or owner of a team. An unknown team and a missing role get the same 403. */
export async function adminOfSession(
  context: SessionContext,
  request: PlainRequest,
  teamId: string,
  origin: RequestOrigin,
): Promise<Caller> {
  const { user } = await requireSession(context, request, origin, unauthorized);
  const role = await context.store.readUncoordinated((db) => roleIn(db, user.id, teamId));
  if (!isAdmin(role)) throw forbidden();
  // No scopes: a session can call no endpoint that requires one.
  return { teamId, user, scopes: [], actor: actorOf(user) };
}

/**
 * The caller of a request that this process sends in the name of a session. Session and role are read with each request, so
 * that nothing is done after either has ended.
 */
export function callerOfSession(
  { store, clock }: SessionContext,
  { id, teamId }: SessionCredential,
): Promise<Caller | 'invalid' | 'not_a_member'> {
  return store.readUncoordinated(async (db) => {
    const session = await openSession(db, id, clock.now());
    if (!session) return 'invalid';
    const { user } = session;
    const role = await roleIn(db, user.id, teamId);
    return role ? { teamId, scopes: scopesOf(role), actor: actorOf(user) } : 'not_a_member';
  });
}

async function openSession(db: Db, id: string, now: number): Promise<OpenSession | undefined> {
  const session = await findSession(db, id);
  if (!session || session.expires_at <= now) return undefined;
  const user = await findUser(db, session.user_id);
  return user && { id, user: { id: user.id, email: user.email, name: user.name }, expiresAt: session.expires_at };
}
