import type { NumberedKind } from '../store/schema/schema.ts';

/**
 * The version of what is computed from a row of each kind. A row with a lower one is computed again. A release that computes
 * anything else, or in another way, raises it above both versions of before, and its migration replaces the index of underived
 * rows (`012-continued-promises`). Extensions that search by words are announced once all rows have this version. A program of
 * before that still runs writes lower versions, which this one computes again.
 */
export const DERIVED_VERSION = { contacts: 2, bookings: 2, calls: 4 } as const satisfies Record<NumberedKind, number>;

/**
 * The version of calls whose sequences are stored by themselves, some time after the words: see `WordIndex.putSequences`. It
 * follows `DERIVED_VERSION.calls`, and is raised with it.
 */
export const SEQUENCED_VERSION = 5;
