import type { JsonObject } from '../../lib/json.ts';

/**
 * Returns the fields of an answer that depend on how many of its `items` are shown, such as its cursor. `shown` is at
 * least 1 and less than the number of items that the tool returned.
 */
export type Continuation = (shown: number) => JsonObject;

/** Returns the continuation of an answer that does not fit: most fit, and need neither cursor nor signing key. */
type LoadContinuation = () => Promise<Continuation>;

/** A symbol, because it is no part of the data: object spread copies it, and cleaning drops it. */
const CONTINUATION = Symbol('continuation');

/** Returns an answer whose `items` the pipeline may cut to its size: the rest is continued behind what is shown. */
export function withContinuation<T extends JsonObject>(answer: T, load: LoadContinuation): T {
  return { ...answer, [CONTINUATION]: load };
}

/** Returns the continuation of an answer, if its tool has one. */
export async function continuationOf(answer: JsonObject): Promise<Continuation | undefined> {
  return (answer as { [CONTINUATION]?: LoadContinuation })[CONTINUATION]?.();
}
