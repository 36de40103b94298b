import { isInWindow, signatureHeader, verifyHmac } from './hmac.ts';
import type { Delivery, SignatureFailure } from './vendor.ts';

const WINDOW = { pastMs: 5 * 60_000, futureMs: 5 * 60_000 };
/** Milliseconds since the epoch, and the MAC. */
const SIGNATURE = /^v=(\d{1,16}),d=([0-9a-f]{64})$/i;

/**
 * Verifies `x-retell-signature`: HMAC-SHA-256 of the body followed by the timestamp, with the API key that has the webhook
 * badge (`webhook_auth` of retell-sdk 5.66.1).
 */
export function verifyRetell(
  { bytes, headers }: Delivery,
  secrets: readonly string[],
  now: number,
): SignatureFailure | undefined {
  const signature = signatureHeader(headers, 'x-retell-signature');
  if (signature === undefined) return 'no signature';
  const [, timestamp, mac] = SIGNATURE.exec(signature) ?? [];
  if (timestamp === undefined || mac === undefined) return 'malformed headers';
  if (!isInWindow(Number(timestamp), now, WINDOW)) return 'clock';
  return verifyHmac([mac], secrets, [bytes, timestamp]);
}
