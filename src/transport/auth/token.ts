import { equalInConstantTime } from '../../lib/crypto/timing-safe.ts';
import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { bearerToken, hasBearerScheme } from './headers.ts';
import type { Authenticate, Identified, Refusal } from './principal.ts';
import { type TokenEntry, tokenHash } from './token-file.ts';

interface TokenOptions {
  /** Returns the tokens that are currently in the file. */
  tokens: () => Promise<readonly TokenEntry[]>;
  /** The toolsets of a token that names none. */
  toolsets: readonly string[];
  clock: Clock;
  logger: Logger;
}

const UNKNOWN: Refusal = {
  status: 401,
  error: 'invalid_token',
  message: 'The bearer token is unknown, revoked or expired. The operator makes one with rcpt-mcp tokens create.',
  challenge: 'Bearer realm="rcpt-mcp", error="invalid_token"',
};
const MISSING: Refusal = {
  status: 401,
  error: 'unauthorized',
  message:
    'A bearer token is needed: send Authorization: Bearer rcpt_token_… The operator makes one with rcpt-mcp tokens create.',
  challenge: 'Bearer realm="rcpt-mcp"',
};
const UNREADABLE: Refusal = {
  status: 503,
  error: 'temporarily_unavailable',
  message:
    'Requests cannot be authenticated at the moment: the list of tokens cannot be read. The operator finds the reason in the log.',
};

/** Identifies callers by the bearer tokens (RFC 6750) in the operator's file. */
export function tokenAuthentication({ tokens, toolsets, clock, logger }: TokenOptions): Authenticate {
  const byHash = hashIndex();
  const reading = createFailureLog(
    logger,
    {
      failure: 'all requests are refused: the file of tokens cannot be read',
      recovery: 'the file of tokens is read again',
    },
    clock,
  );
  return async (headers): Promise<Identified> => {
    const token = bearerToken(headers.authorization);
    if (token === undefined) return { refusal: hasBearerScheme(headers.authorization) ? UNKNOWN : MISSING };
    let entries: readonly TokenEntry[];
    try {
      entries = await tokens();
      reading.succeeded();
    } catch (error) {
      reading.failed(error);
      return { refusal: UNREADABLE };
    }
    const entry = byHash(entries, tokenHash(token));
    if (!entry) return { refusal: UNKNOWN };
    if (entry.expires !== undefined && entry.expires <= clock.now()) {
      const detail = `the token ${JSON.stringify(entry.name)} expired on ${new Date(entry.expires).toISOString()}`;
      return { refusal: { ...UNKNOWN, detail } };
    }
    const { name, sha256, readOnly, profile } = entry;
    return { principal: { id: `token ${sha256}`, name, toolsets: entry.toolsets ?? toolsets, readOnly, profile } };
  };
}

/**
 * Finds an entry by the hash of the received token. The duration of the lookup may reveal something about the hash, which
 * does not lead to the token; the hashes themselves are compared in constant time.
 */
function hashIndex() {
  let indexed: readonly TokenEntry[] = [];
  let index = new Map<string, TokenEntry>();
  return (entries: readonly TokenEntry[], hash: string): TokenEntry | undefined => {
    if (entries !== indexed) {
      index = new Map(entries.map((entry) => [entry.sha256, entry]));
      indexed = entries;
    }
    const entry = index.get(hash);
    return entry && equalInConstantTime(hash, entry.sha256) ? entry : undefined;
  };
}
