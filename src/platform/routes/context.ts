import type { Clock } from '../../lib/time/clock.ts';
import type { Store } from '../store/store.ts';

/** The dependencies of the handlers. */
export interface RouteContext {
  store: Store;
  clock: Clock;
  /** True if webhooks may point to this computer. */
  loopback: boolean;
  /** The address at which this platform is reached, without path; undefined if it is not known. */
  publicUrl?: URL | undefined;
}
