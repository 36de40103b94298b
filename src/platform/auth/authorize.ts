import type { Endpoint, Scope } from '../../contract/index.ts';
import type { PlainRequest } from '../../lib/http/plain-message.ts';
import { forbidden, keyRequired, sessionRequired } from '../http/errors.ts';
import type { Authorize } from '../http/router.ts';
import type { Caller } from './caller.ts';
import { checkKey, type KeyCheckContext } from './keys.ts';
import { adminOfSession, callerOfSession, type SessionContext } from './session-caller.ts';

/** Authenticates the caller of an endpoint (401), then checks the caller's permissions (403). */
export function createAuthorize(keyCheck: KeyCheckContext & SessionContext): Authorize {
  return async (endpoint, request, params, origin) => {
    if (endpoint.auth === 'session') return adminOfSession(keyCheck, request, params.team_id ?? '', origin);
    const key = keyFromHeaders(request);
    if (key === undefined && endpoint.auth === 'public') return null;
    const outcome = origin.session
      ? await callerOfSession(keyCheck, origin.session)
      : key === undefined
        ? 'invalid'
        : await checkKey(keyCheck, key);
    if (outcome === 'invalid') throw origin.session ? sessionRequired() : keyRequired(Boolean(key));
    if (outcome === 'not_a_member') throw forbidden();
    const missing = missingScopes(outcome, endpoint, request);
    if (missing.length > 0) throw forbidden(...missing);
    return outcome;
  };
}

function missingScopes(caller: Caller, endpoint: Endpoint, request: PlainRequest): Scope[] {
  const { scope, scopeBy, partialScope, furtherScope } = endpoint;
  if (partialScope && caller.scopes.includes(partialScope)) return [];
  // Repeated parameters are refused later, with all of them.
  const value = scopeBy && new URL(request.url).searchParams.get(scopeBy.parameter);
  const own = (value && scopeBy?.scopes[value]) || scope;
  return [own, furtherScope].flatMap((needed) => (needed && !caller.scopes.includes(needed) ? needed : []));
}

/** The key from either header. Empty, which no key is, if a header is malformed or the two differ. */
function keyFromHeaders(request: PlainRequest): string | undefined {
  const authorization = request.headers.get('authorization');
  const bearer = authorization === null ? undefined : (/^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '');
  const header = request.headers.get('x-api-key')?.trim();
  if (bearer !== undefined && header !== undefined && bearer !== header) return '';
  return bearer ?? header;
}
