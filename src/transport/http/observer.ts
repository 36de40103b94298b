/** Told of HTTP requests. It must not throw. */
export interface HttpObserver {
  began(): void;
  /**
   * @param route one of those that are served, or `other`.
   * @param status of the answer; `aborted`: the client went away before its end.
   */
  ended(route: string, status: string): void;
  /** A request was refused for the sake of the others. */
  refused(limit: 'rate' | 'concurrency' | 'sessions'): void;
  /** How many sessions are open. */
  sessions(open: number): void;
}
