import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Delivery, SignatureFailure } from './vendor.ts';

/** Maximum age of a signature and clock difference, as in Telnyx's own libraries. */
const TOLERANCE_SECONDS = 5 * 60;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The DER encoding of an Ed25519 key before its 32 bytes: SubjectPublicKeyInfo of RFC 8410. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Verifies `telnyx-signature-ed25519`: Ed25519 of `timestamp|body` (Telnyx, "Webhook signing"). */
export function verifyTelnyxSignature(
  { bytes, headers }: Delivery,
  publicKeys: readonly string[],
  now: number,
): SignatureFailure | undefined {
  const [signatureText, timestamp] = ['telnyx-signature-ed25519', 'telnyx-timestamp'].map((name) =>
    headers.get(name)?.trim(),
  );
  if (!signatureText) return 'no signature';
  const signature = decodeBase64(signatureText, SIGNATURE_BYTES);
  if (!signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return 'malformed headers';
  if (Math.abs(Math.floor(now / 1_000) - Number(timestamp)) > TOLERANCE_SECONDS) return 'clock';
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), bytes]);
  const isValid = publicKeys.some((text) => {
    const key = publicKeyOf(text);
    return key !== undefined && verify(null, signed, key, signature);
  });
  return isValid ? undefined : 'signature';
}

/** Reads a public key as Telnyx shows it: base64 of its 32 bytes. */
export function publicKeyOf(text: string): KeyObject | undefined {
  const bytes = decodeBase64(text, KEY_BYTES);
  return bytes && createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: 'der', type: 'spki' });
}

function decodeBase64(text: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Decoding ignores characters that are not base64, and bits after the last whole byte.
  return bytes.length === length && bytes.toString('base64') === text ? bytes : undefined;
}
