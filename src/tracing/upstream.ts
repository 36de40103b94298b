import { SpanKind } from '@opentelemetry/api';
import type { StartSpan } from './tracer.ts';

/** A request to the platform, as the API client reports it. */
interface UpstreamRequest {
  method: string;
  template: string;
  baseUrl: URL;
  traceparent: string;
  resends: number;
}

/** Spans of requests to the platform (OpenTelemetry's semantic conventions for HTTP, client). */
export function upstreamSpans(startSpan: StartSpan) {
  return {
    startSpan({ method, template, baseUrl, traceparent, resends }: UpstreamRequest) {
      const span = startSpan({
        name: `${method} ${template}`,
        kind: SpanKind.CLIENT,
        parent: traceparent,
        remote: false,
        attributes: {
          'http.request.method': method,
          'url.template': template,
          'http.request.resend_count': resends > 0 ? resends : undefined,
          ...server(baseUrl),
        },
      });
      return {
        traceparent: span.traceparent,
        end(outcome: number | string) {
          const status = typeof outcome === 'number' ? outcome : undefined;
          const failed = status === undefined || status >= 400;
          const type = failed ? { 'error.type': String(outcome) } : {};
          span.end(failed, { 'http.response.status_code': status, ...type });
        },
      };
    },
  };
}

/** The server's address. The embedded platform has none: its host name is reserved (RFC 2606). */
function server({ hostname, protocol, port }: URL) {
  if (hostname.endsWith('.invalid')) return {};
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? defaultPort : Number(port) };
}
