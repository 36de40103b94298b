import { prepared } from './prepared.ts';
import type { ApiKeyRow, Db, Role } from './schema.ts';

/** Finds a key by its hash, with the role of its user in the team; null if the user is not a member. */
export async function findKeyByHash(db: Db, hash: string): Promise<(ApiKeyRow & { role: Role | null }) | undefined> {
  const [row] = await selectByHash({ hash }).execute(db);
  return row;
}

const selectByHash = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('api_keys')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'api_keys.user_id').onRef('memberships.team_id', '=', 'api_keys.team_id'),
    )
    .selectAll('api_keys')
    .select('memberships.role')
    .where('key_hash', '=', hash),
);

export async function insertKey(tx: Db, key: ApiKeyRow): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute();
}

/** All keys of a team, revoked and expired ones included, newest first. */
export async function listKeys(db: Db, teamId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Revokes a key permanently and returns it. Revoking it again leaves the time of the first revocation. */
export async function revokeKey(tx: Db, id: string, now: number): Promise<ApiKeyRow | undefined> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return tx.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Revokes a key of a team like `revokeKey`. Returns undefined if the team has no such key. */
export async function revokeTeamKey(
  tx: Db,
  { id, teamId }: { id: string; teamId: string },
  now: number,
): Promise<ApiKeyRow | undefined> {
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
