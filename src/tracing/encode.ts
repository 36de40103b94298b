import type { Attributes, Span } from './span.ts';

/** Who says so: the attributes of the resource, and the name and version of what made the spans. */
export interface Origin {
  resource: Attributes;
  scope: { name: string; version: string };
}

const KIND = { server: 2, client: 3 } as const;
const STATUS_ERROR = 2;
/** Beside the flags of the trace (opentelemetry-proto, SpanFlags): whether the parent was remote is known, and it was. */
const KNOWN = 0x1_00;
const REMOTE = 0x2_00;

/** Spans as `ExportTraceServiceRequest` in OTLP's JSON: ids in hex, 64-bit numbers as text, enumerations as numbers. */
export function encode(spans: readonly Span[], { resource, scope }: Origin): string {
  const scopeSpans = [{ scope, spans: spans.map(encoded) }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: pairs(resource) }, scopeSpans }] });
}

function encoded({ traceId, spanId, flags, name, kind, parent, link, start, end, attributes, failed }: Span): object {
  return {
    traceId,
    spanId,
    ...(parent ? { parentSpanId: parent.spanId } : {}),
    flags: flags | KNOWN | (parent?.remote ? REMOTE : 0),
    name,
    kind: KIND[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: pairs(attributes),
    ...(link ? { links: [{ ...link, flags: link.flags | KNOWN | REMOTE }] } : {}),
    status: failed ? { code: STATUS_ERROR } : {},
  };
}

const nanoseconds = (ms: number) => (BigInt(Math.round(ms * 1e3)) * 1000n).toString();

function pairs(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: any(value) }],
  );
}

function any(value: NonNullable<Attributes[string]>): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}
