import * as z from 'zod';
import { isObject, type JsonObject } from '../lib/json.ts';
import { memoize } from '../lib/lazy.ts';
import { type PlainCheck, plainCheck } from './plain.ts';

type Shape = Record<string, z.ZodType>;

/**
 * A kind of record on the wire, in two parts: the fields that the specification names, and the fields it does
 * not show, under their conventional names. The embedded platform sends all of them; the client expects the
 * documented ones, uses the others where a platform has them, and depends on none.
 */
export interface Resource<D extends Shape = Shape, C extends Shape = Shape> {
  /** Singular, snake_case: `booking`. */
  kind: string;
  documented: D;
  chosen: C;
}

/** A whole record, as the embedded platform sends it. */
export type RecordOf<R extends Resource> = z.infer<z.ZodObject<R['documented'] & R['chosen']>>;

/** A record as some platform sent it: any field may be absent or null. */
export type ReadFields<R extends Resource> = { [K in keyof RecordOf<R>]?: RecordOf<R>[K] | null };

/** The result of reading a record tolerantly. */
export interface Read<R extends Resource> {
  fields: ReadFields<R>;
  /** Documented fields that were absent or not of the documented type: to be reported, never invented. */
  missing: string[];
  /** Everything else the platform sent, untouched, wrongly typed known fields included. */
  other: JsonObject;
}

/** Its schemas are built when they are first needed: a process that reads one kind of record does not build all. */
export function defineResource<D extends Shape, C extends Shape>(resource: {
  kind: string;
  documented(): D;
  chosen(): C;
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
  };
}

/** The schema of a whole record, for checking what the embedded platform sends. */
export function recordSchema<R extends Resource>(resource: R) {
  return z.strictObject({ ...resource.documented, ...resource.chosen });
}

/** Reads a record without ever failing: see `Read`. */
export function readRecord<R extends Resource>(resource: R, value: unknown): Read<R> {
  const source = isObject(value) ? value : {};
  const fields: JsonObject = {};
  const other: JsonObject = {};
  const readers = readersOf(resource);
  for (const name of Object.keys(source)) {
    // JSON can name a field so; assigning it would change what the record is.
    if (name === '__proto__') continue;
    const raw = source[name];
    const reader = readers.get(name);
    if (raw === null ? reader && name !== 'id' : reader?.plain?.(raw)) {
      fields[name] = raw;
      continue;
    }
    const accepted = reader && read(name, reader.schema, raw);
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

const known = new WeakMap<Resource, Map<string, FieldReader>>();

/** How each field of a resource is read; made with the first record of its kind. */
function readersOf(resource: Resource): Map<string, FieldReader> {
  let readers = known.get(resource);
  if (!readers) {
    const shape = Object.entries({ ...resource.documented, ...resource.chosen });
    readers = new Map(shape.map(([name, schema]) => [name, { schema, plain: plainCheck(schema) }]));
    known.set(resource, readers);
  }
  return readers;
}

function read(name: string, schema: z.ZodType, raw: unknown): { value: unknown } | undefined {
  // Identifiers are documented as strings; a number is the one deviation that can be read without guessing.
  if (typeof raw === 'number' && (name === 'id' || name.endsWith('_id'))) return { value: String(raw) };
  const parsed = schema.safeParse(raw);
  return parsed.success ? { value: parsed.data } : undefined;
}
