import { isObject, type JsonObject } from '../../lib/json.ts';
import { traceparentOf } from '../../lib/trace.ts';
import type { DirectTools, Era } from './tools.ts';

/**
 * A request that is answered without the SDK: `tools/call` or `tools/list` with nothing unusual in it. What is not
 * recognised here goes to the SDK, so this needs not be complete, only right.
 */
export interface PlainRequest {
  id: string | number;
  era: Era;
  method: 'tools/call' | 'tools/list';
  /** What the client says of itself in each request of 2026, as JSON; empty in 2025. It is for the SDK to judge. */
  envelope: string;
  /** Of `tools/call`. */
  name?: string | undefined;
  args?: JsonObject | undefined;
  /** The trace that it belongs to, by its `_meta`. */
  traceparent?: string | undefined;
}

const PREFIX = 'io.modelcontextprotocol/';
const ENVELOPE = [`${PREFIX}protocolVersion`, `${PREFIX}clientInfo`, `${PREFIX}clientCapabilities`] as const;

/** Reads a message; undefined when it is for the SDK. */
export function plainRequest(message: unknown, tools: DirectTools): PlainRequest | undefined {
  if (!isObject(message) || !only(message, ['jsonrpc', 'id', 'method', 'params'])) return undefined;
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== '2.0' || (typeof id !== 'string' && !Number.isSafeInteger(id))) return undefined;
  if (!isObject(params)) return undefined;
  const { name, arguments: args } = params as { name?: string; arguments?: JsonObject };
  if (method === 'tools/list') {
    if (!only(params, ['_meta'])) return undefined;
  } else {
    if (method !== 'tools/call' || !only(params, ['name', 'arguments', '_meta'])) return undefined;
    if (typeof name !== 'string' || !tools.takes(name)) return undefined;
    // The SDK drops an argument of this name.
    if (args !== undefined && (!isObject(args) || Object.hasOwn(args, '__proto__'))) return undefined;
  }
  const about = readMeta(params);
  if (!about) return undefined;
  const { era, envelope, traceparent } = about;
  return { id: id as string | number, era, method, envelope, name, args, traceparent };
}

/** The protocol that a request speaks. Undefined when it asks for more than an answer, such as progress. */
function readMeta(params: JsonObject): Pick<PlainRequest, 'era' | 'envelope' | 'traceparent'> | undefined {
  if (!Object.hasOwn(params, '_meta')) return { era: '2025', envelope: '' };
  const { _meta: meta } = params;
  if (!isObject(meta)) return undefined;
  const traceparent = traceparentOf(meta.traceparent);
  let claims = 0;
  for (const key of Object.keys(meta)) {
    if ((ENVELOPE as readonly string[]).includes(key)) claims++;
    // Keys of others are nobody's business here; ours are, and a name that is no ordinary one.
    else if (key === 'progressToken' || key === '__proto__' || key.startsWith(PREFIX)) return undefined;
  }
  if (claims === 0) return { era: '2025', envelope: '', traceparent };
  if (meta[ENVELOPE[0]] !== '2026-07-28') return undefined;
  const envelope = written(ENVELOPE.map((key) => meta[key]));
  return envelope === undefined ? undefined : { era: '2026', traceparent, envelope };
}

/** As JSON; undefined for what is nested so deeply that it can be read and not be written. */
function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function only(value: JsonObject, keys: readonly string[]): boolean {
  for (const key of Object.keys(value)) if (!keys.includes(key)) return false;
  return true;
}
