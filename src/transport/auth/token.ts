import { equalInConstantTime } from '../../lib/crypto/timing-safe.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { bearerToken } from './headers.ts';
import type { Authenticate, Identified, Refusal } from './principal.ts';
import { type TokenEntry, tokenHash } from './token-file.ts';

export interface TokenOptions {
  /** The tokens that hold now. */
  tokens: () => Promise<readonly TokenEntry[]>;
  /** What a token opens that does not say it. */
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
  error: 'invalid_token',
  message:
    'A bearer token is needed: send Authorization: Bearer rcpt_token_… The operator makes one with rcpt-mcp tokens create.',
  challenge: 'Bearer realm="rcpt-mcp"',
};
const UNREADABLE: Refusal = {
  status: 503,
  error: 'temporarily_unavailable',
  message:
    'Nobody can be let in at the moment: the list of tokens cannot be read. The operator finds the reason in the log.',
};

/** Knows callers by bearer tokens (RFC 6750) out of the operator's file. */
export function tokenAuthentication({ tokens, toolsets, clock, logger }: TokenOptions): Authenticate {
  const byHash = hashIndex();
  return async (headers): Promise<Identified> => {
    const token = bearerToken(headers.authorization);
    if (token === undefined) return { refusal: headers.authorization === undefined ? MISSING : UNKNOWN };
    let entries: readonly TokenEntry[];
    try {
      entries = await tokens();
    } catch (error) {
      logger.error('the file of tokens cannot be read: nobody is let in', { error });
      return { refusal: UNREADABLE };
    }
    const entry = byHash(entries, tokenHash(token));
    if (!entry || (entry.expires !== undefined && entry.expires <= clock.now())) return { refusal: UNKNOWN };
    const { name, sha256, readOnly } = entry;
    return { principal: { id: `token ${sha256}`, name, toolsets: entry.toolsets ?? toolsets, readOnly } };
  };
}

/**
 * Finds an entry by the hash of what was presented. How long that takes tells something of the hash at most, and from
 * that nobody comes to the token; the hashes themselves are compared in constant time.
 */
function hashIndex() {
  let of: readonly TokenEntry[] = [];
  let index = new Map<string, TokenEntry>();
  return (entries: readonly TokenEntry[], hash: string): TokenEntry | undefined => {
    if (entries !== of) {
      index = new Map(entries.map((entry) => [entry.sha256, entry]));
      of = entries;
    }
    const entry = index.get(hash);
    return entry && equalInConstantTime(hash, entry.sha256) ? entry : undefined;
  };
}
