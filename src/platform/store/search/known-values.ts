import type { Found } from './search.ts';

/** Values that are named, where no record has the requested one. */
export const MAX_KNOWN_VALUES = 50;

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

/** Returns the first values of a column as parts of records. */
export const knownParts = (column: string, values: readonly string[]): Record<string, string>[] =>
  values.slice(0, MAX_KNOWN_VALUES).map((value) => ({ [column]: value }));
