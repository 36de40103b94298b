/** More kinds of client than a server has at a time. */
const MAX_FINGERPRINTS = 500;
/** Longer fingerprints are not kept, so the SDK judges such requests each time; in characters. */
const MAX_LENGTH = 4_000;

/**
 * The requests that the SDK has accepted. A fingerprint is everything that decides whether a request is accepted, except
 * its method and arguments: the host it asks for, what it accepts, which client it claims to be. After the SDK has
 * answered a request with some fingerprint, others with exactly the same one are accepted without it.
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
