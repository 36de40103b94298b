import type { CallOrigin } from '../../lib/http/request-context.ts';
import { traceIdOf } from '../../lib/trace.ts';

/** Returns the W3C `traceparent` of a call: its own, otherwise that of the HTTP request. */
export const traceparentOf = ({ traceparent, requestContext }: CallOrigin) =>
  traceparent ?? requestContext?.traceparent;

/** Log fields that identify the request, the caller and the trace. */
export function originFields(origin: CallOrigin): Record<string, string> {
  const { id, principal } = origin.requestContext ?? {};
  const traceId = traceIdOf(traceparentOf(origin) ?? '');
  const fields: Record<string, string> = {};
  if (id !== undefined) fields.request_id = id;
  if (principal !== undefined) fields.principal = principal;
  if (traceId !== undefined) fields.trace_id = traceId;
  return fields;
}
