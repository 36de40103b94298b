import type { CancelSignal } from './cancellation.ts';

/**
 * A time limit on one task, which also ends when the caller's signal aborts. It replaces
 * `AbortSignal.any([caller, AbortSignal.timeout(ms)])`: that timer cannot be cleared, so everything that it references
 * stays in memory for the whole time. A signal is created only if one is requested.
 */
export class Deadline {
  #over = false;
  #expired = false;
  #reason: unknown;
  #listener: (() => void) | undefined;
  #controller: AbortController | undefined;
  readonly #caller: CancelSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#stop(this.#caller?.reason);

  /** @param ms from now, in milliseconds. */
  constructor(ms: number, caller?: CancelSignal) {
    this.#caller = caller;
    this.#timer = setTimeout(() => {
      this.#expired = !this.#over;
      this.#stop(new DOMException('The operation timed out', 'TimeoutError'));
    }, ms).unref();
    if (caller?.aborted) this.#abort();
    else caller?.addEventListener('abort', this.#abort, { once: true });
  }

  /** True after the time has expired or the caller has aborted. */
  get over(): boolean {
    return this.#over;
  }

  /** True if the time expired before the caller aborted. */
  get expired(): boolean {
    return this.#expired;
  }

  /** The reason of the abort: the caller's, or a `TimeoutError`. */
  get reason(): unknown {
    return this.#reason;
  }

  /** A signal that aborts when the deadline is over. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#over) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Sets the one listener. It is called when the deadline is over, immediately if it is already, never after `end`. */
  whenOver(listener: () => void): void {
    if (this.#over) listener();
    else this.#listener = listener;
  }

  /** Must be called when the task has ended: clears the timer and the listeners. */
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
