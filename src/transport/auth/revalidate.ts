import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorize, CallerView } from './authorize.ts';

/** Interval at which the authorization of a listening client is checked again. */
const REVALIDATE_MS = 5_000;

/** Ends a long-lived answer if its client is no longer authorized, or if its rights have changed. */
export function closeStreamOnRevocation(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  authorize: Authorize,
  { session }: CallerView,
): void {
  const check = async () => {
    const caller = await authorize(incoming.rawHeaders);
    if ('refusal' in caller || caller.view.session?.rights !== session?.rights) outgoing.destroy();
  };
  // Fails closed: a client that cannot be checked is disconnected as well.
  const timer = setInterval(() => void check().catch(() => outgoing.destroy()), REVALIDATE_MS).unref();
  outgoing.once('close', () => clearInterval(timer));
}
