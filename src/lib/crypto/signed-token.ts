import { createHmac } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { equalInConstantTime } from './timing-safe.ts';

/** What a token is valid for. */
export interface TokenScope {
  key: Buffer;
  /** Keeps the tokens of one purpose apart from those of all others that the same key signs. */
  purpose: string;
  /** Data (JSON) that the token is bound to without containing it, such as the arguments of a call. */
  context?: unknown;
}

/** Of HMAC-SHA-256, in bytes: 128 bits cannot be guessed, and language models read and write these tokens. */
const MAC_BYTES = 16;

/** `payload.mac`. The payload is readable to anyone; when the token expires is for the caller to put into it. */
export function signToken(payload: string, scope: TokenScope): string {
  return `${payload}.${macOf(payload, scope)}`;
}

/** The payload of a token that was signed for this scope; undefined for any other text. */
export function verifyToken(token: string, scope: TokenScope): string | undefined {
  const end = token.lastIndexOf('.');
  if (end < 0) return undefined;
  const payload = token.slice(0, end);
  // The MAC is compared as text: decoding it would ignore what follows its last whole byte.
  return equalInConstantTime(token.slice(end + 1), macOf(payload, scope)) ? payload : undefined;
}

function macOf(payload: string, { key, purpose, context }: TokenScope): string {
  const mac = createHmac('sha256', key).update(canonicalJson([purpose, context, payload]));
  return mac.digest().subarray(0, MAC_BYTES).toString('base64url');
}
