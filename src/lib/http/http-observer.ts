/** The limits that refuse requests. */
export type RequestLimit = 'rate' | 'concurrency' | 'sessions' | 'streams' | 'bodies';

/** Receives HTTP requests and refusals, for metrics. It must not throw. */
export interface HttpObserver {
  requestStarted(): void;
  /**
   * @param route a served route, or `other`.
   * @param status of the response; `aborted`: the client disconnected before its end.
   */
  requestEnded(route: string, status: string): void;
  /** A limit refused a request. */
  requestRefused(limit: RequestLimit): void;
  /** The number of open sessions has changed. */
  sessionsChanged(open: number): void;
}

/** Returns the status of a closed response, for `requestEnded`. */
export const endedStatus = (outgoing: { writableFinished: boolean; statusCode: number }): string =>
  outgoing.writableFinished ? String(outgoing.statusCode) : 'aborted';
