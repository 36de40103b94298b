import type { CallOrigin } from '../../lib/http/request-context.ts';
import { traceIdOf } from '../../lib/trace.ts';

/** The trace that a call belongs to. */
export const traceparentIn = ({ traceparent, requestContext: about }: CallOrigin) => traceparent ?? about?.traceparent;

/** By what the log tells requests and callers apart. */
export function originFields(origin: CallOrigin): Record<string, string> {
  const { id, principal } = origin.requestContext ?? {};
  const traceId = traceIdOf(traceparentIn(origin) ?? '');
  const fields: Record<string, string> = {};
  if (id !== undefined) fields.request_id = id;
  if (principal !== undefined) fields.principal = principal;
  if (traceId !== undefined) fields.trace_id = traceId;
  return fields;
}
