import type { Scope } from '../../contract/index.ts';
import { scopesOf } from '../auth/role-scopes.ts';
import type { KeyOfUser } from '../store/accounts/keys.ts';
import type { BusinessDefinition } from './definition.ts';

/** An API key in use that loses access or scopes when users change. */
export interface LimitedKey {
  id: string;
  name: string;
  /** `no_access`: its user is no longer in the team. */
  status: 'active' | 'no_access';
  /** Those that are left. */
  scopes: Scope[];
}

/** The keys in use that lose access or scopes, by the users of the business after a change. */
export function limitedKeys(
  keys: readonly KeyOfUser[],
  { users }: Pick<BusinessDefinition, 'users'>,
  now: number,
): LimitedKey[] {
  const roles = new Map(users.map(({ email, role }) => [email, role]));
  return keys.flatMap<LimitedKey>(({ id, name, email, role, scopes_json, revoked_at, expires_at }) => {
    if (role === null || revoked_at !== null || expires_at <= now) return [];
    const roleAfter = email === null ? undefined : roles.get(email);
    if (roleAfter === undefined) return [{ id, name, status: 'no_access', scopes: [] }];
    const before = (JSON.parse(scopes_json) as Scope[]).filter((scope) => scopesOf(role).includes(scope));
    const scopes = before.filter((scope) => scopesOf(roleAfter).includes(scope));
    return scopes.length === before.length ? [] : [{ id, name, status: 'active', scopes }];
  });
}
