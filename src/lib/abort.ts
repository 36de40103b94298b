/**
 * Waits for a promise as long as nobody gives up.
 * @throws the signal's reason when it aborts first.
 */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort = () => {};
  const gone = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, gone]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
