import { normalizeName } from '../../lib/search/text-search.ts';
import type { CatalogueRecord } from '../../platform/index.ts';
import { allByName, exactlyNamed } from '../../tools/search/by-name.ts';
import { countWords, evenlyJoined, splitNames } from './split-names.ts';

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
  /** The records of the business that a name can mean, if they are several. */
  severalOf(name: string): readonly CatalogueRecord[];
  /** Counts a row that needs a record of this name. */
  addMissing(name: string): void;
  /** Cells that are not a name of the business, with the names that they are read as: `Cut, then Colour`. */
  readAs(): ReadonlyMap<string, string>;
  /** Names that mean no record, with the number of their rows. */
  missing(): ReadonlyMap<string, number>;
}

interface RecordNames {
  kind: 'service' | 'staff';
  records: readonly CatalogueRecord[];
  /** Names in the business by those of the file, in lower case. */
  renamed: ReadonlyMap<string, string>;
}

/** Names whose meaning is remembered, because parts of cells come again in other cells. */
const MAX_REMEMBERED = 10_000;

/**
 * Finds services and people by their names. Services by the whole name: a part of one can be another service. People by words of their
 * names, too, if these mean one person. What the business still has comes before what it had.
 */
export function createRecordFinder({ kind, records, renamed }: RecordNames): RecordFinder {
  const found = new Map<string, NamedRecords & { readAs: string | undefined }>();
  const missing = new Map<string, number>();
  const joined = records.map((record) => ({ id: record.id, name: evenlyJoined(record.name), record }));
  const maxWords = Math.max(1, ...[...records.map(({ name }) => name), ...renamed.keys()].map(countWords));
  /** The record that a name means, or all that it can mean. */
  const search = (text: string): readonly CatalogueRecord[] => {
    const meant = renamed.get(text.toLowerCase()) ?? text;
    const matching = [
      () => exactlyNamed(meant, records),
      () =>
        kind === 'staff'
          ? allByName(meant, records, kind)
          : exactlyNamed(evenlyJoined(meant), joined).map(({ record }) => record),
    ];
    let several: readonly CatalogueRecord[] = [];
    for (const all of matching) {
      const candidates = all();
      const present = candidates.filter(({ isArchived }) => !isArchived);
      const possible = present.length > 0 ? present : candidates;
      if (possible.length === 1) return possible;
      if (several.length === 0) several = possible;
    }
    return several;
  };
  const meanings = new Map<string, readonly CatalogueRecord[]>();
  const meaningsOf = (name: string) => {
    const known = meanings.get(name) ?? search(name);
    if (!meanings.has(name) && meanings.size >= MAX_REMEMBERED) meanings.clear();
    meanings.set(name, known);
    return known;
  };
  const meaningOf = (name: string) => {
    const [one, ...others] = meaningsOf(name);
    return others.length === 0 ? one : undefined;
  };
  const read = (cell: string) => {
    const whole = meaningOf(cell);
    const split = whole ? undefined : splitNames(cell, meaningOf, maxWords);
    const isPerson = kind === 'staff' && split !== undefined && isLastAndFirst(cell, split.known);
    const unknown = whole ? [] : split === undefined || isPerson ? [cell] : split.unknown;
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
    severalOf(name) {
      const all = meaningsOf(name);
      return all.length > 1 ? all : [];
    },
    addMissing: (name) => missing.set(name, (missing.get(name) ?? 0) + 1),
    readAs: () => new Map([...found].flatMap(([cell, { readAs }]) => (readAs === undefined ? [] : [[cell, readAs]]))),
    missing: () => missing,
  };
}

/** `Weber, Anna`: the last name of one person and the first name of another one are those of a third one. */
function isLastAndFirst(cell: string, [one, other]: readonly CatalogueRecord[]): boolean {
  const [last, first, ...more] = cell.split(',').map(normalizeName);
  if (more.length > 0 || !last || !first || !one || one === other) return false;
  const isLast = normalizeName(one.name).split(' ').at(-1) === last;
  return isLast && (other === undefined || normalizeName(other.name).split(' ')[0] === first);
}
