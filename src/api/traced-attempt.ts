import { ENDPOINTS, type EndpointName } from '../contract/index.ts';
import { API_ROOT } from '../contract/limits.ts';
import { type AnyArgs, type ApiOptions, attempt } from './attempt.ts';
import { SendError, type Sender } from './sender.ts';
import type { ApiTracer } from './tracer.ts';

/** Like `attempt`, with a span for a request that belongs to a trace. */
export function tracedAttempt(options: ApiOptions, tracer: ApiTracer) {
  const { baseUrl } = options;
  return async (name: EndpointName, args: AnyArgs, timeMs: number, resends: number): Promise<unknown> => {
    const { traceparent, signal } = args;
    if (traceparent === undefined) return attempt(options, name, args, timeMs);
    const { method, path } = ENDPOINTS[name];
    // Wraps the sender, so that the span covers exactly the HTTP request, and has its status.
    const send: Sender = async (request) => {
      const span = tracer.startSpan({ method, template: `${API_ROOT}${path}`, baseUrl, traceparent, resends });
      const headers = { ...request.headers, traceparent: span.traceparent };
      try {
        const response = await options.send({ ...request, headers });
        span.end(response.status);
        return response;
      } catch (error) {
        span.end(failureReason(error, signal?.aborted, request.deadline.over));
        throw error;
      }
    };
    return attempt({ ...options, send }, name, args, timeMs);
  };
}

function failureReason(error: unknown, cancelled: boolean | undefined, timedOut: boolean): string {
  if (cancelled) return 'cancelled';
  if (timedOut) return 'timeout';
  return error instanceof SendError ? error.failure : 'internal_error';
}
