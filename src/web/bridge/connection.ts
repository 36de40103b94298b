import { isMessage, type Message } from './protocol.ts';

/** How long a host may take to answer a request that needs no tool, in milliseconds. */
const ANSWER_MS = 10_000;
/** How long a host may take to answer a call of a tool, in which it may ask its user, in milliseconds. */
const CALL_MS = 180_000;

/** A host that did not answer, or refused. The message is for the log; views show a sentence of their own. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

export interface Connection {
  /** Sends a request. Rejects with `HostError` if the host refuses it or does not answer in time. */
  request(method: string, params: Record<string, unknown>): Promise<unknown>;
  notify(method: string, params: Record<string, unknown>): void;
}

export interface Handlers {
  onNotification(method: string, params: Record<string, unknown>): void;
  /** Called when the host removes the view. The answer is sent when the promise settles. */
  onTeardown(): Promise<void>;
}

/** Connects a view to its host by window messages (MCP Apps 2026-01-26, Transport). */
export function connect(host: Window, handlers: Handlers): Connection {
  let lastId = 0;
  const pending = new Map<string | number, (message: Message) => void>();
  // The view does not know the origin of its host, and sends nothing that the host did not give it.
  const send = (message: Message) => host.postMessage(message, '*');

  window.addEventListener('message', ({ source, data }) => {
    if (source !== host || !isMessage(data)) return;
    const { id, method, params = {} } = data;
    if (method === undefined) {
      if (id !== undefined) pending.get(id)?.(data);
    } else if (id === undefined) handlers.onNotification(method, params);
    else if (method === 'ui/resource-teardown') {
      void handlers.onTeardown().finally(() => send({ jsonrpc: '2.0', id, result: {} }));
    } else if (method === 'ping') send({ jsonrpc: '2.0', id, result: {} });
    else send({ jsonrpc: '2.0', id, error: { code: -32_601, message: `the view has no method ${method}` } });
  });

  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const settle = (outcome: () => void) => {
          clearTimeout(timer);
          pending.delete(id);
          outcome();
        };
        const timer = setTimeout(
          () => settle(() => reject(new HostError(`the host did not answer ${method}`))),
          method === 'tools/call' ? CALL_MS : ANSWER_MS,
        );
        pending.set(id, ({ result, error }) =>
          settle(() => (error ? reject(new HostError(`${method}: ${error.message}`)) : resolve(result))),
        );
        send({ jsonrpc: '2.0', id, method, params });
      }),
    notify: (method, params) => send({ jsonrpc: '2.0', method, params }),
  };
}
