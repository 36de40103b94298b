import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../store/store.ts';

/** What handlers work with. */
export interface RouteContext {
  store: Store;
  clock: Clock;
  /** Whether webhooks may lead to this computer itself. */
  loopback: boolean;
}
