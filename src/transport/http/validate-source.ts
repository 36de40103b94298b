import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { NOT_HTTP } from '../../lib/http/serve.ts';
import type { Middleware } from './exchange.ts';
import { sendJson } from './send-json.ts';
import { isWebhook } from './target.ts';

export interface SourceOptions {
  /** The name in `publicUrl`. */
  publicHostname: string | undefined;
  /** Names that `Host` may have, beside this machine's own and the public one. */
  allowedHosts: readonly string[];
  /** Origins that may ask, beside those on this machine and the public one. */
  allowedOrigins: readonly string[];
  /** Whether event deliveries are received. */
  webhooks: boolean;
}

/**
 * Refuses requests that a web page elsewhere has made, by DNS rebinding (`Host`) or directly (`Origin`). Event deliveries
 * pass: they come through a proxy, under its name, and a page cannot make a genuine one.
 */
export function validateSource(options: SourceOptions): Middleware {
  const { publicHostname, allowedHosts, allowedOrigins, webhooks } = options;
  const own = publicHostname === undefined ? [] : [publicHostname];
  const hosts = [...localhostAllowedHostnames(), ...own, ...allowedHosts];
  const origins = [...localhostAllowedOrigins(), ...own];
  const named = new Set(allowedOrigins);
  return ({ incoming, outgoing }, next) => {
    if (webhooks && isWebhook(incoming)) return next();
    const name = headerOf(incoming.rawHeaders, 'host');
    // Only possible before HTTP/1.1: Node refuses it there.
    if (name === undefined) return sendJson(outgoing, 400, { error: 'bad_request', message: NOT_HTTP });
    const origin = headerOf(incoming.rawHeaders, 'origin');
    const host = validateHostHeader(name, hosts);
    const source = !host.ok || named.has(origin ?? '') ? host : validateOriginHeader(origin, origins);
    if (source.ok) return next();
    sendJson(outgoing, 403, { jsonrpc: '2.0', error: { code: -32_000, message: source.message }, id: null });
  };
}

/** All values of a header, as `Headers` joins them: Node drops the second `Host`, which a proxy may have believed. */
function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index] as string;
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    const next = rawHeaders[index + 1] as string;
    value = value === undefined ? next : `${value}, ${next}`;
  }
  return value;
}
