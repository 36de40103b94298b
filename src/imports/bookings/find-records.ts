import type { CatalogueRecord } from '../../platform/index.ts';
import { allByName, exactlyNamed } from '../../tools/search/by-name.ts';
import { splitNames } from './split-names.ts';

/** What a cell says of services or people. */
export interface NamedRecords {
  /** The ids of the records that it names, in its order; empty if a part of it names none. */
  ids: readonly string[];
  /** The parts that name no record, or several. */
  missing: readonly string[];
}

/** The names of a file for services or people, and what they stand for in the business. */
export interface RecordFinder {
  /** Finds the record that a cell names as a whole, or those that it names one after the other. */
  find(cell: string): NamedRecords;
  /** Counts a row that needs a record of this name. */
  addMissing(name: string): void;
  /** Cells that are not a name of the business, with the names that they are read as: `Cut, then Colour`. */
  readAs(): ReadonlyMap<string, string>;
  /** Names that mean no record, with the number of their rows. */
  missing(): ReadonlyMap<string, number>;
}

export interface RecordNames {
  kind: 'service' | 'staff';
  records: readonly CatalogueRecord[];
  /** Names in the business by those of the file, in lower case. */
  renamed: ReadonlyMap<string, string>;
}

/**
 * Finds services and people by their names. Services by the whole name: a part of one can be another service. People by words of their
 * names, too, if these mean one person. What the business still has comes before what it had.
 */
export function createRecordFinder({ kind, records, renamed }: RecordNames): RecordFinder {
  const found = new Map<string, NamedRecords & { readAs: string | undefined }>();
  const missing = new Map<string, number>();
  const search = (text: string): CatalogueRecord | undefined => {
    const meant = renamed.get(text.toLowerCase()) ?? text;
    const matching = [exactlyNamed(meant, records), kind === 'staff' ? allByName(meant, records, kind) : []];
    for (const all of matching) {
      const present = all.filter(({ isArchived }) => !isArchived);
      const [one, ...others] = present.length > 0 ? present : all;
      if (one && others.length === 0) return one;
    }
    return undefined;
  };
  const read = (cell: string) => {
    const whole = search(cell);
    const split = whole ? undefined : splitNames(cell, search);
    const unknown = whole ? [] : (split?.unknown ?? [cell]);
    const named = unknown.length > 0 ? [] : whole ? [whole] : (split?.known ?? []);
    const names = named.map(({ name }) => name).join(', then ');
    return {
      ids: named.map(({ id }) => id),
      missing: unknown,
      readAs: names === cell ? undefined : names || undefined,
    };
  };
  return {
    find(cell) {
      const known = found.get(cell) ?? read(cell);
      found.set(cell, known);
      return known;
    },
    addMissing: (name) => missing.set(name, (missing.get(name) ?? 0) + 1),
    readAs: () =>
      new Map(
        [...found].flatMap(([cell, { readAs }]) => (readAs === undefined || missing.has(cell) ? [] : [[cell, readAs]])),
      ),
    missing: () => missing,
  };
}
