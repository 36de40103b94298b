/** A time limit on one piece of work. */
export interface Deadline {
  /** Aborts when the time is over or the caller's own signal aborts, whichever is first. */
  signal: AbortSignal;
  /** Whether the time was over first. */
  expired(): boolean;
  /** To be called when the work has ended: nothing is left behind. */
  end(): void;
}

/**
 * `AbortSignal.any([signal, AbortSignal.timeout(ms)])`, but its timer ends with the work. Node's lasts its whole time,
 * and what hangs on it is garbage that has grown old: under load that was most of this process's memory.
 */
export function deadline(ms: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  const abort = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => {
    expired = !controller.signal.aborted;
    controller.abort(new DOMException('The operation timed out', 'TimeoutError'));
  }, ms).unref();
  if (caller?.aborted) abort();
  else caller?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    expired: () => expired,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}
