import type { Db, PasswordLinkRow } from '../schema/schema.ts';

/** Stores a link, in place of the one before it of the same user. */
export async function insertPasswordLink(tx: Db, link: PasswordLinkRow): Promise<void> {
  const { token_hash, expires_at } = link;
  await tx
    .insertInto('password_links')
    .values(link)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, expires_at }))
    .execute();
}

/** The link with this hash, with the address of its user; undefined if it has expired. */
export async function findPasswordLink(db: Db, tokenHash: string, now: number) {
  return db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['password_links.user_id', 'password_links.expires_at', 'users.email'])
    .where('password_links.token_hash', '=', tokenHash)
    .where('password_links.expires_at', '>', now)
    .executeTakeFirst();
}

export async function deletePasswordLink(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('password_links').where('user_id', '=', userId).execute();
}

/** The links and sessions of the members of a team that have not expired. */
export async function accessOfMembers(db: Db, teamId: string, now: number) {
  const members = db.selectFrom('memberships').select('user_id').where('team_id', '=', teamId);
  const links = await db
    .selectFrom('password_links')
    .select(['user_id', 'expires_at'])
    .where('user_id', 'in', members)
    .where('expires_at', '>', now)
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_id', 'created_at'])
    .where('user_id', 'in', members)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();
  return { links, sessions };
}
