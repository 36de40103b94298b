import { ALL_SCOPES, type Scope } from '../../contract/index.ts';
import type { Role } from '../store/schema/schema.ts';

/** What members who are neither owner nor admin may not do. */
const ADMIN_SCOPES: readonly Scope[] = ['webhooks:manage', 'business:manage'];

/** The scopes that a role has in the dashboard. API keys of its users have no others. */
export const scopesOf = (role: Role): readonly Scope[] =>
  role === 'member' ? ALL_SCOPES.filter((scope) => !ADMIN_SCOPES.includes(scope)) : ALL_SCOPES;

export const isAdmin = (role: Role | undefined) => role === 'admin' || role === 'owner';
