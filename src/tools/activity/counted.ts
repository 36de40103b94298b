import type { Group } from '../../lib/activity/tally.ts';
import type { Coverage } from './read-records.ts';

/** Records that were counted, here or by the platform. */
export interface Counted<S> {
  total: S;
  /** Those that were counted here are all groups. */
  groups: Group<S>[];
  /** The sum of the groups that the platform left out; undefined if there are none. */
  rest: { groups: number; sums: S } | undefined;
  coverage: Coverage;
  /** True if the platform has named customers as their contacts are named now; otherwise it is as in their last booking. */
  areCustomersNamed?: boolean;
}
