import type { Db, SessionRow } from '../schema/schema.ts';
import { deletePasswordLink } from './password-links.ts';

export async function findSession(db: Db, tokenHash: string): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Sessions of one user. The oldest end when there are more. */
export const MAX_USER_SESSIONS = 20;

/** Stores a session, and deletes the expired ones and the oldest ones of the user beyond the limit. */
export async function insertSession(tx: Db, session: SessionRow): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', session.created_at).execute();
  await tx.insertInto('sessions').values(session).execute();
  const ofUser = tx.selectFrom('sessions').where('user_id', '=', session.user_id);
  const sessions = await ofUser.select(['token_hash', 'created_at']).execute();
  // Sorted here: a user has so few that an index for the order would cost more.
  const latestFirst = sessions.sort((a, b) => b.created_at - a.created_at);
  for (const { token_hash } of latestFirst.slice(MAX_USER_SESSIONS)) await deleteSession(tx, token_hash);
}

export async function deleteSession(tx: Db, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Deletes all sessions of a user, and returns how many there were. */
export async function deleteSessionsOf(tx: Db, userId: string): Promise<number> {
  const result = await tx.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Sets a user's password, null to remove it. All sessions of the user end, and so does a link that could set another one. */
export async function setPasswordHash(tx: Db, userId: string, hash: string | null): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
  await deletePasswordLink(tx, userId);
  await deleteSessionsOf(tx, userId);
}
