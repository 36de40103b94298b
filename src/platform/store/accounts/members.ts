import type { Db, MembershipRow } from '../schema/schema.ts';
import { revokeKeysOf } from './keys.ts';
import { deletePasswordLink } from './password-links.ts';
import { setPasswordHash } from './sessions.ts';
import { deleteMembership, eraseUser, insertMembership, teamsOf } from './users.ts';

/**
 * Adds an existing user to a team. A former member gets neither the keys nor, without another team, the password back. A link of
 * another team ends, because its owners must not get into this one.
 */
export async function admitUser(tx: Db, membership: MembershipRow, now: number): Promise<void> {
  const { user_id: userId, team_id: teamId } = membership;
  await revokeKeysOf(tx, userId, teamId, now);
  if ((await teamsOf(tx, userId)).length === 0) await setPasswordHash(tx, userId, null);
  else await deletePasswordLink(tx, userId);
  await insertMembership(tx, membership);
}

/**
 * Removes a user from a team. Of a user without another one, sessions end, and name, e-mail address and password are erased.
 * Keys need the membership.
 */
export async function dismissMember(tx: Db, userId: string, teamId: string): Promise<void> {
  await deleteMembership(tx, userId, teamId);
  if ((await teamsOf(tx, userId)).length > 0) return;
  await eraseUser(tx, userId);
  await setPasswordHash(tx, userId, null);
}
