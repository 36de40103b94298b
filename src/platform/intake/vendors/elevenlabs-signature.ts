import { isHexSha256, isInWindow, signatureHeader, verifyHmac } from './hmac.ts';
import type { Delivery, SignatureFailure } from './vendor.ts';

/** ElevenLabs retries for half an hour, with the first signature: the last attempt arrives after that. */
const WINDOW = { pastMs: 45 * 60_000, futureMs: 5 * 60_000 };
/** More than a rotation of secrets needs. */
const MAX_SIGNATURES = 10;

/**
 * Verifies `ElevenLabs-Signature: t=SECONDS,v0=HEX`: HMAC-SHA-256 of `{t}.{body}`. Several `v0` may stand for several
 * secrets; other schemes are left out (`webhooks.constructEvent` of @elevenlabs/elevenlabs-js 2.73.0).
 */
export function verifyElevenlabs(
  { bytes, headers }: Delivery,
  secrets: readonly string[],
  now: number,
): SignatureFailure | undefined {
  const header = signatureHeader(headers, 'elevenlabs-signature');
  if (header === undefined) return 'no signature';
  const parts = header.split(',').map((part) => part.trim());
  const [time = '', ...otherTimes] = parts.filter((part) => part.startsWith('t='));
  const signatures = parts.filter((part) => part.startsWith('v0=')).map((part) => part.slice(3));
  const timestamp = time.slice(2);
  const isWellFormed =
    /^\d{1,12}$/.test(timestamp) &&
    otherTimes.length === 0 &&
    signatures.length > 0 &&
    signatures.length <= MAX_SIGNATURES &&
    signatures.every(isHexSha256);
  if (!isWellFormed) return 'malformed headers';
  if (!isInWindow(Number(timestamp) * 1_000, now, WINDOW)) return 'clock';
  return verifyHmac(signatures, secrets, [`${timestamp}.`, bytes]);
}
