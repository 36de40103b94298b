const keys = new WeakMap<object, number>();
let last = 0;

/** Returns another key for each result, so that a component keeps nothing of the one before. */
export function resultKey(result: object): number {
  const known = keys.get(result);
  if (known !== undefined) return known;
  keys.set(result, ++last);
  return last;
}
