import type { createTracer } from './tracer.ts';

/** A request to the platform, as the client of its API tells of it. */
interface Sending {
  method: string;
  template: string;
  baseUrl: URL;
  traceparent: string;
  resends: number;
}

/** Spans of requests to the platform (OpenTelemetry's semantic conventions for HTTP, client). */
export function upstreamSpans(begin: ReturnType<typeof createTracer>) {
  return {
    sending({ method, template, baseUrl, traceparent, resends }: Sending) {
      const span = begin({
        kind: 'client',
        parent: traceparent,
        remote: false,
        tell: () => ({
          name: `${method} ${template}`,
          attributes: {
            'http.request.method': method,
            'url.template': template,
            'http.request.resend_count': resends > 0 ? resends : undefined,
            ...server(baseUrl),
          },
        }),
      });
      return {
        traceparent: span.traceparent,
        ended(outcome: number | string) {
          const status = typeof outcome === 'number' ? outcome : undefined;
          const failed = status === undefined || status >= 400;
          const type = failed ? { 'error.type': String(outcome) } : {};
          span.ended(failed, { 'http.response.status_code': status, ...type });
        },
      };
    },
  };
}

/** Where it goes; the embedded platform is no server of its own, and has a name that nobody can have (RFC 2606). */
function server({ hostname, protocol, port }: URL) {
  if (hostname.endsWith('.invalid')) return {};
  const usual = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? usual : Number(port) };
}
