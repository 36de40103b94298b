import { noteRefusal } from '../../lib/http/refusal.ts';
import type { Authorize, Authorized } from '../auth/authorize.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { sendJson } from './send-json.ts';

/**
 * Authenticates the caller of a request by its headers, unless its signature has done so, and selects its view. Each request is authorized independently of earlier ones.
 * `refuseUnauthorized` answers a refusal, after the rate limit.
 */
export function authenticate(authorize: Authorize, fail: (exchange: Exchange, error: unknown) => void): Middleware {
  return (exchange, next) => {
    if (exchange.caller) return next();
    const proceed = (caller: Authorized) => {
      setCaller(exchange, caller);
      next();
    };
    const caller = authorize(exchange.incoming.rawHeaders);
    if (caller instanceof Promise) caller.then(proceed).catch((error: unknown) => fail(exchange, error));
    else proceed(caller);
  };
}

export function setCaller(exchange: Exchange, caller: Authorized): void {
  exchange.caller = caller;
  if ('view' in caller && caller.principal !== '') exchange.context.principal = caller.principal;
}

/** Answers an unauthorized request, in the form of RFC 6750 and of the SDK. */
export const refuseUnauthorized: Middleware = ({ caller, isSigned, outgoing }, next) => {
  if (!caller || !('refusal' in caller)) return next();
  const { status, error, detail, challenge } = caller.refusal;
  const message = isSigned === false && status === 401 ? WRONG_SIGNATURE : caller.refusal.message;
  const headers = { 'cache-control': 'no-store', ...(challenge ? { 'www-authenticate': challenge } : {}) };
  noteRefusal(outgoing, error, detail);
  sendJson(outgoing, status, { error, error_description: message }, headers);
};

const WRONG_SIGNATURE =
  'The request has neither a valid token nor a valid signature: the secret must be that of a source of Vapi (rcpt-mcp calls sources list), and the clock of this server must be right. Nothing was done.';
