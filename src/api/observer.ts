import type { EndpointName } from '../contract/index.ts';
import type { ApiErrorKind } from './errors.ts';

/** Told of the requests to the platform. It must not throw. */
export interface ApiObserver {
  /** One request and its answer. */
  requested(endpoint: EndpointName, outcome: 'ok' | ApiErrorKind, seconds: number): void;
  /** A request is about to be repeated. */
  retried(endpoint: EndpointName): void;
  /**
   * The platform is left alone after failing repeatedly, or asked again.
   * @param breaker stands for the credential that this is about.
   * @param until in milliseconds since the epoch; 0: it has answered.
   */
  breakerOpen(breaker: object, until: number): void;
}
