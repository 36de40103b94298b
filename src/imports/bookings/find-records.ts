import type { CatalogueRecord } from '../../platform/index.ts';
import { allByName, exactlyNamed } from '../../tools/search/by-name.ts';

/** The names of a file for services or people, and what they stand for in the business. */
export interface RecordFinder {
  /** Returns the id of the record that a name of the file means; undefined if it means none, or several, which is then missing. */
  find(name: string): string | undefined;
  /** The same for a row that needs no record: its name is not missing. */
  findOptional(name: string): string | undefined;
  /** Names of the file that are not those of the business, with the names that they are read as. */
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
  const found = new Map<string, CatalogueRecord | undefined>();
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
  const findOptional = (name: string) => {
    if (!found.has(name)) found.set(name, search(name));
    return found.get(name)?.id;
  };
  return {
    findOptional,
    find(name) {
      const id = findOptional(name);
      if (id === undefined) missing.set(name, (missing.get(name) ?? 0) + 1);
      return id;
    },
    readAs: () =>
      new Map([...found].flatMap(([name, record]) => (record && record.name !== name ? [[name, record.name]] : []))),
    missing: () => missing,
  };
}
