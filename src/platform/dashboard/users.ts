import { adminUsers, UserError } from '../admin/users.ts';
import { sha256 } from '../auth/hash.ts';
import { hashPassword } from '../auth/passwords.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { RouteContext } from '../routes/context.ts';
import { accessOfMembers, findPasswordLink } from '../store/accounts/password-links.ts';
import { setPasswordHash } from '../store/accounts/sessions.ts';
import { lockUser, membersOf, type TeamMember } from '../store/accounts/users.ts';
import { toIso, toIsoOrNull } from '../store/time.ts';
import type { Hashing } from './password-check.ts';
import type { DashboardHandlers, DashboardRequest } from './router.ts';

type UserNames = 'listUsers' | 'addUser' | 'createPasswordLink' | 'endUserSessions' | 'removeUser';

/** The users of a team, by the rules of the commands. Users cannot change their own, so that no owner is locked out. */
export function userRoutes({ store, clock }: RouteContext): Pick<DashboardHandlers, UserNames> {
  const usersOf = ({ id }: { id: string }) => adminUsers(store, clock, id);
  /** The user of the path, who must be another one than that of the session. */
  const otherUser = async (request: Pick<DashboardRequest<'removeUser'>, 'team' | 'session' | 'params'>) => {
    const { team, session, params } = request;
    const members = await store.readUncoordinated((db) => membersOf(db, team.id));
    const user = members.find(({ id }) => id === params.user_id);
    if (!user) throw notFound('user');
    refuseOwn(session.user.id === user.id);
    return user;
  };
  return {
    async listUsers({ team }) {
      const [members, { links, sessions }] = await store.read(
        async (db) => [await membersOf(db, team.id), await accessOfMembers(db, team.id, clock.now())] as const,
      );
      return members.map((member) => {
        const isOwn = ({ user_id }: { user_id: string }) => user_id === member.id;
        const [link, [latest, ...earlier]] = [links.find(isOwn), sessions.filter(isOwn)];
        return {
          ...shown(member),
          link_expires_at: link ? toIso(link.expires_at) : null,
          open_sessions: latest ? earlier.length + 1 : 0,
          last_sign_in_at: toIsoOrNull(member.lastSignIn),
          signed_in_at: latest ? toIso(latest.created_at) : null,
        };
      });
    },
    async addUser({ team, session, body }) {
      const email = body.email.trim();
      const { name, role, staff_id: staffId } = body;
      // The own agenda opens as owners choose, who may be people of the business: it changes no right.
      const isPersonAlone = staffId !== undefined && name === undefined && role === undefined;
      refuseOwn(email.toLowerCase() === session.user.email && !isPersonAlone);
      const added = usersOf(team).add({ email, name, role, staffId }, { keepsNames: true });
      const { member, outcome } = await explainRefusal(added);
      return { ...shown(member), outcome };
    },
    async createPasswordLink(request) {
      const { email } = await otherUser(request);
      const { token, expiresAt } = await explainRefusal(usersOf(request.team).createPasswordLink(email));
      return { token, expires_at: toIso(expiresAt) };
    },
    async endUserSessions(request) {
      const { id, email } = await otherUser(request);
      const ended = await explainRefusal(usersOf(request.team).endSessions(email));
      request.context.env?.dashboard?.endSessions({ userId: id });
      return { id, ended_sessions: ended };
    },
    async removeUser(request) {
      const { id, email } = await otherUser(request);
      await explainRefusal(usersOf(request.team).remove(email));
      request.context.env?.dashboard?.endSessions({ userId: id });
      return { id, removed: true };
    },
  };
}

/** Setting a password by a link, without a session. */
export function passwordLinkRoutes(
  { store, clock }: RouteContext,
  hashing: Hashing,
): Pick<DashboardHandlers, 'readPasswordLink' | 'usePasswordLink'> {
  const find = (token: string) => store.read((db) => findPasswordLink(db, sha256(token), clock.now()));
  return {
    async readPasswordLink({ body }) {
      const link = await find(body.token);
      if (!link) throw unusableLink();
      return { email: link.email, expires_at: toIso(link.expires_at) };
    },
    async usePasswordLink({ body, record, context: { env } }) {
      const link = await find(body.token);
      // Before the work of hashing, which only those with a link can cause.
      if (!link) throw unusableLink();
      const { user_id: userId, email } = link;
      return record({ id: userId, email }, async () => {
        const hash = await hashing(() => hashPassword(body.new_password));
        await store.write(async (tx) => {
          await lockUser(tx, userId);
          // Another request may have used or replaced it since.
          if (!(await findPasswordLink(tx, sha256(body.token), clock.now()))) throw unusableLink();
          await setPasswordHash(tx, userId, hash);
        }, 'rows');
        env?.dashboard?.endSessions({ userId });
        return { email };
      });
    },
  };
}

const shown = ({ id, email, name, role, hasPassword, person }: TeamMember) => ({
  id,
  email,
  name,
  role,
  has_password: hasPassword,
  staff_id: person?.id ?? null,
  staff_name: person?.name ?? null,
});

function refuseOwn(isOwn: boolean): void {
  if (!isOwn) return;
  throw refused(
    'This is your own user, which another owner can change. Nothing was changed. Your password and sessions are under "Account".',
  );
}

async function explainRefusal<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    throw error instanceof UserError ? refused(error.message) : error;
  });
}

const refused = (message: string) => new HttpError(400, { error: 'user_refused', message });

const unusableLink = () =>
  new HttpError(400, {
    error: 'link_unusable',
    message:
      'This link has expired, a newer one has replaced it, or a password was set with it already. Nothing was changed. Ask an owner of the business for another link.',
  });
