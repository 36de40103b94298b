import type { IncomingMessage } from 'node:http';
import { CALLER_HEADERS } from '../auth/principal.ts';
import type { PlainRequest } from './request.ts';

export interface PlainHead {
  /** The length of the body, in bytes. */
  length: number;
  /** All that decides whether the request is taken, as one text: see `Accepted`. */
  kind: string;
  /** Whether the headers that repeat the message (MCP 2026-07-28, Standard headers) say what it says. */
  agrees(request: PlainRequest): boolean;
}

/** Whoever may ask depends on these: the host (DNS rebinding), the page, and what the client speaks and accepts. */
const DECIDING = new Set(['host', 'origin', 'accept', 'content-type', 'mcp-protocol-version']);
/**
 * Nothing depends on these, or was settled when the request was admitted (`auth/authorize.ts`). A header that is in
 * neither list is for the SDK.
 */
const IDLE = new Set<string>([
  ...CALLER_HEADERS,
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'keep-alive',
  'pragma',
  'priority',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'traceparent',
  'tracestate',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
]);
/** Longer bodies are rare, and the SDK's. */
const LARGEST = 64 * 1024;

/** Reads the head of a request; undefined when the request is for the SDK. */
export function plainHeaders({ method, url, httpVersion, rawHeaders }: IncomingMessage): PlainHead | undefined {
  if (method !== 'POST' || url !== '/mcp' || httpVersion !== '1.1') return undefined;
  let kind = '';
  let length: number | undefined;
  let mcpMethod: string | undefined;
  let mcpName: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    if (DECIDING.has(name)) kind += `${name}: ${value}\n`;
    else if (name === 'content-length' && length === undefined) length = Number(value);
    else if (name === 'mcp-method' && mcpMethod === undefined) mcpMethod = value;
    else if (name === 'mcp-name' && mcpName === undefined) mcpName = value;
    else if (!IDLE.has(name)) return undefined;
  }
  if (length === undefined || !(length > 0 && length <= LARGEST)) return undefined;
  return {
    length,
    kind,
    agrees: (request) =>
      request.era === '2026'
        ? mcpMethod === request.method && mcpName === request.name
        : mcpMethod === undefined && mcpName === undefined,
  };
}
