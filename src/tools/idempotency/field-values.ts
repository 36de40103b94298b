import { canonicalJson } from '../../lib/crypto/canonical-json.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { utcInstant } from '../../lib/time/intervals.ts';

/** The values of a record's fields by name, in a form that can be compared with `===`. */
export type FieldValues = ReadonlyMap<string, unknown>;

/**
 * Returns the fields of a record or of the body of a request. Nested fields are separate (`contact.name`), times are in
 * UTC, and null means absent.
 */
export function fieldValues(record: JsonObject, prefix = ''): FieldValues {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (value === null || value === undefined) continue;
    if (isObject(value)) for (const [inner, part] of fieldValues(value, `${prefix}${name}.`)) values.set(inner, part);
    else values.set(prefix + name, comparable(name, value));
  }
  return values;
}

function comparable(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return canonicalJson(value);
  return name.endsWith('_time') && typeof value === 'string' ? (utcInstant(value) ?? value) : value;
}

/** Returns the names of `fields` whose values differ between two states of a record. */
export function differing(fields: Iterable<string>, one: FieldValues, other: FieldValues): string[] {
  return [...fields].filter((name) => one.get(name) !== other.get(name));
}
