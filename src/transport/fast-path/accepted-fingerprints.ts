import { createHash } from 'node:crypto';

/** More than the number of different clients of one caller. */
export const MAX_FINGERPRINTS = 200;

/**
 * The fingerprints of requests that the SDK has accepted. A fingerprint contains everything that decides on acceptance,
 * except method and arguments: the `Host` and `Accept` headers and the client's envelope, for example. After the SDK has
 * answered a request, others with exactly the same fingerprint are accepted without the SDK.
 */
export class AcceptedFingerprints {
  readonly #fingerprints = new Set<string>();

  has(fingerprint: string): boolean {
    return this.#fingerprints.has(fingerprint);
  }

  add(fingerprint: string): void {
    if (this.#fingerprints.size >= MAX_FINGERPRINTS) this.#fingerprints.clear();
    this.#fingerprints.add(fingerprint);
  }
}

/** Longer fingerprints are hashed, because clients choose their length. In characters. */
const MAX_LENGTH = 512;

/** Returns these texts as one, or its hash. No text contains U+0000, and no hash does. */
export function fingerprintOf(...texts: readonly string[]): string {
  const joined = texts.join('\0');
  return joined.length <= MAX_LENGTH ? joined : createHash('sha256').update(joined).digest('base64url');
}
