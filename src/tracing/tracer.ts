import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { readTraceparent, writeTraceparent } from '../lib/trace.ts';
import { preciseNow } from './clock.ts';

/** The random-trace-id flag (W3C Trace Context, level 2), which the SDK lacks. No other bit is propagated. */
const RANDOM_TRACE_ID = 2;

export interface SpanStart {
  name: string;
  kind: SpanKind;
  /** The `traceparent` of the parent. */
  parent: string | undefined;
  /** True if the parent is a span of another program. */
  remote: boolean;
  /** The `traceparent` of a span to link. */
  link?: string | undefined;
  attributes: Attributes;
}

export interface StartedSpan {
  /** The `traceparent` for child spans. */
  traceparent: string;
  /** @param attributes attributes that are known only at the end. */
  end(failed: boolean, attributes: Attributes): void;
}

export type StartSpan = (start: SpanStart) => StartedSpan;

/** Starts spans with an explicit parent. No global context is used, so several servers in one process are separate. */
export function createStartSpan(tracer: Tracer): StartSpan {
  return ({ name, kind, parent, remote, link, attributes }) => {
    const caller = parent === undefined ? undefined : readTraceparent(parent);
    const linked = link === undefined || link === parent ? undefined : spanContextOf(link, true);
    const links = linked ? [{ context: linked }] : [];
    const options = { kind, attributes, links, startTime: preciseNow() };
    const span = tracer.startSpan(name, options, contextOf(parent, remote));
    const { traceId, spanId } = span.spanContext();
    const random = (caller?.flags ?? RANDOM_TRACE_ID) & RANDOM_TRACE_ID;
    if (!span.isRecording()) {
      // A span that is not exported must not be a parent, so the caller's span replaces it.
      return { traceparent: writeTraceparent({ traceId, spanId: caller?.spanId ?? spanId, flags: random }), end() {} };
    }
    return {
      traceparent: writeTraceparent({ traceId, spanId, flags: random | TraceFlags.SAMPLED }),
      end(failed, more) {
        span.setAttributes(more);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(preciseNow());
      },
    };
  };
}

function contextOf(traceparent: string | undefined, remote: boolean): Context {
  const parent = traceparent === undefined ? undefined : spanContextOf(traceparent, remote);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function spanContextOf(traceparent: string, isRemote: boolean): SpanContext | undefined {
  const parent = readTraceparent(traceparent);
  return parent && { traceId: parent.traceId, spanId: parent.spanId, traceFlags: parent.flags, isRemote };
}
