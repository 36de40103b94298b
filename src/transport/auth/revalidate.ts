import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorize, Offer } from './authorize.ts';

/** How often it is asked again whether a client that listens still may, in milliseconds. */
const RECHECK_MS = 5_000;

/**
 * Ends an answer that lasts as long as its client wants, when the client would no longer be let in, or to something
 * else than it was.
 */
export function endWhenRefused(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  authorize: Authorize,
  { session }: Offer,
): void {
  const check = async () => {
    const verdict = await authorize(incoming.rawHeaders);
    if ('refusal' in verdict || verdict.offer.session?.rights !== session?.rights) outgoing.destroy();
  };
  // Who cannot be asked about is not let in either.
  const timer = setInterval(() => void check().catch(() => outgoing.destroy()), RECHECK_MS).unref();
  outgoing.once('close', () => clearInterval(timer));
}
