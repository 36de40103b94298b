/**
 * A request as handlers read it. A `Request` is one. So is what a client in the same process sends: a `Request` there would
 * load the HTTP client of Node, which takes as long as a start of Node.
 */
export interface PlainRequest {
  method: string;
  /** Absolute. */
  url: string;
  /** Names in lower case. */
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/** A response with a JSON body. */
export interface PlainResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type PlainHandler = (request: PlainRequest) => Promise<PlainResponse>;
