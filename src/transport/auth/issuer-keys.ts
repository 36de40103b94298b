import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { lazy } from '../../lib/concurrency/lazy.ts';
import { BodyTooLargeError, readBody } from '../../lib/http/read-body.ts';
import { createFailureLog, type FailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { setBackDetector } from '../../lib/time/clock.ts';
import { issuerNames } from './metadata.ts';

const TIMEOUT_MS = 5_000;
/**
 * Keys are fetched again after ten minutes, and for an unknown key id, but not more than once in the cooldown, whether or
 * not that succeeds: any client can send tokens.
 */
export const KEYS_MAX_AGE_MS = 10 * 60_000;
const KEYS_COOLDOWN_MS = 5_000;

/** The issuer's keys cannot be fetched, so a token can be neither accepted nor refused. */
class IssuerUnavailableError extends Error {
  override readonly name: string = 'IssuerUnavailableError';
}

/** The key of a token is none of the cached ones, and the issuer's present keys cannot be fetched. Other tokens are verified. */
export class UnknownKeyError extends IssuerUnavailableError {
  override readonly name = 'UnknownKeyError';
}

interface IssuerKeys {
  /** The identifier of the issuer, as its tokens have it. */
  name: string;
  /** Fails with an `IssuerUnavailableError`, or with a `JOSEError` if the token is invalid. */
  getKey: JWTVerifyGetKey;
}

/** Returns a function that finds the issuer's keys. They are cached. @throws IssuerUnavailableError */
export function issuerKeys(issuer: URL, logger: Logger): () => Promise<IssuerKeys> {
  const unknown = createFailureLog(logger, {
    failure: 'access tokens with an unknown key are refused: the keys of the issuer cannot be fetched',
    recovery: 'the keys of the issuer are fetched again',
  });
  const create = () =>
    lazy(async () => {
      const { name, address } = await discover(issuer);
      return { name, getKey: keysAt(address, unknown) };
    }, KEYS_COOLDOWN_MS);
  const wasSetBack = setBackDetector();
  let keys = create();
  return () => {
    // jose measures the age of the keys by the wall clock: set back, it would not fetch a new key for that long.
    if (wasSetBack(Date.now(), performance.now())) keys = create();
    return keys.get();
  };
}

function keysAt(address: URL, unknown: FailureLog): JWTVerifyGetKey {
  let failed: { error: unknown; until: number } | undefined;
  /** Fetches the keys, unless that failed a moment ago: jose has a cooldown after a success only. */
  const fetchKeys = async (url: string, init: RequestInit): Promise<Response> => {
    if (failed && performance.now() < failed.until) throw failed.error;
    try {
      const response = await issuerFetch(url, init);
      if (response.status !== 200) throw new Error(`${address.pathname}: ${response.status}`);
      const keys = (await response.json()) as JSONWebKeySet;
      // Throws if it is no key set.
      createLocalJWKSet(keys);
      unknown.succeeded();
      return Response.json(keys);
    } catch (cause) {
      const error = new IssuerUnavailableError('the keys of the issuer are unavailable', { cause });
      failed = { error, until: performance.now() + KEYS_COOLDOWN_MS };
      throw error;
    }
  };
  const jwks = createRemoteJWKSet(address, {
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: fetchKeys,
  });
  return async (header, token) => {
    try {
      return await jwks(header, token);
    } catch (error) {
      if (!(error instanceof IssuerUnavailableError && jwks.fresh)) throw error;
      unknown.failed(error);
      throw new UnknownKeyError(error.message, { cause: error.cause });
    }
  };
}

/** Finds the issuer's keys with its metadata (RFC 8414, 3.1; OpenID Connect Discovery, 4). */
async function discover(issuer: URL): Promise<{ name: string; address: URL }> {
  const suffix = issuer.pathname.replace(/\/$/, '');
  const paths = [
    `/.well-known/oauth-authorization-server${suffix}`,
    `/.well-known/openid-configuration${suffix}`,
    `${suffix}/.well-known/openid-configuration`,
  ];
  let cause: unknown;
  for (const path of new Set(paths)) {
    try {
      return await readMetadata(new URL(path, issuer), issuerNames(issuer));
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
