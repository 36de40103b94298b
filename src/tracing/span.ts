import type { TraceParent } from '../lib/trace.ts';

/** What is told of a span. Texts are ours or the operator's, never a caller's. */
export type Attributes = Record<string, string | number | readonly string[] | undefined>;

/** A request that has ended, as it is exported. */
export interface Span extends TraceParent {
  name: string;
  kind: 'server' | 'client';
  parent?: { spanId: string; remote: boolean } | undefined;
  /** Another trace that it was made in. */
  link?: TraceParent | undefined;
  /** Milliseconds since the epoch. */
  start: number;
  end: number;
  attributes: Attributes;
  failed: boolean;
}
