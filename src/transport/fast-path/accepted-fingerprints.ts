/** More than the number of different clients of a server. */
const MAX_FINGERPRINTS = 500;
/** Longer fingerprints, in characters, are not stored: the SDK validates such requests each time. */
const MAX_LENGTH = 4_000;

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
    if (fingerprint.length > MAX_LENGTH) return;
    if (this.#fingerprints.size >= MAX_FINGERPRINTS) this.#fingerprints.clear();
    this.#fingerprints.add(fingerprint);
  }
}
