import type { AuthorizeSigned } from '../auth/authorize-signed.ts';
import { TOKEN_PREFIX } from '../auth/token-file.ts';
import { setCaller } from '../http/authenticate.ts';
import type { Exchange, Middleware } from '../http/exchange.ts';

/** Headers of Vapi's Custom Credentials: HMAC, Standard Webhooks, the secret itself (docs.vapi.ai, "Server authentication"). */
const SIGNATURES: ReadonlySet<string> = new Set([
  'x-signature',
  'webhook-signature',
  'svix-signature',
  'x-vapi-secret',
]);

/**
 * Authenticates messages of Vapi by their signature, as an alternative to the token. The body of a message with something
 * like a signature is received before that; until the signature is verified, the message counts for its address.
 */
export function authenticateSigned(
  authorize: AuthorizeSigned | undefined,
  receiveBody: Middleware,
  fail: (exchange: Exchange, error: unknown) => void,
): Middleware {
  return (exchange, next) => {
    const { incoming } = exchange;
    if (!authorize || !mayBeSigned(incoming.rawHeaders)) return next();
    exchange.isSigned = false;
    const verify = async () => {
      const caller = await authorize(incoming.rawHeaders, incoming.rawBody ?? Buffer.alloc(0));
      if (caller) {
        exchange.isSigned = true;
        setCaller(exchange, caller);
      }
      next();
    };
    receiveBody(exchange, () => void verify().catch((error: unknown) => fail(exchange, error)));
  };
}

/** A bearer token of this server is no shared secret of a source. */
function mayBeSigned(rawHeaders: readonly string[]): boolean {
  const bearer = `bearer ${TOKEN_PREFIX}`;
  return rawHeaders.some((name, index) => {
    if (index % 2 === 1) return false;
    const header = name.toLowerCase();
    if (header !== 'authorization') return SIGNATURES.has(header);
    return !rawHeaders[index + 1]?.toLowerCase().startsWith(bearer);
  });
}
