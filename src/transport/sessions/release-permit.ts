import type { RequestId } from '@modelcontextprotocol/server';
import type { Permit } from '../../lib/http/permit-pool.ts';
import type { TransportHook } from '../sdk/decorate-transport.ts';

/** A request of the server to its client, and the client's request that it belongs to. */
interface Elicitation {
  relatedTo: RequestId;
  resume(): void;
}

/**
 * Releases the permit of a request while it waits for its user: it uses no resources during that time, and the user's
 * answer arrives in another request that needs a permit too.
 */
export function releasePermitDuringElicitation() {
  const permits = new Map<RequestId, Permit>();
  const elicitations = new Map<RequestId, Elicitation>();
  const hook: TransportHook = {
    onSend(message, options, next) {
      const relatedTo = options?.relatedRequestId;
      if (relatedTo !== undefined && 'method' in message && 'id' in message) {
        const resume = permits.get(relatedTo)?.release();
        if (resume) elicitations.set(message.id, { relatedTo, resume });
      }
      return next(message);
    },
    onReceive(message, _extra, next) {
      if (!('method' in message) && message.id !== undefined) {
        elicitations.get(message.id)?.resume();
        elicitations.delete(message.id);
      }
      next(message);
    },
  };
  return {
    hook,
    requestStarted: (id: RequestId, permit: Permit) => void permits.set(id, permit),
    requestEnded(id: RequestId) {
      permits.delete(id);
      for (const [elicitation, { relatedTo }] of elicitations) if (relatedTo === id) elicitations.delete(elicitation);
    },
  };
}
