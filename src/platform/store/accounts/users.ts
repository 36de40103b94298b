import type { Db, MembershipRow, Role, TeamRow, UserRow } from '../schema/schema.ts';

/** The oldest team: the demo business, or the business that the database was seeded with instead. */
export async function firstTeam(db: Db): Promise<TeamRow | undefined> {
  return db.selectFrom('teams').selectAll().orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();
}

/** The role of a user in a team; undefined if the user is not a member. */
export async function roleIn(db: Db, userId: string, teamId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row?.role;
}

/** The user id of an owner of the team. Keys that the operator creates belong to this user. */
export async function ownerOf(db: Db, teamId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

/** True if the team has an owner other than this user. */
export async function hasOtherOwner(db: Db, teamId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst();
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Reads a user for a transaction that no change of the user may interleave with: other ones wait until it ends. It updates the
 * row without a change, because SQLite has no other lock on a row.
 */
export async function lockUser(tx: Db, id: string): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export interface TeamMember {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** True if a password is set, so that the user can sign in. */
  hasPassword: boolean;
  /** Epoch milliseconds; null if it is not known. */
  lastSignIn: number | null;
  /** The person with whose agenda the dashboard opens for the user. */
  person: { id: string; name: string } | null;
}

export async function membersOf(db: Db, teamId: string): Promise<TeamMember[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('staff', 'staff.id', 'memberships.staff_id')
    .select(['users.id', 'users.email', 'users.name', 'users.password_hash', 'memberships.role'])
    .select(['memberships.staff_id', 'staff.name as staff_name', 'users.last_sign_in_at'])
    // An earlier version of the program, which runs during an upgrade, stores a session alone.
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.created_at').as('latest'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('latest_session'),
    )
    .where('memberships.team_id', '=', teamId)
    .execute();
  rows.sort((a, b) => (a.email < b.email ? -1 : 1));
  return rows.map(({ password_hash, staff_id: id, staff_name: name, last_sign_in_at, latest_session, ...user }) => ({
    ...user,
    hasPassword: password_hash !== null,
    lastSignIn: Math.max(last_sign_in_at ?? 0, latest_session ?? 0) || null,
    person: id !== null && name !== null ? { id, name } : null,
  }));
}

interface TeamOfUser {
  id: string;
  name: string;
  time_zone: string;
  role: Role;
  staff_id: string | null;
}

export async function teamsOf(db: Db, userId: string): Promise<TeamOfUser[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.id', 'memberships.team_id')
    .select(['teams.id', 'teams.name', 'teams.time_zone', 'memberships.role', 'memberships.staff_id'])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.team_id')
    .execute();
}

export async function insertUser(tx: Db, user: UserRow): Promise<void> {
  await tx.insertInto('users').values(user).execute();
}

export async function setLastSignIn(tx: Db, userId: string, at: number): Promise<void> {
  await tx.updateTable('users').set({ last_sign_in_at: at }).where('id', '=', userId).execute();
}

export async function setName(tx: Db, userId: string, name: string): Promise<void> {
  await tx.updateTable('users').set({ name }).where('id', '=', userId).execute();
}

/** Erases name, address and last sign-in of a user. The row stays, because keys that the user made refer to it. */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  const erased = { email: `removed:${userId}`, name: 'Removed user', last_sign_in_at: null };
  await tx.updateTable('users').set(erased).where('id', '=', userId).execute();
}

/** Changes what a membership has, which must exist. */
export async function changeMembership(
  tx: Db,
  { user_id, team_id, ...changes }: Pick<MembershipRow, 'user_id' | 'team_id'> & Partial<MembershipRow>,
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('team_id', '=', team_id)
    .execute();
}

/** Takes people who left from the users of a team: another person can get their id. */
export async function forgetPersons(tx: Db, teamId: string, staffIds: readonly string[]): Promise<void> {
  if (staffIds.length === 0) return;
  await tx
    .updateTable('memberships')
    .set({ staff_id: null })
    .where('team_id', '=', teamId)
    .where('staff_id', 'in', staffIds)
    .execute();
}

export async function insertMembership(tx: Db, membership: MembershipRow): Promise<void> {
  await tx.insertInto('memberships').values(membership).execute();
}

/** Returns false if there was no such membership. */
export async function deleteMembership(tx: Db, userId: string, teamId: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
