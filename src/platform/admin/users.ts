import { newId, randomText } from '../../lib/ids.ts';
import { cleanLine } from '../../lib/text/text.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { sha256 } from '../auth/hash.ts';
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../auth/passwords.ts';
import { isEmail, nameField } from '../rules/fields.ts';
import { admitUser, dismissMember } from '../store/accounts/members.ts';
import { insertPasswordLink } from '../store/accounts/password-links.ts';
import { deleteSessionsOf, setPasswordHash } from '../store/accounts/sessions.ts';
import {
  changeMembership,
  findUserByEmail,
  hasOtherOwner,
  insertUser,
  membersOf,
  roleIn,
  setName,
  type TeamMember,
  teamsOf,
} from '../store/accounts/users.ts';
import type { Db, Role, UserRow } from '../store/schema/schema.ts';
import { findPerson } from '../store/staff/staff.ts';
import type { Store } from '../store/store.ts';

export interface NewMember {
  email: string;
  /** Required for a user that does not exist; otherwise absent means unchanged. */
  name?: string | undefined;
  /** Default: `member` for a new member; otherwise absent means unchanged. */
  role?: Role | undefined;
  /** The person with whose agenda the dashboard opens for the user; null for none. Absent means unchanged. */
  staffId?: string | null | undefined;
}

/** A link by which a user sets a password. What it contains is not stored, and cannot be shown again. */
export interface PasswordLink {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Long enough for a weekend. */
const LINK_MS = 72 * 60 * 60 * 1000;
/** Random characters of a link: 200 bits. */
const LINK_CHARACTERS = 40;

export interface AddedMember {
  outcome: 'added' | 'changed' | 'unchanged';
  member: TeamMember;
}

/** The team option is always the id of a team; default: the first one. */
export interface AdminUsers {
  /** Lists the members of a team, sorted by e-mail address. */
  list(options?: { teamId?: string }): Promise<TeamMember[]>;
  /**
   * Adds a user to a team, or changes name, role and person of a member. A former member does not get the old API keys back.
   * With `keepsNames`, the name of a user who is in another team, too, stays as it is. Rejects with `UserError`.
   */
  add(user: NewMember, options?: { teamId?: string; keepsNames?: boolean }): Promise<AddedMember>;
  /**
   * Sets a user's dashboard password and ends all sessions of the user. Rejects with `UserError` if there is no such user,
   * or if the password is too short or too long.
   */
  setPassword(email: string, password: string): Promise<void>;
  /**
   * Makes a link by which a member sets a password, in place of the one before it. Rejects with `UserError` for a user of other
   * teams: an owner of one must not get into another.
   */
  createPasswordLink(email: string, options?: { teamId?: string }): Promise<PasswordLink>;
  /** Ends the sessions of a member. Returns how many there were. Rejects with `UserError` as for a link. */
  endSessions(email: string, options?: { teamId?: string }): Promise<number>;
  /**
   * Revokes the access of a user and of the user's keys to a team. Of a user who is in no other one, sessions end, and name,
   * e-mail address and password are erased. Returns false if the user is in other teams alone. Rejects with `UserError` if there
   * is no such user, and for the last owner.
   */
  remove(email: string, options?: { teamId?: string }): Promise<boolean>;
}

/** A refused change of a user. The message is a sentence for the operator; nothing was changed. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

export function adminUsers(store: Store, clock: Clock, firstTeamId: string): AdminUsers {
  return {
    list: ({ teamId = firstTeamId } = {}) => store.read((db) => membersOf(db, teamId)),
    add: (user, { teamId = firstTeamId, keepsNames = false } = {}) =>
      store.write((tx) => addMember(tx, { teamId, keepsNames }, checkedMember(user), clock.now()), { team: teamId }),
    async setPassword(email, password) {
      if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
        throw new UserError(`A password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
      }
      const hash = await hashPassword(password);
      await store.write(async (tx) => setPasswordHash(tx, (await requireUser(tx, email)).id, hash), 'rows');
    },
    createPasswordLink: async (email, { teamId = firstTeamId } = {}) => {
      const link = { token: randomText(LINK_CHARACTERS), expiresAt: clock.now() + LINK_MS };
      await store.write(
        async (tx) => {
          const { id: user_id } = await requireOwnUser(tx, teamId, email);
          await insertPasswordLink(tx, { user_id, token_hash: sha256(link.token), expires_at: link.expiresAt });
        },
        { team: teamId },
      );
      return link;
    },
    endSessions: (email, { teamId = firstTeamId } = {}) =>
      store.write(async (tx) => deleteSessionsOf(tx, (await requireOwnUser(tx, teamId, email)).id), { team: teamId }),
    remove: (email, { teamId = firstTeamId } = {}) =>
      store.write((tx) => removeMember(tx, teamId, email), { team: teamId }),
  };
}

function checkedMember({ email, name, ...others }: NewMember): NewMember {
  if (!isEmail(email)) throw new UserError(`"${email}" is not an e-mail address, such as owner@example.com.`);
  if (name === undefined) return { email, ...others };
  const checked = nameField().safeParse(name);
  if (checked.success) return { email, ...others, name: checked.data };
  throw new UserError(`The name ${checked.error.issues[0]?.message}, such as "Pat Owner".`);
}

async function addMember(
  tx: Db,
  { teamId, keepsNames }: { teamId: string; keepsNames: boolean },
  { email, name: wantedName, role, staffId }: NewMember,
  now: number,
): Promise<AddedMember> {
  const user = await findUserByEmail(tx, email);
  const name = user && keepsNames && (await isInOtherTeam(tx, user.id, teamId)) ? user.name : wantedName;
  const before = user && (await memberOf(tx, teamId, user.id));
  const shownName = name ?? user?.name;
  if (shownName === undefined) throw new UserError(`There is no user ${email} yet: a new one needs a name.`);
  const id = user?.id ?? newId('usr');
  if (!user) {
    await insertUser(tx, {
      id,
      email: email.toLowerCase(),
      name: shownName,
      password_hash: null,
      created_at: now,
      last_sign_in_at: null,
    });
  } else if (shownName !== user.name) {
    await setName(tx, id, shownName);
  }
  if (before === undefined) {
    await admitUser(tx, { user_id: id, team_id: teamId, role: role ?? 'member', staff_id: null }, now);
  } else if (role !== undefined && role !== before.role) {
    await assertOtherOwner(tx, teamId, before);
    await changeMembership(tx, { user_id: id, team_id: teamId, role });
  }
  if (typeof staffId === 'string') await requirePerson(tx, teamId, staffId);
  if (staffId !== undefined) await changeMembership(tx, { user_id: id, team_id: teamId, staff_id: staffId });
  const member = await memberOf(tx, teamId, id);
  if (!member) throw new Error(`The user ${id} was not added.`);
  const isChanged = shownName !== user?.name || member.role !== before?.role || member.person?.id !== before.person?.id;
  return { member, outcome: before === undefined ? 'added' : isChanged ? 'changed' : 'unchanged' };
}

/** Two users of a team can have the same person, such as an assistant who books for that person: it gives no rights. */
async function requirePerson(db: Db, teamId: string, staffId: string): Promise<void> {
  const person = await findPerson(db, teamId, staffId);
  if (person?.archived_at === null) return;
  throw new UserError(
    person
      ? `${cleanLine(person.name)} (${staffId}) is archived, so that no agenda can open with this person. Nothing was changed.`
      : `The business has no person with the id ${staffId}. Nothing was changed.`,
  );
}

const memberOf = async (db: Db, teamId: string, userId: string): Promise<TeamMember | undefined> =>
  (await membersOf(db, teamId)).find(({ id }) => id === userId);

async function removeMember(tx: Db, teamId: string, email: string): Promise<boolean> {
  const { id } = await requireUser(tx, email);
  const role = await roleIn(tx, id, teamId);
  if (role === undefined) return false;
  await assertOtherOwner(tx, teamId, { id, email, role });
  await dismissMember(tx, id, teamId);
  return true;
}

/** Throws if a member is the last owner of a team. The lock on the team keeps two owners from leaving at once. */
async function assertOtherOwner(tx: Db, teamId: string, user: { id: string; email: string; role: Role }) {
  if (user.role !== 'owner' || (await hasOtherOwner(tx, teamId, user.id))) return;
  throw new UserError(
    `${user.email} is the last owner, and a business must have one. Nothing was changed: make another user an owner first.`,
  );
}

const isInOtherTeam = async (db: Db, userId: string, teamId: string) =>
  (await teamsOf(db, userId)).some(({ id }) => id !== teamId);

/** A member who is in no other team. */
async function requireOwnUser(db: Db, teamId: string, email: string): Promise<UserRow> {
  const user = await requireUser(db, email);
  if (await isInOtherTeam(db, user.id, teamId)) {
    throw new UserError(
      `${user.email} is a user of another business, too, so that this is not yours to change. Nothing was changed: the user can do it under "Account", or the operator of this server with rcpt-mcp users set-password.`,
    );
  }
  if (await roleIn(db, user.id, teamId)) return user;
  throw new UserError(`There is no user with the e-mail address ${email}.`);
}

async function requireUser(db: Db, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new UserError(`There is no user with the e-mail address ${email}.`);
  return user;
}
