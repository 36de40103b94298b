import { isObject, type JsonObject } from '../../lib/json.ts';
import { META_PREFIX, type ProtocolEra, STATELESS_REVISION } from '../../lib/protocol.ts';

/** The protocol versions of the SDK that `initialize` negotiates. Any other version is passed to the server. */
export const VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/**
 * A request that is answered without the server. Only forms that the server certainly accepts are recognised, which are
 * fewer than the protocol allows; every other line is passed to the server.
 */
export interface HandshakeRequest {
  id: string | number;
  method: string;
  era: ProtocolEra;
  /** The version that `initialize` requests. */
  version?: string;
  /** What the client declares in this request: in `initialize`, or in an envelope of 2026. */
  capabilities?: unknown;
}

type Check = (value: unknown) => boolean;

/** Values that are nested deeper are passed to the server. */
const MAX_DEPTH = 8;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const identifier: Check = (value) => text(value) || Number.isSafeInteger(value);
const shallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((part) => shallow(part, depth - 1)));
const anyObject: Check = (value) => isObject(value) && shallow(value, MAX_DEPTH);
const objects: Check = (value) => isObject(value) && Object.values(value).every(anyObject);

/** Matches an object with no keys except these; those in `required` must be present. */
const shape =
  (keys: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value) =>
    isObject(value) &&
    required.every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, part]) => Object.hasOwn(keys, key) && keys[key]?.(part));

const clientInfo = shape({ name: text, version: text, title: text, description: text, websiteUrl: text }, [
  'name',
  'version',
]);
const capabilities = shape({
  experimental: objects,
  extensions: objects,
  roots: shape({ listChanged: flag }),
  sampling: shape({ context: anyObject, tools: anyObject }),
  elicitation: shape({ form: shape({ applyDefaults: flag }), url: shape({}) }),
});
const initialize = shape({ protocolVersion: text, capabilities, clientInfo }, [
  'protocolVersion',
  'capabilities',
  'clientInfo',
]);
const envelope = shape(
  {
    [`${META_PREFIX}protocolVersion`]: (value) => value === STATELESS_REVISION,
    [`${META_PREFIX}clientInfo`]: clientInfo,
    [`${META_PREFIX}clientCapabilities`]: capabilities,
    progressToken: identifier,
  },
  [`${META_PREFIX}protocolVersion`, `${META_PREFIX}clientInfo`, `${META_PREFIX}clientCapabilities`],
);
const plain = shape({ _meta: shape({ progressToken: identifier }) });
const enveloped = shape({ _meta: envelope }, ['_meta']);
const request = shape({ jsonrpc: (value) => value === '2.0', id: identifier, method: text, params: isObject }, [
  'jsonrpc',
  'id',
  'method',
]);

/** Recognises a request; undefined if it must be passed to the server. */
export function handshakeRequest(message: unknown): HandshakeRequest | undefined {
  if (!request(message)) return undefined;
  const { id, method, params } = message as { id: string | number; method: string; params?: JsonObject };
  if (method === 'initialize') {
    if (!initialize(params)) return undefined;
    const { protocolVersion, capabilities } = params as JsonObject;
    return { id, method, era: '2025', version: protocolVersion as string, capabilities };
  }
  if (params === undefined || plain(params)) return { id, method, era: '2025' };
  if (!enveloped(params)) return undefined;
  const { _meta: meta } = params as { _meta: JsonObject };
  return { id, method, era: '2026', capabilities: meta[`${META_PREFIX}clientCapabilities`] };
}

/** The notification that ends the handshake of 2025. */
export const isInitialized = shape(
  { jsonrpc: (value) => value === '2.0', method: (value) => value === 'notifications/initialized', params: shape({}) },
  ['jsonrpc', 'method'],
);
