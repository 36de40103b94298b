import { parseAccept } from 'hono/utils/accept';
import type { AnswerForm } from '../fast-path/sender.ts';
import { callerView, type Middleware } from '../http/exchange.ts';

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/**
 * Returns the form that a client prefers by its `Accept` header (RFC 9110, 12.5.1); undefined if it names both and prefers
 * none. JSON if it names neither, because every client can read that.
 */
function preferredForm(accept: string | undefined): AnswerForm | undefined {
  const ranges = parseAccept(accept ?? '').map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const find = (name: string) => ranges.find(({ type }) => type === name)?.q;
  /** The most specific range decides. */
  const quality = (type: string) => find(type) ?? find(`${type.split('/', 1)[0]}/*`) ?? find('*/*') ?? 0;
  const [json, stream] = [quality(JSON_TYPE), quality(STREAM_TYPE)];
  if (json !== stream) return json > stream ? 'json' : 'stream';
  return json > 0 && find(JSON_TYPE) !== undefined && find(STREAM_TYPE) !== undefined ? undefined : 'json';
}

/**
 * Accepts any `Accept` header from callers of the voice profile: the client libraries of voice vendors send less than the
 * protocol requires (MCP, Streamable HTTP). The request gets the header that the SDK requires, and the exchange the form
 * that the client can read.
 */
export const acceptLeniently: Middleware = (exchange, next) => {
  const { incoming } = exchange;
  if (callerView(exchange)?.voice && incoming.method === 'POST') {
    exchange.answerForm = preferredForm(incoming.headers.accept);
    const both = `${JSON_TYPE}, ${STREAM_TYPE}`;
    incoming.rawHeaders = [...withoutAccept(incoming.rawHeaders), 'Accept', both];
    incoming.headers.accept = both;
  }
  next();
};

const withoutAccept = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'accept');
