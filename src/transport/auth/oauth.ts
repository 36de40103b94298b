import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Secret } from '../../lib/secrets/secret.ts';
import { bearerToken, hasBearerScheme } from './headers.ts';
import { UnknownKeyError } from './issuer-keys.ts';
import { createJwtVerifier, type Verified } from './jwt.ts';
import { READ_SCOPE, WRITE_SCOPE } from './metadata.ts';
import type { Authenticate, Identified, Principal, Refusal, Scopes } from './principal.ts';
import { findPrincipal, type PrincipalEntry } from './principals-file.ts';

const BOTH: Scopes = [READ_SCOPE, WRITE_SCOPE];

interface OAuthOptions {
  issuer: URL;
  /** The URL of this server that clients use, ending in `/mcp`: the audience of its tokens (RFC 8707). */
  resource: string;
  /** The URL of its metadata. */
  metadataUrl: string;
  /** Returns the principals to which the operator gives access. */
  principals: () => Promise<readonly PrincipalEntry[]>;
  /** Returns a function that reads the current key from a file. */
  keyFrom(file: string): () => Promise<Secret>;
  /** The toolsets of an entry that names none. */
  toolsets: readonly string[];
  logger: Logger;
}

/**
 * Identifies callers by access tokens of the operator's issuer (MCP 2026-07-28, Authorization). A token is verified and
 * never forwarded: requests to the platform use the key that the operator configured for its subject.
 */
export function oauthAuthentication(options: OAuthOptions): Authenticate {
  const { principals, logger, metadataUrl } = options;
  const verifying = createFailureLog(logger, {
    failure: 'all requests are refused: access tokens cannot be verified',
    recovery: 'access tokens are verified again',
  });
  const verify = createJwtVerifier({ issuer: options.issuer, audience: options.resource, logger });
  const challenge = `resource_metadata="${metadataUrl}", scope="${READ_SCOPE}"`;
  const missing: Refusal = {
    status: 401,
    error: 'unauthorized',
    message: 'An access token is needed: log in at the issuer that the metadata names.',
    challenge: `Bearer ${challenge}`,
  };
  const refusal = (status: 401 | 403, error: string, message: string): Refusal => ({
    status,
    error,
    message,
    challenge: `Bearer error="${error}", ${challenge}`,
  });
  const invalid = refusal(
    401,
    'invalid_token',
    'The access token is not valid: it is malformed, expired, of another issuer, or for another server.',
  );
  const insufficientScope = refusal(403, 'insufficient_scope', `The access token lacks the scope ${READ_SCOPE}.`);
  return async (headers): Promise<Identified> => {
    const token = bearerToken(headers.authorization);
    if (token === undefined) return { refusal: hasBearerScheme(headers.authorization) ? invalid : missing };
    let verified: Verified;
    let entries: readonly PrincipalEntry[];
    try {
      [verified, entries] = await Promise.all([verify(token), principals()]);
      // A malformed token is refused without the keys of the issuer.
      if ('claims' in verified) verifying.succeeded();
    } catch (error) {
      if (!(error instanceof UnknownKeyError)) verifying.failed(error);
      return { refusal: UNAVAILABLE };
    }
    if ('problem' in verified) return { refusal: { ...invalid, detail: verified.problem } };
    const { claims } = verified;
    const scopes = scopesOf(claims);
    const canWrite = scopes.includes(WRITE_SCOPE);
    if (!canWrite && !scopes.includes(READ_SCOPE)) return { refusal: insufficientScope };
    const entry = findPrincipal(entries, claims);
    if (!entry) return { refusal: ACCESS_DENIED };
    return { principal: principalFor(entry, claims, canWrite ? undefined : BOTH, options) };
  };
}

const UNAVAILABLE: Refusal = {
  status: 503,
  error: 'temporarily_unavailable',
  message: 'Requests cannot be authenticated at the moment. The operator finds the reason in the log.',
};
const ACCESS_DENIED: Refusal = {
  status: 403,
  error: 'access_denied',
  message: 'The access token is valid, but the operator has given its subject no access to this server.',
};

function principalFor(
  { name, claim, keyFile, toolsets, readOnly }: PrincipalEntry,
  { iss, sub }: JWTPayload,
  missingScopes: Scopes | undefined,
  options: OAuthOptions,
): Principal {
  return {
    id: `oauth ${hashOf([iss, sub, keyFile])}`,
    // Several subjects can have the value of another claim, such as a group: the log must distinguish them.
    name: claim === 'sub' ? name : `${name} ${hashOf([iss, sub]).slice(0, 8)}`,
    toolsets: toolsets ?? options.toolsets,
    readOnly,
    missingScopes,
    ...(keyFile === undefined
      ? {}
      : {
          platformKey: options.keyFrom(keyFile),
          keyAdvice: "The operator must put a valid key into this caller's api_key_file of --principals.",
        }),
  };
}

const hashOf = (values: readonly unknown[]) => createHash('sha256').update(JSON.stringify(values)).digest('hex');

/** Reads `scope` (RFC 9068, 2.2.3), or `scp` of some issuers. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  const claim = scope ?? scp;
  if (Array.isArray(claim)) return claim.map(String);
  return typeof claim === 'string' ? claim.split(' ') : [];
}
