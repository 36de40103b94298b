import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { BodyTooLargeError, readBody } from '../../lib/http/read-body.ts';
import { setBackDetector } from '../../lib/time/clock.ts';
import { issuerNames } from './metadata.ts';

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
const TIMEOUT_MS = 5_000;
/** Keys are fetched again after ten minutes, and for an unknown key id, but not more than once in the cooldown. */
export const KEYS_MAX_AGE_MS = 10 * 60_000;
const KEYS_COOLDOWN_MS = 5_000;

/** The issuer's keys cannot be fetched, so a token can be neither accepted nor refused. */
class IssuerUnavailableError extends Error {
  override readonly name = 'IssuerUnavailableError';
}

export interface JwtOptions {
  issuer: URL;
  /** The URL of this server in the `aud` claim of its tokens (RFC 8707). */
  audience: string;
}

/**
 * Returns a function that verifies access tokens: signature by the issuer's keys, issuer, audience, times, algorithm and
 * type. It returns the claims, or undefined for an invalid token.
 * @throws IssuerUnavailableError
 */
export function createJwtVerifier({
  issuer,
  audience,
}: JwtOptions): (token: string) => Promise<JWTPayload | undefined> {
  let keys: Promise<IssuerKeys> | undefined;
  const wasSetBack = setBackDetector();
  const keySet = () => {
    // jose measures the age of the keys by the wall clock: set back, it would not fetch a new key for that long.
    if (wasSetBack(Date.now(), performance.now())) keys = undefined;
    keys ??= discover(issuer).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  return async (token) => {
    const { name, jwks } = await keySet();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, jwks, {
        issuer: name,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: LEEWAY_S,
        requiredClaims: ['exp', 'sub'],
      });
      return TYPES.includes(protectedHeader.typ?.toLowerCase()) && hasValidClaims(payload) ? payload : undefined;
    } catch (error) {
      if (isInvalidToken(error)) return undefined;
      throw new IssuerUnavailableError('the keys of the issuer are unavailable', { cause: error });
    }
  };
}

/** The last second that `Date` can represent. With a later `exp` a token would never expire. */
const MAX_DATE_S = 8.64e12;

/** Returns whether the required claims have valid values (RFC 7519, 4.1): jose checks only that they are present. */
function hasValidClaims({ sub, exp = Number.POSITIVE_INFINITY }: JWTPayload): boolean {
  return typeof sub === 'string' && sub !== '' && exp <= MAX_DATE_S;
}

/** Returns whether the token is invalid. Otherwise the issuer's keys are unavailable. */
function isInvalidToken(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // jose throws the generic error if the response is no key set.
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

interface IssuerKeys {
  /** The identifier of the issuer, as its tokens have it. */
  name: string;
  jwks: ReturnType<typeof createRemoteJWKSet>;
}

/** Finds the issuer's keys with its metadata (RFC 8414, 3.1; OpenID Connect Discovery, 4). */
async function discover(issuer: URL): Promise<IssuerKeys> {
  const suffix = issuer.pathname.replace(/\/$/, '');
  const paths = [
    `/.well-known/oauth-authorization-server${suffix}`,
    `/.well-known/openid-configuration${suffix}`,
    `${suffix}/.well-known/openid-configuration`,
  ];
  let cause: unknown;
  for (const path of new Set(paths)) {
    try {
      const { name, address } = await readMetadata(new URL(path, issuer), issuerNames(issuer));
      const times = { cooldownDuration: KEYS_COOLDOWN_MS, cacheMaxAge: KEYS_MAX_AGE_MS, timeoutDuration: TIMEOUT_MS };
      return { name, jwks: createRemoteJWKSet(address, { ...times, [customFetch]: issuerFetch }) };
    } catch (error) {
      cause = error;
    }
  }
  throw new IssuerUnavailableError('the metadata of the issuer is unavailable', { cause });
}

async function readMetadata(metadata: URL, names: readonly string[]): Promise<{ name: string; address: URL }> {
  const response = await issuerFetch(metadata, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${metadata.pathname}: ${response.status}`);
  const { issuer: name, jwks_uri: keys } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  // Metadata that names another issuer must not be used (RFC 8414, 3.3).
  if (typeof name !== 'string' || !names.includes(name)) throw new Error(`${metadata.pathname} is of another issuer`);
  const address = new URL(String(keys));
  if (address.protocol !== 'https:' && address.host !== metadata.host) throw new Error('jwks_uri is not https');
  return { name, address };
}

/** Larger than the metadata or the keys of any issuer. */
export const MAX_BYTES = 1024 * 1024;

/** Fetches a document of an issuer, without redirects and with a limited size. */
async function issuerFetch(url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  try {
    return new Response(await readBody(response.body, MAX_BYTES), { status: response.status });
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    throw new Error(`the issuer's answer is longer than ${MAX_BYTES} bytes`);
  }
}
