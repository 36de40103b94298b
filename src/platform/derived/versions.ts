import type { NumberedKind } from '../store/schema.ts';

/**
 * The version of what is computed from a row of each kind. A row with a lower one is computed again. A release that computes
 * anything else, or in another way, raises it, and its migration replaces the index of underived rows. Extensions that search by
 * words are announced once all rows have this version.
 */
export const DERIVED_VERSION = { contacts: 2, bookings: 2, calls: 2 } as const satisfies Record<NumberedKind, number>;

/**
 * The version of calls whose sequences are stored by themselves, some time after the words: see `WordIndex.putSequences`. It
 * follows `DERIVED_VERSION.calls`, and is raised with it.
 */
export const SEQUENCED_VERSION = 3;
