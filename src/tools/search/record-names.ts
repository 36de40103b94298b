import { ApiError, type FetchPage, type ScanResult, scan } from '../../api/index.ts';
import type { Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';

/** Kinds of records whose names other records show. */
export type NamedKind = 'service' | 'staff' | 'contact';

/** A field that shows the name of another record. */
export interface NameField {
  kind: NamedKind;
  /** The field with the record's id. */
  id: string;
  /** The field with its name, which is filled in where the platform did not send it. */
  name: string;
}

export const SERVICE_NAME: NameField = { kind: 'service', id: 'service_id', name: 'service_name' };
export const STAFF_NAME: NameField = { kind: 'staff', id: 'staff_id', name: 'staff_name' };
export const CONTACT_NAME: NameField = { kind: 'contact', id: 'contact_id', name: 'contact_name' };

/** Records of one list that names are taken from: 50 requests. */
const MAX_NAMED_RECORDS = 5_000;

/**
 * Returns records with the names that the platform's list lacks, each from one read of the list that has it. A name that
 * the caller may not read, or that cannot be read, stays absent.
 */
export async function fillNames<T extends JsonObject>(
  records: readonly T[],
  fields: readonly NameField[],
  context: ToolContext,
): Promise<T[]> {
  const lacks = (record: T, { id, name }: NameField) => typeof record[id] === 'string' && record[name] === undefined;
  const lacking = fields.filter((field) => records.some((record) => lacks(record, field)));
  if (lacking.length === 0) return [...records];
  const names = await Promise.all(lacking.map(({ kind }) => namesOf(kind, context)));
  return records.map((record) => {
    const filled: JsonObject = { ...record };
    for (const [index, field] of lacking.entries()) {
      const name = lacks(record, field) ? names[index]?.get(record[field.id] as string) : undefined;
      if (name) filled[field.name] = name;
    }
    return filled as T;
  });
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * Returns the names of the records of a kind by their ids, empty for those without one; no records if the platform has no
 * such list, or the caller may not read it. Cached until records change.
 */
export async function namesOf(kind: NamedKind, context: ToolContext): Promise<ReadonlyMap<string, string>> {
  const { extensions, signal } = context;
  if (!mayShow(kind, context)) return NO_NAMES;
  if (kind === 'staff' && !(await extensions.has('staff', signal))) return NO_NAMES;
  const key = `names ${kind}`;
  const cache = await context.searchCache.open();
  const cached = cache.get(key) as [string, string][] | undefined;
  if (cached) return new Map(cached);
  const generation = cache.generation();
  const names = new Map<string, string>();
  try {
    await readNames(kind, names, context);
  } catch (error) {
    // The records are the answer; their names are an addition to it.
    if (!(error instanceof ApiError) || signal.aborted) throw error;
    if (error.details.kind !== 'forbidden') return names;
  }
  cache.set(key, [...names], generation);
  return names;
}

function readNames(kind: NamedKind, names: Map<string, string>, context: ToolContext): Promise<ScanResult> {
  const { api, clock, signal } = context;
  const read = <R extends Resource>(fetch: FetchPage<R>) =>
    scan(
      fetch,
      ({ fields }) => {
        const { id, name } = fields as { id?: string | null; name?: string | null };
        if (id) names.set(id, name ?? '');
      },
      { clock, maxRecords: MAX_NAMED_RECORDS },
    );
  if (kind === 'service') return read((query) => api.listServices({ query, signal }));
  if (kind === 'staff') return read((query) => api.listStaff({ query, signal }));
  return read((query) => api.listContacts({ query, signal }));
}
