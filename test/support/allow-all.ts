import type { Authorize, CallerView } from '../../src/transport/auth/authorize.ts';

/** Serves all clients the same view: for servers without authentication. */
export function allowAll(view: CallerView): Authorize {
  return () => ({ view, principal: '' });
}
