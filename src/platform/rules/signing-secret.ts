import { randomBytes } from 'node:crypto';

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;

/** Generates a secret in the format of Standard Webhooks: `whsec_` and base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
