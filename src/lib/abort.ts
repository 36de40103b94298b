import type { CancelSignal } from './cancellation.ts';
/**
 * Waits for a promise or for the signal, whichever settles first.
 * @throws the signal's reason if it aborts first.
 */
export async function raceAbort<T>(promise: Promise<T>, signal: CancelSignal): Promise<T> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
