import { isObject, type JsonObject } from '../../lib/json.ts';

/**
 * Which requests are answered without the server: those that it would surely take. This is narrower than the protocol
 * and needs not be complete, for whatever is not recognised here goes to the server.
 */
export interface OpeningRequest {
  id: string | number;
  method: string;
  /** As asked for by `initialize`. */
  version?: string;
  /** Whether it has the envelope of the 2026 protocol. */
  enveloped: boolean;
}

type Check = (value: unknown) => boolean;

const REVISION = '2026-07-28';
const META = 'io.modelcontextprotocol/';
/** Deeper values are the server's to judge. */
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

/** An object with these keys and no others; those in `required` must be there. */
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
    [`${META}protocolVersion`]: (value) => value === REVISION,
    [`${META}clientInfo`]: clientInfo,
    [`${META}clientCapabilities`]: capabilities,
    progressToken: identifier,
  },
  [`${META}protocolVersion`, `${META}clientInfo`, `${META}clientCapabilities`],
);
const plain = shape({ _meta: shape({ progressToken: identifier }) });
const enveloped = shape({ _meta: envelope }, ['_meta']);
const request = shape({ jsonrpc: (value) => value === '2.0', id: identifier, method: text, params: isObject }, [
  'jsonrpc',
  'id',
  'method',
]);

/** Reads a message; undefined when it is for the server. */
export function openingRequest(message: unknown): OpeningRequest | undefined {
  if (!request(message)) return undefined;
  const { id, method, params } = message as { id: string | number; method: string; params?: JsonObject };
  if (method === 'initialize') {
    if (!initialize(params)) return undefined;
    return { id, method, version: params?.protocolVersion as string, enveloped: false };
  }
  if (params === undefined || plain(params)) return { id, method, enveloped: false };
  return enveloped(params) ? { id, method, enveloped: true } : undefined;
}

/** The notification that ends the handshake of 2025. */
export const isInitialized = shape(
  { jsonrpc: (value) => value === '2.0', method: (value) => value === 'notifications/initialized', params: shape({}) },
  ['jsonrpc', 'method'],
);
