import type { IncomingMessage } from 'node:http';
import { CALLER_HEADERS } from '../auth/principal.ts';
import type { FastPathRequest } from './request.ts';

interface FastPathHead {
  /** The headers that decide whether the request is accepted: see `AcceptedFingerprints`. */
  fingerprint: string;
  /** Returns whether the headers that repeat the message (MCP 2026-07-28, Standard headers) match it. */
  agrees(request: FastPathRequest): boolean;
}

/** Acceptance depends on these: `Host` (DNS rebinding), `Origin`, and the formats and version of the client. */
const DECIDING = new Set(['host', 'origin', 'accept', 'content-type', 'mcp-protocol-version']);
/**
 * Acceptance does not depend on these, or an earlier step has checked them (`http/pipeline.ts`). A request with a header
 * in neither list is passed to the SDK.
 */
const IRRELEVANT = new Set<string>([
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
/** Longer bodies are rare and passed to the SDK. */
const MAX_FAST_PATH_BODY_BYTES = 64 * 1024;

/**
 * Reads the head of a request; undefined if the request must be passed to the SDK.
 * @param known names of further headers on which acceptance does not depend.
 */
export function readHead(
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  known?: ReadonlySet<string>,
): FastPathHead | undefined {
  if (method !== 'POST' || url !== '/mcp' || httpVersion !== '1.1') return undefined;
  let fingerprint = '';
  let length: number | undefined;
  let mcpMethod: string | undefined;
  let mcpName: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    if (DECIDING.has(name)) fingerprint += `${name}: ${value}\n`;
    else if (name === 'content-length' && length === undefined) length = Number(value);
    else if (name === 'mcp-method' && mcpMethod === undefined) mcpMethod = value;
    else if (name === 'mcp-name' && mcpName === undefined) mcpName = value;
    else if (!IRRELEVANT.has(name) && !known?.has(name)) return undefined;
  }
  if (length === undefined || !(length > 0 && length <= MAX_FAST_PATH_BODY_BYTES)) return undefined;
  return {
    fingerprint,
    agrees: (request) =>
      request.era === '2026'
        ? mcpMethod === request.method && mcpName === request.name
        : mcpMethod === undefined && mcpName === undefined,
  };
}
