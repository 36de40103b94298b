import { request } from './http.ts';
import type { Role } from './session.ts';

/** Who may sign in to a team. Times are UTC instants (docs/dashboard.md). */
export interface User {
  id: string;
  email: string;
  name: string;
  role: Role;
  has_password: boolean;
  /** The person of the team with whose agenda the dashboard opens for the user. */
  staff_id: string | null;
  staff_name: string | null;
  /** End of the link by which the user may set a password. */
  link_expires_at: string | null;
  last_sign_in_at: string | null;
  open_sessions: number;
  /** Beginning of the latest open session. */
  signed_in_at: string | null;
}

const users = (teamId: string, path = '') => `/api/dashboard/teams/${encodeURIComponent(teamId)}/users${path}`;
const userPath = (teamId: string, userId: string, path = '') => users(teamId, `/${encodeURIComponent(userId)}${path}`);

export const listUsers = (teamId: string) => request<User[]>('GET', users(teamId));
export const addUser = (
  teamId: string,
  body: { email: string; name?: string; role?: string; staff_id?: string | null },
) =>
  request<
    Pick<User, 'id' | 'email' | 'role' | 'has_password' | 'staff_name'> & { outcome: 'added' | 'changed' | 'unchanged' }
  >('POST', users(teamId), body);
export const createPasswordLink = (teamId: string, userId: string) =>
  request<{ token: string; expires_at: string }>('POST', userPath(teamId, userId, '/password-link'), {});
export const endUserSessions = (teamId: string, userId: string) =>
  request<{ ended_sessions: number }>('POST', userPath(teamId, userId, '/sign-out'), {});
export const removeUser = (teamId: string, userId: string) => request('DELETE', userPath(teamId, userId), {});

const LINK = '/api/dashboard/password-link';
export const readPasswordLink = (token: string) =>
  request<{ email: string; expires_at: string }>('POST', LINK, { token });
export const usePasswordLink = (token: string, password: string) =>
  request<{ email: string }>('POST', `${LINK}/use`, { token, new_password: password });

/** What follows `?` in the address of a link. What it contains follows `#`, which browsers send to no server. */
const LINK_QUERY = '?password';

export const passwordLink = (token: string) => `${location.origin}${location.pathname}${LINK_QUERY}#${token}`;

/** The token of the link by which the page was opened; undefined without one. It does not stay in the history. */
export function takeLinkToken(): string | undefined {
  if (location.search !== LINK_QUERY) return undefined;
  const token = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return token;
}
