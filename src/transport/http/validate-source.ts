import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { noteRefusal } from '../../lib/http/refusal.ts';
import { NOT_HTTP } from '../../lib/http/serve.ts';
import type { Middleware } from './exchange.ts';
import { sendJson } from './send-json.ts';
import { isCallReport, isForWeb, isWebhook } from './target.ts';

interface SourceOptions {
  /** The host name of `publicUrl`. */
  publicHostname: string | undefined;
  /** Names that are valid in `Host`, in addition to those of this machine and the public one. */
  allowedHosts: readonly string[];
  /** Origins that may send requests, in addition to those on this machine and the public one. */
  allowedOrigins: readonly string[];
  /** Whether event deliveries are received. */
  webhooks: boolean;
  /** Whether reports of calls are received. */
  intake: boolean;
  /** Whether pages are served. */
  web: boolean;
}

/**
 * Refuses requests of web pages of other origins, by DNS rebinding (`Host`) or directly (`Origin`). Event deliveries and
 * reports of calls are exempt: they arrive through a proxy, with its name in `Host`, and a page cannot sign one. What pages of
 * this server request has a stricter check of `Origin`, which `allowedOrigins` does not soften (`requireSameOrigin`).
 */
export function validateSource(options: SourceOptions): Middleware {
  const { publicHostname, allowedHosts, allowedOrigins, webhooks, intake, web } = options;
  const own = publicHostname === undefined ? [] : [publicHostname];
  const hosts = [...localhostAllowedHostnames(), ...own, ...allowedHosts];
  const origins = [...localhostAllowedOrigins(), ...own];
  const configured = new Set(allowedOrigins);
  /** The headers that were accepted last. Most requests have the same ones, and parsing them takes longer than comparing. */
  let accepted: { name: string; origin: string | undefined } | undefined;
  return ({ incoming, outgoing }, next) => {
    if ((webhooks && isWebhook(incoming)) || (intake && isCallReport(incoming))) return next();
    const name = headerOf(incoming.rawHeaders, 'host');
    // Only possible in HTTP/1.0: Node refuses HTTP/1.1 requests without `Host`.
    if (name === undefined) return sendJson(outgoing, 400, { error: 'bad_request', message: NOT_HTTP });
    const origin = headerOf(incoming.rawHeaders, 'origin');
    if (accepted && accepted.name === name && accepted.origin === origin) return next();
    const host = validateHostHeader(name, hosts);
    const isPage = web && isForWeb(incoming);
    const source = !host.ok || isPage || configured.has(origin ?? '') ? host : validateOriginHeader(origin, origins);
    if (source.ok) {
      // Pages may have any origin here.
      if (!isPage) accepted = { name, origin };
      return next();
    }
    noteRefusal(outgoing, host.ok ? 'origin_not_allowed' : 'host_not_allowed');
    sendJson(outgoing, 403, { jsonrpc: '2.0', error: { code: -32_000, message: source.message }, id: null });
  };
}

/** Returns all values of a header, joined as in `Headers`. Node drops a second `Host`, which a proxy may have used. */
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
