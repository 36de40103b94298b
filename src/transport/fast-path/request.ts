import { isObject, type JsonObject } from '../../lib/json.ts';
import { META_PREFIX, type ProtocolEra, STATELESS_REVISION } from '../../lib/protocol.ts';
import { traceparentOf } from '../../lib/trace.ts';
import type { FastPathTools } from './tools.ts';

/**
 * A request that is answered without the SDK: `tools/call` or `tools/list` without unusual members. Everything else is
 * passed to the SDK, so the parser need not be complete, only correct.
 */
export interface FastPathRequest {
  id: string | number;
  era: ProtocolEra;
  method: 'tools/call' | 'tools/list';
  /** The client's envelope in a request of 2026, as JSON; empty in 2025. The SDK validates it. */
  envelope: string;
  /** The tool of `tools/call`. */
  name?: string | undefined;
  args?: JsonObject | undefined;
  /** The `traceparent` of its `_meta`. */
  traceparent?: string | undefined;
  meta?: JsonObject | undefined;
}

const ENVELOPE = [
  `${META_PREFIX}protocolVersion`,
  `${META_PREFIX}clientInfo`,
  `${META_PREFIX}clientCapabilities`,
] as const;

/** Parses a message; undefined if it must be passed to the SDK. */
export function parseFastPathRequest(message: unknown, tools: FastPathTools): FastPathRequest | undefined {
  if (!isObject(message) || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return undefined;
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== '2.0' || (typeof id !== 'string' && !Number.isSafeInteger(id))) return undefined;
  if (!isObject(params)) return undefined;
  const { name, arguments: args } = params as { name?: string; arguments?: JsonObject };
  if (method === 'tools/list') {
    if (!hasOnly(params, ['_meta'])) return undefined;
  } else {
    if (method !== 'tools/call' || !hasOnly(params, ['name', 'arguments', '_meta'])) return undefined;
    if (typeof name !== 'string' || !tools.handles(name, capabilitiesIn(params._meta))) return undefined;
    // The SDK drops an argument of this name.
    if (args !== undefined && (!isObject(args) || Object.hasOwn(args, '__proto__'))) return undefined;
  }
  const meta = readMeta(params);
  if (!meta) return undefined;
  const { era, envelope, traceparent } = meta;
  const { _meta } = params as { _meta?: JsonObject };
  return { id: id as string | number, era, method, envelope, name, args, traceparent, meta: _meta };
}

/** The client's capabilities in the envelope of a request of 2026. */
export function capabilitiesIn(meta: unknown): unknown {
  return isObject(meta) ? meta[ENVELOPE[2]] : undefined;
}

/** Reads the era from `_meta`. Undefined for a request that needs the SDK, such as one for progress. */
function readMeta(params: JsonObject): Pick<FastPathRequest, 'era' | 'envelope' | 'traceparent'> | undefined {
  if (!Object.hasOwn(params, '_meta')) return { era: '2025', envelope: '' };
  const { _meta: meta } = params;
  if (!isObject(meta)) return undefined;
  const traceparent = traceparentOf(meta.traceparent);
  let envelopeKeys = 0;
  for (const key of Object.keys(meta)) {
    if ((ENVELOPE as readonly string[]).includes(key)) envelopeKeys++;
    // Keys of other vendors are ignored. Other keys of MCP are passed to the SDK, as is the special property name.
    else if (key === 'progressToken' || key === '__proto__' || key.startsWith(META_PREFIX)) return undefined;
  }
  if (envelopeKeys === 0) return { era: '2025', envelope: '', traceparent };
  if (meta[ENVELOPE[0]] !== STATELESS_REVISION) return undefined;
  const envelope = stringify(ENVELOPE.map((key) => meta[key]));
  return envelope === undefined ? undefined : { era: '2026', traceparent, envelope };
}

/** Returns JSON; undefined for a value that was parsed but is nested too deeply for `JSON.stringify`. */
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function hasOnly(value: JsonObject, keys: readonly string[]): boolean {
  for (const key of Object.keys(value)) if (!keys.includes(key)) return false;
  return true;
}
