import { SUMMARY_GROUPINGS } from '../../contract/index.ts';

export const KINDS = ['bookings', 'calls'] as const;
export type Kind = (typeof KINDS)[number];

/** What records of each kind can be grouped by. */
export const GROUPINGS = SUMMARY_GROUPINGS;
export type BookingGrouping = (typeof GROUPINGS)['bookings'][number];
export type CallGrouping = (typeof GROUPINGS)['calls'][number];
export const ALL_GROUPINGS = [...new Set([...GROUPINGS.bookings, ...GROUPINGS.calls])] as const;

/** What groups can be ordered by, largest first. */
export const ORDERS = ['count', 'value', 'seconds'] as const;
export type Order = (typeof ORDERS)[number];
