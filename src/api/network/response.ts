import { StringDecoder } from 'node:string_decoder';
import { SendError } from '../sender.ts';

/** Collects the body of a response, in UTF-8. */
export class ResponseBody {
  // Most bodies arrive in one part. Others are decoded as they arrive: a large one at once would hold the event loop.
  #first: Buffer | undefined;
  #decoder: StringDecoder | undefined;
  readonly #parts: string[] = [];
  #size = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns an error, with which the request must be ended, if the body is longer than allowed. */
  add(chunk: Buffer): SendError | undefined {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) return new SendError('response_too_large', true);
    if (!this.#first) {
      this.#first = chunk;
      return undefined;
    }
    if (!this.#decoder) {
      this.#decoder = new StringDecoder('utf8');
      this.#parts.push(this.#decoder.write(this.#first));
    }
    this.#parts.push(this.#decoder.write(chunk));
    return undefined;
  }

  /** Must be called after the last part. */
  text(): string {
    return this.#decoder ? this.#parts.join('') + this.#decoder.end() : (this.#first?.toString('utf8') ?? '');
  }
}

/** Joins repeated headers with commas. */
export function joinValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name in headers) joined[name] = String(headers[name]);
  return joined;
}
