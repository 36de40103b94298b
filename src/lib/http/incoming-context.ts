import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { traceparentOf } from '../trace.ts';
import type { RequestContext, RequestPeer, StatedCaller } from './request-context.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Valid request ids of a proxy: they cannot forge a log line. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** The context of one HTTP request. Its values are computed when they are read: most requests appear in no log. */
export class IncomingContext implements RequestContext, RequestPeer {
  principal: string | undefined;
  statedCaller: StatedCaller | undefined;
  #id: string | undefined;
  #client: string | undefined;
  readonly #address: string;

  constructor(
    readonly incoming: IncomingMessage,
    readonly proxies: TrustedProxies,
  ) {
    // Read now, because the socket has no address after the connection has ended.
    this.#address = incoming.socket.remoteAddress ?? '';
  }

  get id(): string {
    this.#id ??= this.#forwardedId() ?? randomUUID();
    return this.#id;
  }

  get traceparent(): string | undefined {
    return traceparentOf(this.incoming.headers.traceparent);
  }

  get client(): string {
    this.#client ??= this.proxies.client(this.#address, this.incoming.headers['x-forwarded-for']);
    return this.#client;
  }

  get protocol(): 'https:' | undefined {
    return this.proxies.protocol(this.#address, this.incoming.headers['x-forwarded-proto']);
  }

  #forwardedId(): string | undefined {
    const { 'x-request-id': id } = this.incoming.headers;
    return typeof id === 'string' && REQUEST_ID.test(id) && this.proxies.trusts(this.#address) ? id : undefined;
  }
}
