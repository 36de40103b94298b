import { createHmac } from 'node:crypto';
import type { Secret } from '../secrets/secret.ts';
import { equalInConstantTime } from './timing-safe.ts';

/** Maximum age of a signature and clock difference, in seconds (Standard Webhooks, verifying webhook authenticity). */
const TOLERANCE_SECONDS = 5 * 60;
/** Maximum number of signatures that are checked in one header: more than any key rotation needs. */
const MAX_SIGNATURES = 20;

/** The signature headers of a delivery (Standard Webhooks). */
interface SignatureHeaders {
  id: string;
  /** Seconds since the epoch. */
  timestamp: number;
  /** Base64, of version 1. */
  signatures: string[];
}

export type VerificationFailure = 'no signature' | 'malformed headers' | 'clock' | 'signature';

/** Header prefixes: Standard Webhooks, and the older one that some senders still use. */
const HEADER_PREFIXES = ['webhook-', 'svix-'];

/** Parses the headers of Standard Webhooks. */
export function parseSignatureHeaders(headers: Headers): SignatureHeaders | VerificationFailure {
  const prefix = HEADER_PREFIXES.find((name) => headers.has(`${name}signature`));
  if (!prefix) return 'no signature';
  const [id, time, all] = ['id', 'timestamp', 'signature'].map((name) => headers.get(prefix + name)?.trim() ?? '');
  if (!id || id.length > 256 || !/^[\x21-\x7e]+$/.test(id) || !/^\d{1,12}$/.test(time ?? ''))
    return 'malformed headers';
  const signatures = (all ?? '')
    .split(/[\s]+/, MAX_SIGNATURES)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice(3));
  return signatures.length === 0 ? 'malformed headers' : { id, timestamp: Number(time), signatures };
}

/** What is signed. */
interface SignedContent extends Pick<SignatureHeaders, 'id' | 'timestamp'> {
  body: string | Uint8Array;
}

/**
 * Returns a signature: base64, of version 1.
 * @param secret as `isSigningSecret` requires
 */
export function sign({ id, timestamp, body }: SignedContent, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

/**
 * Verifies a delivery against each current secret, in constant time. The MAC covers the bytes as received.
 * @param secrets as `isSigningSecret` requires; others verify nothing.
 * @returns the failure; undefined if the signature is valid.
 */
export function verifySignature(
  { id, timestamp, signatures }: SignatureHeaders,
  body: Uint8Array,
  secrets: readonly Secret[],
  now: number,
): VerificationFailure | undefined {
  if (Math.abs(Math.floor(now / 1_000) - timestamp) > TOLERANCE_SECONDS) return 'clock';
  let isValid = false;
  for (const secret of secrets) {
    // Of another text, the key would be what base64 decoding leaves of it, which can be empty.
    if (!isSigningSecret(secret.reveal())) continue;
    const expected = sign({ id, timestamp, body }, secret.reveal());
    for (const signature of signatures) isValid = equalInConstantTime(signature, expected) || isValid;
  }
  return isValid ? undefined : 'signature';
}

const SECRET_PREFIX = 'whsec_';
/** Shorter keys can be guessed; no sender creates longer ones. */
const MIN_KEY_BYTES = 16;
const MAX_KEY_BYTES = 512;

/** True for a signing secret in the form of Standard Webhooks: `whsec_` and base64. */
export function isSigningSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = Buffer.from(text.slice(SECRET_PREFIX.length), 'base64');
  return length >= MIN_KEY_BYTES && length <= MAX_KEY_BYTES;
}
