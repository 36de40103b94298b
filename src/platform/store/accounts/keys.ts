import { prepared } from '../prepared.ts';
import type { ApiKeyRow, Db, Role } from '../schema/schema.ts';

export async function insertKey(tx: Db, key: ApiKeyRow): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute();
}

/** A key with the role of its user in the team at present; null if the user is not a member. */
export type KeyWithRole = ApiKeyRow & { role: Role | null };

const keysWithRoles = (db: Db) =>
  db
    .selectFrom('api_keys')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'api_keys.user_id').onRef('memberships.team_id', '=', 'api_keys.team_id'),
    )
    .selectAll('api_keys')
    .select('memberships.role');

export async function findKeyByHash(db: Db, hash: string): Promise<KeyWithRole | undefined> {
  const [row] = await selectByHash({ hash }).execute(db);
  return row;
}

const selectByHash = prepared((db, { hash }: { hash: string }) => keysWithRoles(db).where('key_hash', '=', hash));

/** All keys of a team, revoked and expired ones included, newest first. */
export async function listKeys(db: Db, teamId: string): Promise<KeyWithRole[]> {
  return selectKeys(db, teamId).execute();
}

const selectKeys = (db: Db, teamId: string) =>
  keysWithRoles(db)
    .where('api_keys.team_id', '=', teamId)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc');

/** A key with the e-mail address of its user. */
export type KeyOfUser = KeyWithRole & { email: string | null };

/** All keys of a team, newest first, with their users. */
export async function listKeysOfUsers(db: Db, teamId: string): Promise<KeyOfUser[]> {
  return selectKeys(db, teamId).leftJoin('users', 'users.id', 'api_keys.user_id').select('users.email').execute();
}

/** Revokes a key permanently and returns it. Revoking it again leaves the time of the first revocation. */
export async function revokeKey(tx: Db, id: string, now: number): Promise<KeyWithRole | undefined> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return keysWithRoles(tx).where('id', '=', id).executeTakeFirst();
}

/** Revokes a key of a team like `revokeKey`. Returns undefined if the team has no such key. */
export async function revokeTeamKey(
  tx: Db,
  { id, teamId }: { id: string; teamId: string },
  now: number,
): Promise<KeyWithRole | undefined> {
  const key = await tx.selectFrom('api_keys').select('team_id').where('id', '=', id).executeTakeFirst();
  return key?.team_id === teamId ? revokeKey(tx, id, now) : undefined;
}

/** Revokes all keys of a user for a team. */
export async function revokeKeysOf(tx: Db, userId: string, teamId: string, now: number): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function recordKeyUse(tx: Db, id: string, now: number): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    // Another process may have written a later use.
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', now)]))
    .execute();
}
