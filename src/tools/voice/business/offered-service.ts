import type { PriceAhead } from '../../presenters/service.ts';
import type { Named } from '../../search/named.ts';

/** A service that can be booked. */
export interface OfferedService extends Named {
  minutes: number | undefined;
  cents: number | undefined;
  currency: string | undefined;
  /** From later days on, in order. */
  ahead: readonly PriceAhead[];
  /** Ids of those who perform it; undefined if that is anyone, or unknown. */
  staffIds: readonly string[] | undefined;
}
