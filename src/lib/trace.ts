/** Version, trace, parent and flags (W3C Trace Context, 3.2); ids of zeros are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The `traceparent` that somebody sent, if it is one. */
export function traceparentOf(value: unknown): string | undefined {
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : undefined;
}

/** The id of the trace that a `traceparent` belongs to. */
export function traceIdOf(traceparent: string): string | undefined {
  return TRACEPARENT.exec(traceparent)?.[1];
}
