import type { Scope } from '../../contract/index.ts';

/** Who sent a request, once it is known that they may. */
export interface Caller {
  teamId: string;
  userId: string;
  /** None for a dashboard session, which reaches no endpoint that needs one. */
  scopes: readonly Scope[];
}
