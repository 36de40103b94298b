/**
 * A time limit on one piece of work, which also ends when the caller's own signal aborts: what
 * `AbortSignal.any([caller, AbortSignal.timeout(ms)])` is, at less cost. Node's timer lasts its whole time, and
 * what hangs on it is garbage that has grown old; a signal of its own is made only for whoever asks for one.
 */
export class Deadline {
  #over = false;
  #expired = false;
  #reason: unknown;
  #listener: (() => void) | undefined;
  #controller: AbortController | undefined;
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#stop(this.#caller?.reason);

  /** @param ms from now, in milliseconds. */
  constructor(ms: number, caller?: AbortSignal) {
    this.#caller = caller;
    this.#timer = setTimeout(() => {
      this.#expired = !this.#over;
      this.#stop(new DOMException('The operation timed out', 'TimeoutError'));
    }, ms).unref();
    if (caller?.aborted) this.#abort();
    else caller?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Whether the time is over or the caller gave up, whichever was first. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether the time was over first. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Why it is over. */
  get reason(): unknown {
    return this.#reason;
  }

  /** Aborts when it is over. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#over) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Calls the one listener when it is over: at once if it is, and never after the work has ended. */
  whenOver(listener: () => void): void {
    if (this.#over) listener();
    else this.#listener = listener;
  }

  /** To be called when the work has ended: nothing is left behind. */
  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#abort);
    this.#listener = undefined;
  }

  #stop(reason: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#reason = reason;
    this.#listener?.();
    this.#controller?.abort(reason);
  }
}
