import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { TransportHook } from '../sdk/decorate-transport.ts';
import type { SessionRequest } from './session-request.ts';

/** A request of the server to its client, and the client's request that it belongs to. */
interface Elicitation {
  relatedTo: RequestId;
  resume(): void;
}

type PausedRequest = Pick<SessionRequest, 'permit' | 'closeOnRevocation'>;

/**
 * Releases the permit of a request while it waits for its user: it uses no resources during that time, and the user's
 * answer arrives in another request that needs a permit too. As it can wait for long, it ends if the caller's credential
 * is revoked: it is cancelled, so that a late answer of the user changes nothing.
 */
export function pauseDuringElicitation() {
  const requests = new Map<RequestId, PausedRequest>();
  const elicitations = new Map<RequestId, Elicitation>();
  let deliver: ((message: JSONRPCMessage) => void) | undefined;
  const pause = (requestId: RequestId): (() => void) | undefined => {
    const request = requests.get(requestId);
    if (!request) return undefined;
    const params = { requestId, reason: 'The authorization of the caller has ended.' };
    const stopChecks = request.closeOnRevocation(() =>
      deliver?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params }),
    );
    const reacquire = request.permit?.release();
    return () => {
      stopChecks();
      reacquire?.();
    };
  };
  const hook: TransportHook = {
    onSend(message, options, next) {
      const relatedTo = options?.relatedRequestId;
      if (relatedTo !== undefined && 'method' in message && 'id' in message) {
        const resume = pause(relatedTo);
        if (resume) elicitations.set(message.id, { relatedTo, resume });
      }
      return next(message);
    },
    onReceive(message, _extra, next) {
      deliver = next;
      if (!('method' in message) && message.id !== undefined) {
        elicitations.get(message.id)?.resume();
        elicitations.delete(message.id);
      }
      next(message);
    },
  };
  return {
    hook,
    requestStarted: (id: RequestId, request: PausedRequest) => void requests.set(id, request),
    requestEnded(id: RequestId) {
      requests.delete(id);
      for (const [elicitation, { relatedTo }] of elicitations) if (relatedTo === id) elicitations.delete(elicitation);
    },
  };
}
