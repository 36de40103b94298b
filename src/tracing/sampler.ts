import type { TraceParent } from '../lib/trace.ts';

/** Whether a span is recorded, by the trace that it is to be in. */
export type Sampler = (traceId: string, parent: TraceParent | undefined) => boolean;

const on: Sampler = () => true;
const off: Sampler = () => false;

/** The same traces wherever they come by: the random part of an id, 56 bits, is compared with the ratio. */
const ratio =
  (share: number): Sampler =>
  (traceId) =>
    Number.parseInt(traceId.slice(18), 16) >= (1 - share) * 2 ** 56;

/** What the caller decided holds; without a caller's trace, `root` decides. */
const parentBased =
  (root: Sampler): Sampler =>
  (traceId, parent) =>
    parent ? (parent.flags & 1) === 1 : root(traceId, parent);

export const DEFAULT_SAMPLER = parentBased(on);

/** A sampler by its name in `OTEL_TRACES_SAMPLER`; undefined when there is none of that name, or the argument is wrong. */
export function samplerOf(name: string, argument: string | undefined): Sampler | undefined {
  const share = Number(argument ?? 1);
  const shared = share >= 0 && share <= 1 ? ratio(share) : undefined;
  const samplers: Record<string, Sampler | undefined> = {
    always_on: on,
    always_off: off,
    traceidratio: shared,
    parentbased_always_on: DEFAULT_SAMPLER,
    parentbased_always_off: parentBased(off),
    parentbased_traceidratio: shared && parentBased(shared),
  };
  return Object.hasOwn(samplers, name) ? samplers[name] : undefined;
}
