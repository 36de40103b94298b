import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../store/store.ts';

/** What handlers work with. */
export interface RouteContext {
  store: Store;
  clock: Clock;
}
