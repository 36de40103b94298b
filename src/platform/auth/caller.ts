import type { Scope } from '../../contract/index.ts';

/** The authenticated and authorized sender of a request. */
export interface Caller {
  teamId: string;
  /** Who acts, as records of what was done name it: `API key front desk (key_…)`. */
  actor: string;
  /** The user of a dashboard session. */
  user?: { id: string; email: string };
  /** Empty for a dashboard session, which can call no endpoint that requires a scope. */
  scopes: readonly Scope[];
}

/** How records of what was done name a user of the dashboard. */
export const actorOf = ({ email }: { email: string }) => `user ${email} (dashboard)`;
