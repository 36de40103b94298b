import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../../lib/crypto/timing-safe.ts';
import type { SignatureFailure } from './vendor.ts';

/** Longer headers have no signature of any vendor, and are not parsed. */
const MAX_HEADER_LENGTH = 2_000;
const HEX_SHA256 = /^[0-9a-f]{64}$/i;

/** True for an HMAC-SHA-256 in hexadecimal. Both cases mean the same bytes. */
export const isHexSha256 = (text: string) => HEX_SHA256.test(text);

/** Returns a header, empty if it is too long to be a signature; undefined if it is absent. */
export function signatureHeader(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  if (value === null) return undefined;
  return value.length > MAX_HEADER_LENGTH ? '' : value.trim();
}

/** The interval around the current time in which a signature counts, in milliseconds. */
interface Window {
  pastMs: number;
  futureMs: number;
}

/** True if a signature's time lies in the window. */
export function isInWindow(timeMs: number, now: number, { pastMs, futureMs }: Window): boolean {
  return timeMs >= now - pastMs && timeMs <= now + futureMs;
}

/**
 * Compares each signature with the HMAC-SHA-256 of each secret, in constant time.
 * @param signatures in hexadecimal.
 * @param signed what the MAC covers, in order.
 * @returns the failure; undefined if one of the signatures is valid.
 */
export function verifyHmac(
  signatures: readonly string[],
  secrets: readonly string[],
  signed: readonly (string | Uint8Array)[],
): SignatureFailure | undefined {
  let isValid = false;
  for (const secret of secrets) {
    if (secret === '') continue;
    const hmac = createHmac('sha256', secret);
    for (const part of signed) hmac.update(part);
    const expected = hmac.digest();
    for (const signature of signatures)
      isValid = equalInConstantTime(Buffer.from(signature, 'hex'), expected) || isValid;
  }
  return isValid ? undefined : 'signature';
}

/** Shorter secrets can be guessed. */
const MIN_SECRET_LENGTH = 16;

/** Returns why a text cannot be a secret of any vendor, as the end of a sentence; undefined if it can. */
export function plainSecretProblem(secret: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(secret)) return 'has spaces or characters outside of ASCII';
  if (secret.length < MIN_SECRET_LENGTH) return `has fewer than ${MIN_SECRET_LENGTH} characters`;
  return undefined;
}
