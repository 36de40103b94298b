import type { Db, SessionRow } from './schema.ts';

export async function findSession(db: Db, tokenHash: string): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Stores a session and deletes the expired ones. */
export async function insertSession(tx: Db, session: SessionRow): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', session.created_at).execute();
  await tx.insertInto('sessions').values(session).execute();
}

export async function deleteSession(tx: Db, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Sets a user's password and deletes all sessions of the user. */
export async function setPasswordHash(tx: Db, userId: string, hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
