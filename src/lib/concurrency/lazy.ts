/** A value that is created when it is first requested. */
export interface Lazy<T> {
  get: () => Promise<T>;
  /** Returns the value if it was requested before and could be created. */
  getIfCreated(): Promise<T | undefined>;
}

/**
 * Creates a value with the first request for it. After a failure the next request tries again.
 * @param failureMs how long a failure is the answer to further requests, for attempts that take seconds; default: not at all.
 */
export function lazy<T>(create: () => Promise<T>, failureMs = 0): Lazy<T> {
  let created: Promise<T> | undefined;
  let failed: { error: unknown; until: number } | undefined;
  const get = async () => {
    if (failed && performance.now() < failed.until) throw failed.error;
    created ??= create().catch((error: unknown) => {
      created = undefined;
      failed = { error, until: performance.now() + failureMs };
      throw error;
    });
    return created;
  };
  return { get, getIfCreated: async () => (created ? await created.catch(() => undefined) : undefined) };
}

/** The synchronous form: calls `create` once and returns its result each time. */
export function memoize<T extends object | string>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}
