import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { isObject, type JsonObject } from '../lib/json.ts';
import { type PlainCheck, plainCheck } from './plain.ts';

type Shape = Record<string, z.ZodType>;

/**
 * A kind of record on the wire, in two parts: the fields that the specification documents, and fields with conventional
 * names that it does not show. The embedded platform sends all of them. The client expects the documented ones, uses
 * the others if a platform sends them, and requires none.
 */
export interface Resource<D extends Shape = Shape, C extends Shape = Shape> {
  /** Singular, snake_case: `booking`. */
  kind: string;
  documented: D;
  chosen: C;
  /** The values of fields that the embedded platform sends in addition, under names that its users choose. */
  additional?: z.ZodType | undefined;
}

/** A complete record, as the embedded platform sends it. */
export type RecordOf<R extends Resource> = z.infer<z.ZodObject<R['documented'] & R['chosen']>>;

/** A record from a platform: each field may be absent or null. */
export type ReadFields<R extends Resource> = { [K in keyof RecordOf<R>]?: RecordOf<R>[K] | null };

/** The result of reading a record tolerantly. */
export interface Read<R extends Resource> {
  fields: ReadFields<R>;
  /** Documented fields that were absent or of another type. They are reported, never invented. */
  missing: string[];
  /** All other fields, unchanged, including known fields of the wrong type. */
  other: JsonObject;
  /** The record's strong `ETag`, if the platform sends one and the record was read alone. */
  etag?: string;
  /** When it was read, in UTC, if it was not now: what a local copy says about many records. */
  as_of?: string;
}

/** Builds the schemas on first use, because a process that reads one kind of record does not need the others. */
export function defineResource<D extends Shape, C extends Shape>(resource: {
  kind: string;
  documented(): D;
  chosen(): C;
  additional?(): z.ZodType;
}): Resource<D, C> {
  const documented = memoize(resource.documented);
  const chosen = memoize(resource.chosen);
  return {
    kind: resource.kind,
    get documented() {
      return documented();
    },
    get chosen() {
      return chosen();
    },
    get additional() {
      return resource.additional?.();
    },
  };
}

/** Returns the schema of a complete record, to check what the embedded platform sends. */
export function recordSchema<R extends Resource>(resource: R) {
  const fields = z.strictObject({ ...resource.documented, ...resource.chosen });
  return resource.additional ? fields.catchall(resource.additional) : fields;
}

/** Reads a record tolerantly; never throws. */
export function readRecord<R extends Resource>(resource: R, value: unknown): Read<R> {
  const source = isObject(value) ? value : {};
  const fields: JsonObject = {};
  const other: JsonObject = {};
  const readers = fieldReaders(resource);
  for (const name of Object.keys(source)) {
    // JSON can have this key; assigning it would set the prototype.
    if (name === '__proto__') continue;
    const raw = source[name];
    const reader = readers.get(name);
    if (raw === null ? reader && name !== 'id' : reader?.plain?.(raw)) {
      fields[name] = raw;
      continue;
    }
    const accepted = reader && parseField(name, reader.schema, raw);
    if (accepted) fields[name] = accepted.value;
    else other[name] = raw;
  }
  const missing = Object.keys(resource.documented).filter((name) => !Object.hasOwn(fields, name));
  return { fields: fields as ReadFields<R>, missing, other };
}

interface FieldReader {
  schema: z.ZodType;
  plain: PlainCheck | undefined;
}

const readersByResource = new WeakMap<Resource, Map<string, FieldReader>>();

/** Returns the readers of a resource's fields, and caches them. */
function fieldReaders(resource: Resource): Map<string, FieldReader> {
  let readers = readersByResource.get(resource);
  if (!readers) {
    const shape = Object.entries({ ...resource.documented, ...resource.chosen });
    readers = new Map(shape.map(([name, schema]) => [name, { schema, plain: plainCheck(schema) }]));
    readersByResource.set(resource, readers);
  }
  return readers;
}

function parseField(name: string, schema: z.ZodType, raw: unknown): { value: unknown } | undefined {
  // Identifiers are documented as strings; a number is the only deviation that can be converted without guessing.
  if (typeof raw === 'number' && (name === 'id' || name.endsWith('_id'))) return { value: String(raw) };
  const parsed = schema.safeParse(raw);
  return parsed.success ? { value: parsed.data } : undefined;
}
