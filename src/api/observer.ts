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
   * @param openMs how long it will be open, in milliseconds; 0 if it closed.
   */
  breakerOpen(breaker: object, openMs: number): void;
}
