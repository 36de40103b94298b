/** A value that is made when it is first asked for. */
export interface Lazy<T> {
  get: () => Promise<T>;
  /** The value if it was ever asked for and could be had. */
  getIfCreated(): Promise<T | undefined>;
}

/** Makes a value with the first request for it, once; a failure is not kept, so that the next request tries again. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  const get = () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return { get, getIfCreated: async () => (made ? await made.catch(() => undefined) : undefined) };
}

/** Makes a value when it is first asked for, and gives the same one from then on. */
export function memoize<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
