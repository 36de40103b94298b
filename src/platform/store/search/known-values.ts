import type { Found } from './search.ts';

/** Values of filters that records have, by the name of the filter, as parts of records. */
export type KnownValues = Record<string, Record<string, string>[]>;

/** A part of a filtered list. */
export interface Filtered<Row> extends Found {
  rows: Row[];
  /** By the filters whose value no record of the team has. */
  knownValues: KnownValues;
  /** Number of records that lack a value that a filter reads, and may match. */
  undecided?: number;
}
