import { ENDPOINTS, type EndpointName } from '../contract/index.ts';
import { API_ROOT } from '../contract/limits.ts';
import { type AnyArgs, type ApiOptions, attempt } from './attempt.ts';
import { SendError, type Sender } from './sender.ts';
import type { ApiTracer } from './tracer.ts';

/** One request and its answer, told to a tracer when it belongs to a trace. */
export function tracedAttempt(options: ApiOptions, tracer: ApiTracer) {
  const { baseUrl } = options;
  return async (name: EndpointName, args: AnyArgs, timeMs: number, resends: number): Promise<unknown> => {
    const { traceparent, signal } = args;
    if (traceparent === undefined) return attempt(options, name, args, timeMs);
    const { method, path } = ENDPOINTS[name];
    // Within the attempt, so that the span is of what is really sent, and has its status.
    const send: Sender = async (request) => {
      const span = tracer.sending({ method, template: `${API_ROOT}${path}`, baseUrl, traceparent, resends });
      const headers = { ...request.headers, traceparent: span.traceparent };
      try {
        const response = await options.send({ ...request, headers });
        span.ended(response.status);
        return response;
      } catch (error) {
        span.ended(reason(error, signal?.aborted, request.deadline.over));
        throw error;
      }
    };
    return attempt({ ...options, send }, name, args, timeMs);
  };
}

function reason(error: unknown, cancelled: boolean | undefined, late: boolean): string {
  if (cancelled) return 'cancelled';
  if (late) return 'timeout';
  return error instanceof SendError ? error.failure : 'internal_error';
}
