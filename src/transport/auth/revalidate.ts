import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorize, CallerView } from './authorize.ts';

/** How often the authorization of a listening client is checked again, in milliseconds. */
const REVALIDATE_MS = 5_000;

/** Ends a long-lived answer when its client would no longer be authorized, or would be served something else. */
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
  // A client that cannot be checked is refused as well.
  const timer = setInterval(() => void check().catch(() => outgoing.destroy()), REVALIDATE_MS).unref();
  outgoing.once('close', () => clearInterval(timer));
}
