import type { Endpoint } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { forbidden, unauthorized } from '../http/errors.ts';
import type { Authorize } from '../http/router.ts';
import { roleIn } from '../store/people.ts';
import { findSession } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Caller } from './caller.ts';
import { sha256 } from './hash.ts';
import { checkKey, type KeyCheckContext } from './keys.ts';
import { requireSameOrigin } from './origin.ts';
import { sessionToken } from './sessions.ts';

/** Decides who calls an endpoint and whether they may: 401 first, then 403. */
export function createAuthorize(keyCheck: KeyCheckContext): Authorize {
  const { store, clock } = keyCheck;
  return async (endpoint, request, params) => {
    if (endpoint.auth === 'session') return callerFromSession(store, clock, request, params.team_id ?? '');
    const key = keyFromHeaders(request);
    if (key === undefined && endpoint.auth === 'public') return null;
    const outcome = key === undefined ? 'invalid' : await checkKey(keyCheck, key);
    if (outcome === 'invalid') throw unauthorized();
    if (outcome === 'lost_team' || !hasScope(outcome, endpoint)) throw forbidden();
    return outcome;
  };
}

function hasScope(caller: Caller, { scope }: Endpoint): boolean {
  return scope === null || caller.scopes.includes(scope);
}

/** The key of either header; empty, which no key is, when a header is unusable or the two disagree. */
function keyFromHeaders(request: Request): string | undefined {
  const authorization = request.headers.get('authorization');
  const bearer = authorization === null ? undefined : (/^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '');
  const header = request.headers.get('x-api-key')?.trim();
  if (bearer !== undefined && header !== undefined && bearer !== header) return '';
  return bearer ?? header;
}

/** A signed-in admin or owner of the team in the path. Anything else about the team is not told apart. */
async function callerFromSession(store: Store, clock: Clock, request: Request, teamId: string): Promise<Caller> {
  const token = sessionToken(request);
  if (token === undefined) throw unauthorized();
  const caller = await store.read(async (db) => {
    const session = await findSession(db, sha256(token));
    if (!session || session.expires_at <= clock.now()) throw unauthorized();
    const role = await roleIn(db, session.user_id, teamId);
    if (role !== 'admin' && role !== 'owner') throw forbidden();
    return { teamId, userId: session.user_id, scopes: [] };
  });
  requireSameOrigin(request);
  return caller;
}
