/** A value that is created when it is first requested. */
export interface Lazy<T> {
  get: () => Promise<T>;
  /** Returns the value if it was requested before and could be created. */
  getIfCreated(): Promise<T | undefined>;
}

/** Creates a value with the first request for it. A failure is not cached: the next request tries again. */
export function lazy<T>(create: () => Promise<T>): Lazy<T> {
  let created: Promise<T> | undefined;
  const get = () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
  return { get, getIfCreated: async () => (created ? await created.catch(() => undefined) : undefined) };
}

/** The synchronous form: calls `create` once and returns its result each time. */
export function memoize<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}
