/** More kinds of client than any server has at a time. */
const MOST = 500;
/** Longer descriptions are the SDK's to judge each time, in characters. */
const LONGEST = 4_000;

/**
 * What the SDK has accepted. All that decides whether a request is taken, but for its method and arguments, is put into
 * one text (which host it asks for, what it accepts, which client it says it is); when the SDK has answered a request
 * with that text, others with exactly the same text are taken without asking it again.
 */
export class Accepted {
  readonly #texts = new Set<string>();

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    if (text.length > LONGEST) return;
    if (this.#texts.size >= MOST) this.#texts.clear();
    this.#texts.add(text);
  }
}
