import type { Exchange } from '../http/exchange.ts';
import type { Authorize, CallerView } from './authorize.ts';

/** Interval at which the authorization of a client that listens, or waits for its user, is checked again. */
const REVALIDATE_MS = 5_000;

/**
 * Ends a long-lived answer if its client is no longer authorized, or if its rights have changed. Returns the function that
 * ends these checks.
 * @param onRevoked called before the answer ends for this reason.
 */
export function closeStreamOnRevocation(
  { incoming, outgoing, lifetime }: Exchange,
  authorize: Authorize,
  { credential }: CallerView,
  onRevoked?: () => void,
): () => void {
  const close = () => {
    onRevoked?.();
    outgoing.destroy();
  };
  const check = async () => {
    const caller = await authorize(incoming.rawHeaders);
    if ('refusal' in caller || caller.view.credential?.rights !== credential?.rights) close();
  };
  // Fails closed: a client that cannot be checked is disconnected as well.
  const timer = setInterval(() => void check().catch(close), REVALIDATE_MS).unref();
  const stop = () => clearInterval(timer);
  lifetime.once('close', stop);
  return stop;
}
