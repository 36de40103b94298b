import { randomBytes } from 'node:crypto';
import { readTraceparent, type TraceParent, writeTraceparent } from '../lib/trace.ts';
import { preciseNow } from './clock.ts';
import type { Sampler } from './sampler.ts';
import type { Attributes, Span } from './span.ts';

const SAMPLED = 1;
/** Says that the trace's id is random (W3C Trace Context, level 2). What the other bits say, nobody knows. */
const RANDOM = 2;

export interface Begun {
  /** What belongs to this span says so with it. */
  traceparent: string;
  /** @param more attributes that only the end tells. */
  ended(failed: boolean, more: Attributes): void;
}

export interface Beginning {
  kind: Span['kind'];
  /** The `traceparent` of what it is a part of. */
  parent: string | undefined;
  /** Whether that is another program's. */
  remote: boolean;
  link?: string | undefined;
  /** Asked for when it is recorded. */
  tell(): { name: string; attributes: Attributes };
}

/** Begins spans, and gives those that have ended and are sampled to `add`. */
export function createTracer(sampler: Sampler, add: (span: Span) => void) {
  return ({ kind, parent: given, remote, link: linked, tell }: Beginning): Begun => {
    const parent = given === undefined ? undefined : readTraceparent(given);
    const traceId = parent?.traceId ?? newId(16);
    // A part of what is recorded here is recorded with it.
    const sampled = remote ? sampler(traceId, parent) : ((parent?.flags ?? 0) & SAMPLED) === SAMPLED;
    // What is not recorded leaves the parent's place to the parent.
    if (!sampled) return unsampled({ traceId, spanId: parent?.spanId ?? newId(8), flags: parent?.flags ?? RANDOM });
    const own: TraceParent = { traceId, spanId: newId(8), flags: ((parent?.flags ?? RANDOM) & RANDOM) | SAMPLED };
    const link = linked === undefined || linked === given ? undefined : readTraceparent(linked);
    const start = preciseNow();
    const { name, attributes } = tell();
    return {
      traceparent: writeTraceparent(own),
      ended(failed, more) {
        add({
          ...own,
          name,
          kind,
          parent: parent && { spanId: parent.spanId, remote },
          link,
          start,
          end: preciseNow(),
          attributes: { ...attributes, ...more },
          failed,
        });
      },
    };
  };
}

function unsampled(parent: TraceParent): Begun {
  return { traceparent: writeTraceparent({ ...parent, flags: parent.flags & RANDOM }), ended: () => {} };
}

/** So many random bytes in hex. */
function newId(bytes: number): string {
  const id = randomBytes(bytes).toString('hex');
  return /^0+$/.test(id) ? newId(bytes) : id;
}
