import type { EndpointName } from '../contract/index.ts';
import type { ApiErrorKind } from './errors.ts';

/** Receives measurements of requests to the platform. Must not throw. */
export interface ApiObserver {
  /** Called after each request. */
  requested(endpoint: EndpointName, outcome: 'ok' | ApiErrorKind, seconds: number): void;
  /** Called before each retry. */
  retried(endpoint: EndpointName): void;
  /**
   * Called when a circuit breaker opens or closes.
   * @param breaker identifies the breaker; there is one per credential.
   * @param until end of the open state in milliseconds since the epoch; 0 if the breaker closed.
   */
  breakerOpen(breaker: object, until: number): void;
}
