import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
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

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns an opaque token: its payload is encrypted and authenticated (AES-256-GCM), together with its scope. The nonce is
 * a MAC of both (synthetic, as in RFC 5297): it differs for each text, and replicas make the same token of the same text.
 */
export function sealToken(payload: string, scope: TokenScope): string {
  const { encryption, synthesis } = sealingKeys(scope);
  const text = canonicalJson([scope.context, payload]);
  const nonce = createHmac('sha256', synthesis).update(text).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, encryption, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(canonicalJson(scope.context)));
  return Buffer.concat([nonce, cipher.update(payload), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Returns the payload of a token that was sealed for this scope; undefined for any other text. */
export function openToken(token: string, scope: TokenScope): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding ignores characters that are not base64url, and bits after the last whole byte.
  if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, sealingKeys(scope).encryption, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(canonicalJson(scope.context))).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const payload = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([payload, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Derives keys of their own for each purpose (HKDF, RFC 5869), which differ from the one that signs. */
function sealingKeys({ key, purpose }: TokenScope): { encryption: Buffer; synthesis: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', `rcpt-mcp sealed token ${purpose}`, 2 * KEY_BYTES));
  return { encryption: bytes.subarray(0, KEY_BYTES), synthesis: bytes.subarray(KEY_BYTES) };
}

function macOf(payload: string, { key, purpose, context }: TokenScope): string {
  const mac = createHmac('sha256', key).update(canonicalJson([purpose, context, payload]));
  return mac.digest().subarray(0, MAC_BYTES).toString('base64url');
}
