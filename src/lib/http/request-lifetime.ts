import type { ServerResponse } from 'node:http';

/** Something that closes once, such as a response. */
export interface Closing {
  once(event: 'close', listener: () => void): unknown;
}

/**
 * The time for which a request counts: until its response is closed, and the work for it has ended. The work can take
 * longer, because in MCP 2025 a client that disconnects does not cancel its call.
 */
export class RequestLifetime implements Closing {
  /** The response, and what has retained the request. */
  #holders = 1;
  #listeners: (() => void)[] = [];

  constructor(outgoing: ServerResponse) {
    outgoing.on('close', () => this.#release());
  }

  /** Lets the request count until the returned function is called. Must be called before the response is closed. */
  retain(): () => void {
    let isHeld = true;
    this.#holders++;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#release();
    };
  }

  once(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener);
  }

  #release(): void {
    this.#holders--;
    if (this.#holders > 0) return;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
