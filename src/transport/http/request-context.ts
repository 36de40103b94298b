import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../lib/http/request-context.ts';
import { traceparentOf } from '../../lib/trace.ts';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';

/** What a proxy's id for a request may look like: nothing that could forge a line of a log. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** The context of one HTTP request, derived when it is read: most requests appear in no log. */
export class IncomingContext implements RequestContext {
  principal: string | undefined;
  #id: string | undefined;
  readonly #address: string;

  constructor(
    readonly incoming: IncomingMessage,
    readonly proxies: TrustedProxies,
  ) {
    // The socket forgets it when the connection ends.
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
    return this.proxies.client(this.#address, this.incoming.headers['x-forwarded-for']);
  }

  #forwardedId(): string | undefined {
    const { 'x-request-id': id } = this.incoming.headers;
    return typeof id === 'string' && REQUEST_ID.test(id) && this.proxies.trusts(this.#address) ? id : undefined;
  }
}
