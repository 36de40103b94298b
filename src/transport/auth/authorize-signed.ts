import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { type Authorized, type AuthorizeOptions, createAuthorize } from './authorize.ts';
import type { Principal, Refusal } from './principal.ts';

/**
 * Identifies who signs a message, in constant time; undefined if no known secret does.
 * @param body as received: a signature covers these bytes.
 */
export type VerifySigned = (headers: Headers, body: Uint8Array) => Promise<Principal | undefined>;

/** Authorizes a request by what signs its body. Undefined if nothing that is known does. */
export type AuthorizeSigned = (rawHeaders: readonly string[], body: Uint8Array) => Promise<Authorized | undefined>;

interface AuthorizeSignedOptions extends Omit<AuthorizeOptions, 'authenticate'> {
  verify: VerifySigned;
  logger: Logger;
}

const UNVERIFIABLE: Refusal = {
  status: 503,
  error: 'temporarily_unavailable',
  message:
    'Signatures cannot be verified at the moment: the secrets cannot be read. Nothing was done. The operator finds the reason in the log.',
};

/** Authorizes signed requests, with the same restrictions by headers as requests with a token. */
export function createAuthorizeSigned({ verify, logger, ...options }: AuthorizeSignedOptions): AuthorizeSigned {
  const verifying = createFailureLog(logger, {
    failure: 'signed messages are refused: their signatures cannot be verified',
    recovery: 'signatures are verified again',
  });
  return async (rawHeaders, body) => {
    const identified = await identify(rawHeaders, body);
    return identified && createAuthorize({ ...options, authenticate: () => identified })(rawHeaders);
  };

  async function identify(rawHeaders: readonly string[], body: Uint8Array) {
    try {
      const principal = await verify(headersOf(rawHeaders), body);
      verifying.succeeded();
      return principal && { principal };
    } catch (error) {
      verifying.failed(error);
      return { refusal: UNVERIFIABLE };
    }
  }
}

/** The values of a header that occurs twice are joined, which no signature is. */
function headersOf(rawHeaders: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
  }
  return headers;
}
