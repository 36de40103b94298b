import type { CancelSignal } from './cancellation.ts';

/**
 * Waits for a promise or for the signal, whichever settles first.
 * @throws the signal's reason if it aborts first.
 */
export async function raceAbort<T>(promise: Promise<T>, signal: CancelSignal): Promise<T> {
  if (signal.aborted) {
    // A failure that nothing handles would end the process.
    promise.catch(() => {});
    throw signal.reason;
  }
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
