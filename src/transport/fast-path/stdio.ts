import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { Accepted } from './accepted-fingerprints.ts';
import { answerTo } from './answer.ts';
import { type PlainRequest, plainRequest } from './request.ts';
import type { DirectTools, Era } from './tools.ts';

interface Judged {
  kind: string;
  era: Era;
}

/**
 * The protocol that a result is in: only those of 2026 say what type they have. A connection keeps to the one it began
 * with, and in 2025 the SDK does not mind what a request says of itself.
 */
const eraOf = (result: object): Era => ('resultType' in result ? '2026' : '2025');

export interface DirectConnection {
  /** Whether a value is a plain request that the next message will bring, and that is not for the SDK. */
  known(value: unknown): boolean;
}

const kindOf = ({ era, envelope }: PlainRequest) => `${era}\n${envelope}`;

/**
 * Answers plain requests of a connection (`tools/call`, `tools/list`) before they reach the SDK. As over HTTP, the
 * first of each kind is for the SDK, and only what it has answered with a result is answered here afterwards.
 */
export function answerDirectly(
  transport: Transport,
  tools: DirectTools,
  onError: (error: unknown) => void,
): DirectConnection {
  const accepted = new Accepted();
  /** What the SDK was given to judge. */
  const judged = new Map<RequestId, Judged>();
  /** What is being answered here. */
  const open = new Map<RequestId, AbortController>();

  const answer = async (request: PlainRequest) => {
    const cancelled = new AbortController();
    open.set(request.id, cancelled);
    const response = await answerTo(request, tools, cancelled.signal);
    open.delete(request.id);
    // A cancelled request is not answered.
    if (!cancelled.signal.aborted) await transport.send(response);
  };

  /** What was read last, and what it was read from: a message is looked at twice. */
  let last: { from: unknown; request: PlainRequest | undefined } | undefined;
  const read = (from: unknown): PlainRequest | undefined => {
    const request = last?.from === from ? last?.request : plainRequest(from, tools);
    last = { from, request };
    return request;
  };

  /** Whether a message is not for the SDK. */
  const take = (message: JSONRPCMessage): boolean => {
    if (!('method' in message)) return false;
    if (message.method === 'notifications/cancelled') return cancel(message.params?.requestId);
    const request = read(message);
    last = undefined;
    // A client may use an id twice: that is the SDK's to sort out.
    if (!request || open.has(request.id)) return false;
    const kind = kindOf(request);
    if (!accepted.has(kind)) {
      judged.set(request.id, { kind, era: request.era });
      return false;
    }
    answer(request).catch(onError);
    return true;
  };
  const cancel = (id: unknown): boolean => {
    const call = open.get(id as RequestId);
    call?.abort();
    return call !== undefined;
  };

  const { start, send, close } = transport;
  transport.start = () => {
    // The SDK sets it before it starts the transport.
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      if (!take(message)) onmessage?.(message, extra);
    };
    return start();
  };
  transport.send = (message, options) => {
    if ('id' in message && !('method' in message) && message.id !== undefined) {
      const question = judged.get(message.id);
      if (question && 'result' in message && eraOf(message.result) === question.era) accepted.add(question.kind);
      judged.delete(message.id);
    }
    return send(message, options);
  };
  transport.close = () => {
    for (const call of open.values()) call.abort();
    return close();
  };
  return {
    known(value) {
      const request = read(value);
      return request !== undefined && accepted.has(kindOf(request));
    },
  };
}
