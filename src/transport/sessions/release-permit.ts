import type { RequestId, Transport } from '@modelcontextprotocol/server';
import type { Place } from '../limits/concurrency-limit.ts';

/** A question to the client, and the request that asked it. */
interface Question {
  of: RequestId;
  resume(): void;
}

/**
 * Lets requests that wait for their user take no place meanwhile: they do nothing, and the answers that they wait for
 * need places too. To be called when the transport's `onmessage` is set.
 */
export function freeWhileWaiting(transport: Transport) {
  const places = new Map<RequestId, Place>();
  const questions = new Map<RequestId, Question>();
  const { onmessage, send } = transport;
  transport.send = (message, options) => {
    const of = options?.relatedRequestId;
    if (of !== undefined && 'method' in message && 'id' in message) {
      const resume = places.get(of)?.leave();
      if (resume) questions.set(message.id, { of, resume });
    }
    return send.call(transport, message, options);
  };
  transport.onmessage = (message, extra) => {
    if (!('method' in message) && message.id !== undefined) {
      questions.get(message.id)?.resume();
      questions.delete(message.id);
    }
    return onmessage?.(message, extra);
  };
  return {
    began: (id: RequestId, place: Place) => void places.set(id, place),
    ended(id: RequestId) {
      places.delete(id);
      for (const [question, { of }] of questions) if (of === id) questions.delete(question);
    },
  };
}
