import type { ImportedRecords, ImportOptions, MissingName } from '../../requests/imports.ts';

export type NameKind = 'services' | 'staff';

/** What the user chose in the report. The names are words of the file, so that no plain object has them as keys. */
export interface Choices {
  /** Headers of columns by fields. Null: no column holds the field. */
  columns: ReadonlyMap<string, string | null>;
  isKeepingColumns: boolean;
  isRestoringErased: boolean;
  /** Names of the business by those of the file. */
  names: Readonly<Record<NameKind, ReadonlyMap<string, string>>>;
  /** Ids for rows that name none; empty if none was chosen. */
  defaults: Readonly<Record<NameKind, string>>;
}

export const NO_CHOICES: Choices = {
  columns: new Map(),
  isKeepingColumns: false,
  isRestoringErased: false,
  names: { services: new Map(), staff: new Map() },
  defaults: { services: '', staff: '' },
};

/** Returns a map with an entry, or without it if its value is empty. */
export function withEntry<V extends string | null>(
  map: ReadonlyMap<string, V>,
  key: string,
  value: V,
): ReadonlyMap<string, V> {
  const entries = new Map(map);
  if (value === '') entries.delete(key);
  else entries.set(key, value);
  return entries;
}

/** The choices in a request. */
export function optionsOf(choices: Choices, records: ImportedRecords): ImportOptions {
  const general = {
    ...(choices.columns.size > 0 && { columns: Object.fromEntries(choices.columns) }),
    ...(choices.isRestoringErased && { restore_erased: true }),
  };
  if (records === 'contacts') return { ...general, ...(choices.isKeepingColumns && { keep_columns: true }) };
  const { names, defaults } = choices;
  const renamed = [...names.services, ...names.staff];
  return {
    ...general,
    ...(renamed.length > 0 && { names: Object.fromEntries(renamed) }),
    ...(defaults.services && { default_service_id: defaults.services }),
    ...(defaults.staff && { default_staff_id: defaults.staff }),
  };
}

/**
 * The names to choose for: those that are missing, and those that are no longer, because of a choice. Each stays at its place.
 * @param before what was shown before
 */
export function namesToShow(
  before: readonly MissingName[],
  missing: readonly MissingName[],
  chosen: ReadonlyMap<string, string>,
): MissingName[] {
  const rows = new Map(missing.map((one) => [one.name, one]));
  const kept = before.flatMap((one) => rows.get(one.name) ?? (chosen.has(one.name) ? one : []));
  const shown = new Set(kept.map(({ name }) => name));
  return [...kept, ...missing.filter(({ name }) => !shown.has(name))];
}
