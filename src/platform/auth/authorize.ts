import type { Endpoint } from '../../contract/index.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { forbidden, unauthorized } from '../http/errors.ts';
import type { Authorize } from '../http/router.ts';
import { findSession } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { roleIn } from '../store/users.ts';
import type { Caller } from './caller.ts';
import { sha256 } from './hash.ts';
import { checkKey, type KeyCheckContext } from './keys.ts';
import { requireSameOrigin } from './origin.ts';
import { sessionToken } from './sessions.ts';

/** Authenticates the caller of an endpoint (401), then checks the caller's permissions (403). */
export function createAuthorize(keyCheck: KeyCheckContext): Authorize {
  const { store, clock } = keyCheck;
  return async (endpoint, request, params) => {
    if (endpoint.auth === 'session') return callerFromSession(store, clock, request, params.team_id ?? '');
    const key = keyFromHeaders(request);
    if (key === undefined && endpoint.auth === 'public') return null;
    const outcome = key === undefined ? 'invalid' : await checkKey(keyCheck, key);
    if (outcome === 'invalid') throw unauthorized();
    if (outcome === 'not_a_member' || !hasScope(outcome, endpoint)) throw forbidden();
    return outcome;
  };
}

function hasScope(caller: Caller, { scope, furtherScope }: Endpoint): boolean {
  return [scope, furtherScope].every((needed) => !needed || caller.scopes.includes(needed));
}

/** The key from either header. Empty, which no key is, if a header is malformed or the two differ. */
function keyFromHeaders(request: Request): string | undefined {
  const authorization = request.headers.get('authorization');
  const bearer = authorization === null ? undefined : (/^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '');
  const header = request.headers.get('x-api-key')?.trim();
  if (bearer !== undefined && header !== undefined && bearer !== header) return '';
  return bearer ?? header;
}

/** The signed-in admin or owner of the team in the path. An unknown team and a missing role get the same 403. */
async function callerFromSession(store: Store, clock: Clock, request: Request, teamId: string): Promise<Caller> {
  const token = sessionToken(request);
  if (token === undefined) throw unauthorized();
  const caller = await store.read(async (db) => {
    const session = await findSession(db, sha256(token));
    if (!session || session.expires_at <= clock.now()) throw unauthorized();
    const role = await roleIn(db, session.user_id, teamId);
    if (role !== 'admin' && role !== 'owner') throw forbidden();
    return { teamId, userId: session.user_id, scopes: [], actor: `user ${session.user_id}` };
  });
  requireSameOrigin(request);
  return caller;
}
