import {
  parseSignatureHeaders,
  verifySignature as verifyStandardWebhook,
} from '../../../lib/crypto/standard-webhooks.ts';
import { equalInConstantTime } from '../../../lib/crypto/timing-safe.ts';
import { Secret } from '../../../lib/secrets/secret.ts';
import { isHexSha256, isInWindow, signatureHeader, verifyHmac } from './hmac.ts';
import type { Delivery, SignatureFailure } from './vendor.ts';

const WINDOW = { pastMs: 5 * 60_000, futureMs: 5 * 60_000 };
/** Smaller timestamps are seconds: Vapi does not document the unit. */
const SMALLEST_MILLISECONDS = 1e11;

/**
 * Verifies a delivery of Vapi by the scheme that its headers show, as configured in the Custom Credential: HMAC with the
 * default headers and payload (`{timestamp}.{body}`, SHA-256), Standard Webhooks, or the secret itself as bearer token or
 * in `X-Vapi-Secret` (docs.vapi.ai, "Server authentication"; `HmacAuthenticationPlan` of @vapi-ai/server-sdk).
 */
export function verifyVapi(
  { bytes, headers }: Delivery,
  secrets: readonly string[],
  now: number,
): SignatureFailure | undefined {
  const signature = signatureHeader(headers, 'x-signature');
  if (signature !== undefined) {
    const hex = signature.replace(/^sha256=/i, '');
    const timestamp = signatureHeader(headers, 'x-timestamp') ?? '';
    if (!isHexSha256(hex) || !/^\d{1,16}$/.test(timestamp)) return 'malformed headers';
    const time = Number(timestamp);
    if (!isInWindow(time < SMALLEST_MILLISECONDS ? time * 1_000 : time, now, WINDOW)) return 'clock';
    return verifyHmac([hex], secrets, [`${timestamp}.`, bytes]);
  }
  const standard = parseSignatureHeaders(headers);
  if (standard === 'no signature') return verifySharedSecret(headers, secrets);
  if (typeof standard === 'string') return standard;
  return verifyStandardWebhook(
    standard,
    bytes,
    secrets.map((secret) => new Secret(secret)),
    now,
  );
}

function verifySharedSecret(headers: Headers, secrets: readonly string[]): SignatureFailure | undefined {
  const own = headers.get('x-vapi-secret');
  const authorization = headers.get('authorization');
  if (own === null && authorization === null) return 'no signature';
  const presented = own?.trim() ?? /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? '';
  if (presented === '') return 'malformed headers';
  let isValid = false;
  for (const secret of secrets) isValid = equalInConstantTime(presented, secret) || isValid;
  return isValid ? undefined : 'signature';
}
