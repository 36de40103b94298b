import { request, SIGN_IN } from './http.ts';

export type Role = 'owner' | 'admin' | 'member';

export interface Team {
  id: string;
  name: string;
  /** IANA */
  time_zone: string;
  role: Role;
  /** The person with whose agenda the dashboard opens for the user. */
  staff_id: string | null;
}

/** Who is signed in. */
export interface Session {
  user: { id: string; email: string; name: string };
  teams: Team[];
  /** UTC instant. */
  expires_at: string;
  /** True if the server was started with `--read-only`: nothing can be changed. */
  read_only?: boolean;
}

export const readSession = () => request<Session>('GET', '/api/dashboard/session');
export const signIn = (email: string, password: string) => request<Session>('POST', SIGN_IN, { email, password });
export const signOut = () => request('POST', '/api/dashboard/logout', {});
export const signOutEverywhere = () => request('POST', '/api/dashboard/logout-everywhere', {});
export const changePassword = (current: string, replacement: string) =>
  request('POST', '/api/dashboard/password', { current_password: current, new_password: replacement });

/** Owners alone decide who may sign in. */
export const isOwner = ({ role }: Team): boolean => role === 'owner';

/** Members see and book; they do not set up the business, keys, webhooks or sources. */
export const isManager = ({ role }: Team): boolean => role !== 'member';
