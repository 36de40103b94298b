import { isHexSha256, signatureHeader, verifyHmac } from './hmac.ts';
import type { Delivery, SignatureFailure } from './vendor.ts';

/**
 * Verifies `X-Webhook-Signature`: HMAC-SHA-256 of the body in hexadecimal, without a timestamp (docs.bland.ai, "Webhook
 * signing"). Bland's own example signs `JSON.stringify(req.body)`, which gives the bytes that were sent, because Bland made
 * them in the same way. A body that was serialized again is not accepted: nothing is parsed before it is verified.
 */
export function verifyBland({ bytes, headers }: Delivery, secrets: readonly string[]): SignatureFailure | undefined {
  const signature = signatureHeader(headers, 'x-webhook-signature');
  if (signature === undefined) return 'no signature';
  return isHexSha256(signature) ? verifyHmac([signature], secrets, [bytes]) : 'malformed headers';
}
