import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Logger } from '../../lib/logging/logger.ts';
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

interface JwtOptions {
  issuer: URL;
  /** The URL of this server in the `aud` claim of its tokens (RFC 8707). */
  audience: string;
  logger: Logger;
}

/** The claims of a valid access token, or what is wrong with it, without anything that it contains. */
export type Verified = { claims: JWTPayload } | { problem: string };

/**
 * Returns a function that verifies access tokens: signature by the issuer's keys, issuer, audience, times, algorithm and
 * type.
 * @throws IssuerUnavailableError
 */
export function createJwtVerifier({ issuer, audience, logger }: JwtOptions): (token: string) => Promise<Verified> {
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
      if (!TYPES.includes(protectedHeader.typ?.toLowerCase()))
        return { problem: 'its type (typ) is not at+jwt or jwt' };
      return hasValidClaims(payload) ? { claims: payload } : { problem: 'its sub or exp has no valid value' };
    } catch (error) {
      if (error instanceof errors.JOSEError) return { problem: problemOf(error, { name, audience }) };
      throw error;
    }
  };
}

function problemOf(error: errors.JOSEError, expected: { name: string; audience: string }): string {
  if (error instanceof errors.JWTExpired) return 'it has expired (exp)';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (reason === 'missing') return `it has no ${claim}`;
    if (claim === 'aud') return `its audience (aud) is not ${expected.audience}`;
    if (claim === 'iss') return `its issuer (iss) is not ${expected.name}`;
    if (claim === 'nbf') return 'it is not valid yet (nbf): compare the clocks of the issuer and of this server';
    return `its ${claim} has no valid value`;
  }
  return PROBLEMS[error.code] ?? 'it is no signed JSON Web Token';
}

/** By error code of `jose`. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: 'its signature algorithm (alg) is not accepted',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "its signature is not that of the issuer's key",
  ERR_JWKS_NO_MATCHING_KEY: 'the issuer has no key with its kid and alg',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'it has no kid, and the issuer has several keys for its alg',
};

/** The last second that `Date` can represent. With a later `exp` a token would never expire. */
const MAX_DATE_S = 8.64e12;

/** Returns whether the required claims have valid values (RFC 7519, 4.1): jose checks only that they are present. */
function hasValidClaims({ sub, exp = Number.POSITIVE_INFINITY }: JWTPayload): boolean {
  return typeof sub === 'string' && sub !== '' && exp <= MAX_DATE_S;
}
