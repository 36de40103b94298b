import type { TimeRange } from '../../lib/time/range.ts';
import type { Order } from '../search/sort-key.ts';

/** Which calls are searched, in which order. */
export interface CallSelection {
  window: TimeRange;
  outcome: string | undefined;
  language: string | undefined;
  order: Order;
  /** Calls in one answer. */
  limit: number;
}
