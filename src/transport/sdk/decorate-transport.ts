import type { JSONRPCMessage, MessageExtraInfo, ScopeChallengeHandler, Transport } from '@modelcontextprotocol/server';

/** Wraps a transport before a server is connected to it. */
export type DecorateTransport = (transport: Transport) => Transport;

type SendOptions = Parameters<Transport['send']>[1];
type Receive = (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
type Send = (message: JSONRPCMessage, options?: SendOptions) => Promise<void>;

/** Intercepts the messages of one connection. A hook that does not call `next` drops the message. */
export interface TransportHook {
  /** A message from the client. */
  onReceive?(
    message: JSONRPCMessage,
    extra: MessageExtraInfo | undefined,
    next: (message: JSONRPCMessage) => void,
  ): void;
  /** A message to the client. */
  onSend?(
    message: JSONRPCMessage,
    options: SendOptions,
    next: (message: JSONRPCMessage) => Promise<void>,
  ): Promise<void>;
  /** The connection has ended. Called before the server's `onclose`. */
  onClose?(): void;
  /** The transport or the server reported an error. */
  onError?(error: Error): void;
}

/**
 * Wraps a transport with hooks. The first hook is nearest to the client: received messages pass the hooks in list order,
 * sent messages in reverse order. The server connects to the result, and no other code may set the callbacks of `inner`.
 */
export function decorateTransport(inner: Transport, hooks: readonly TransportHook[]): Transport {
  return hooks.length === 0 ? inner : new DecoratedTransport(inner, hooks);
}

class DecoratedTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #inner: Transport;
  readonly #send: Send;

  constructor(inner: Transport, hooks: readonly TransportHook[]) {
    this.#inner = inner;
    this.#send = hooks.reduce<Send>(
      (next, { onSend: sending }) =>
        sending ? (message, options) => sending(message, options, (changed) => next(changed, options)) : next,
      // Called synchronously: the SDK selects another HTTP status for an error that is sent during dispatch.
      (message, options) => inner.send(message, options),
    );
    inner.onmessage = hooks.reduceRight<Receive>(
      (next, { onReceive: received }) =>
        received ? (message, extra) => received(message, extra, (changed) => next(changed, extra)) : next,
      (message, extra) => this.onmessage?.(message, extra),
    );
    inner.onclose = () => {
      for (const hook of hooks) hook.onClose?.();
      this.onclose?.();
    };
    inner.onerror = (error) => {
      for (const hook of hooks) hook.onError?.(error);
      this.onerror?.(error);
    };
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    return this.#send(message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  // The optional members of the SDK's interface.

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }

  /** Not in the interface: the SDK looks this method up by name, so that a session answers 403 if a token lacks a scope. */
  setScopeChallengeResolver(resolver: ScopeChallengeHandler): void {
    if ('setScopeChallengeResolver' in this.#inner) {
      (this.#inner as { setScopeChallengeResolver(resolver: ScopeChallengeHandler): void }).setScopeChallengeResolver(
        resolver,
      );
    }
  }
}
