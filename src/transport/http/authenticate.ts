import type { Authorize } from '../auth/authorize.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { sendJson } from './send-json.ts';

/**
 * Authenticates the caller of a request and selects its view. Each request is authorized independently of earlier ones.
 * `refuseUnauthorized` answers a refusal, after the rate limit.
 */
export function authenticate(authorize: Authorize, fail: (exchange: Exchange, error: unknown) => void): Middleware {
  return (exchange, next) => {
    const proceed = (caller: Awaited<ReturnType<Authorize>>) => {
      exchange.caller = caller;
      if ('view' in caller && caller.principal !== '') exchange.context.principal = caller.principal;
      next();
    };
    const caller = authorize(exchange.incoming.rawHeaders, exchange.context);
    if (caller instanceof Promise) caller.then(proceed).catch((error: unknown) => fail(exchange, error));
    else proceed(caller);
  };
}

/** Answers an unauthorized request, in the form of RFC 6750 and of the SDK. */
export const refuseUnauthorized: Middleware = ({ caller, outgoing }, next) => {
  if (!caller || !('refusal' in caller)) return next();
  const { status, error, message, challenge } = caller.refusal;
  const headers = { 'cache-control': 'no-store', ...(challenge ? { 'www-authenticate': challenge } : {}) };
  sendJson(outgoing, status, { error, error_description: message }, headers);
};
