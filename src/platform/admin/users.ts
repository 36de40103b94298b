import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../auth/passwords.ts';
import type { Db, UserRow } from '../store/schema.ts';
import { setPasswordHash } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { deleteMembership, findUserByEmail, membersOf, type TeamMember } from '../store/users.ts';

export interface AdminUsers {
  /** Lists the members of a team (default: the first), sorted by e-mail address. */
  list(options?: { teamId?: string }): Promise<TeamMember[]>;
  /**
   * Sets a user's dashboard password and ends all sessions of the user. Rejects if there is no such user, or if the
   * password is too short or too long.
   */
  setPassword(email: string, password: string): Promise<void>;
  /** Revokes the access of a user and of the user's keys to a team (default: the first). Returns false if there was none. */
  removeFromTeam(email: string, options?: { teamId?: string }): Promise<boolean>;
}

export function adminUsers(store: Store, firstTeamId: string): AdminUsers {
  return {
    list: ({ teamId = firstTeamId } = {}) => store.read((db) => membersOf(db, teamId)),
    async setPassword(email, password) {
      if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
        throw new Error(`A password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
      }
      const hash = await hashPassword(password);
      await store.write(async (tx) => setPasswordHash(tx, (await requireUser(tx, email)).id, hash), 'rows');
    },
    removeFromTeam: (email, { teamId = firstTeamId } = {}) =>
      store.write(async (tx) => deleteMembership(tx, (await requireUser(tx, email)).id, teamId), { team: teamId }),
  };
}

async function requireUser(db: Db, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`There is no user with the e-mail address ${email}.`);
  return user;
}
