import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Logger } from '../../lib/logger.ts';
import { issuerKeys } from './issuer-keys.ts';

/** Asymmetric signatures only: a client could make a symmetric one with a public key. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** RFC 9068 requires `at+jwt`; many issuers use `jwt` or omit the type. */
const TYPES: readonly (string | undefined)[] = ['at+jwt', 'application/at+jwt', 'jwt', undefined];
/** Tolerated clock skew between an issuer and this machine, in seconds. */
const LEEWAY_S = 10;

export interface JwtOptions {
  issuer: URL;
  /** The URL of this server in the `aud` claim of its tokens (RFC 8707). */
  audience: string;
  logger: Logger;
}

/**
 * Returns a function that verifies access tokens: signature by the issuer's keys, issuer, audience, times, algorithm and
 * type. It returns the claims, or undefined for an invalid token.
 * @throws IssuerUnavailableError
 */
export function createJwtVerifier({
  issuer,
  audience,
  logger,
}: JwtOptions): (token: string) => Promise<JWTPayload | undefined> {
  const keys = issuerKeys(issuer, logger);
  return async (token) => {
    const { name, getKey } = await keys();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, getKey, {
        issuer: name,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: LEEWAY_S,
        requiredClaims: ['exp', 'sub'],
      });
      return TYPES.includes(protectedHeader.typ?.toLowerCase()) && hasValidClaims(payload) ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };
}

/** The last second that `Date` can represent. With a later `exp` a token would never expire. */
const MAX_DATE_S = 8.64e12;

/** Returns whether the required claims have valid values (RFC 7519, 4.1): jose checks only that they are present. */
function hasValidClaims({ sub, exp = Number.POSITIVE_INFINITY }: JWTPayload): boolean {
  return typeof sub === 'string' && sub !== '' && exp <= MAX_DATE_S;
}
