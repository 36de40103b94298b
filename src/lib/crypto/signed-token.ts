import { createHmac } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { equalInConstantTime } from './timing-safe.ts';

/** The scope in which a token is valid. */
export interface TokenScope {
  key: Buffer;
  /** Domain separation: a token of one purpose is not valid for another one that uses the same key. */
  purpose: string;
  /** Data (JSON) that the token is bound to without containing it, such as the arguments of a call. */
  context?: unknown;
}

/** Truncated length of HMAC-SHA-256. 128 bits cannot be guessed; language models read and write these tokens. */
const MAC_BYTES = 16;

/** Returns `payload.mac`. The payload is not encrypted. If the token expires, the payload must contain the time. */
export function signToken(payload: string, scope: TokenScope): string {
  return `${payload}.${macOf(payload, scope)}`;
}

/** Returns the payload of a token that was signed for this scope; undefined for any other text. */
export function verifyToken(token: string, scope: TokenScope): string | undefined {
  const end = token.lastIndexOf('.');
  if (end < 0) return undefined;
  const payload = token.slice(0, end);
  // The MAC is compared as text: decoding it would ignore bits after its last whole byte.
  return equalInConstantTime(token.slice(end + 1), macOf(payload, scope)) ? payload : undefined;
}

function macOf(payload: string, { key, purpose, context }: TokenScope): string {
  const mac = createHmac('sha256', key).update(canonicalJson([purpose, context, payload]));
  return mac.digest().subarray(0, MAC_BYTES).toString('base64url');
}
