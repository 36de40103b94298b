import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestAbout } from '../../lib/request.ts';
import { traceparentOf } from '../../lib/trace.ts';
import type { Proxies } from '../limits/trusted-proxies.ts';

/** What a proxy's id for a request may be: nothing that could forge a line of a log. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** What is known of a request, found out when it is asked for: most requests are in no log. */
export class About implements RequestAbout {
  principal: string | undefined;
  /** How many seconds too early it came by the rate limit; undefined until that was asked. */
  early: number | undefined;
  #id: string | undefined;
  readonly #address: string;

  constructor(
    readonly incoming: IncomingMessage,
    readonly proxies: Proxies,
  ) {
    // Gone with the connection.
    this.#address = incoming.socket.remoteAddress ?? '';
  }

  get id(): string {
    this.#id ??= this.#given() ?? randomUUID();
    return this.#id;
  }

  get traceparent(): string | undefined {
    return traceparentOf(this.incoming.headers.traceparent);
  }

  get client(): string {
    return this.proxies.client(this.#address, this.incoming.headers['x-forwarded-for']);
  }

  #given(): string | undefined {
    const { 'x-request-id': id } = this.incoming.headers;
    return typeof id === 'string' && REQUEST_ID.test(id) && this.proxies.trusts(this.#address) ? id : undefined;
  }
}
