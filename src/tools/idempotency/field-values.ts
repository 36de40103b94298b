import { canonicalJson } from '../../lib/crypto/canonical-json.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { utcInstant } from '../../lib/time/intervals.ts';

/** The values of a record's fields by name, in a form that can be compared with `===`. */
export type FieldValues = ReadonlyMap<string, unknown>;

/**
 * Returns the fields of a record or of the body of a request. Nested fields are separate and named like the arguments of
 * tools (`contact_name`), times are in UTC, and null or an empty text is undefined, like an absent field.
 */
export function fieldValues(record: JsonObject, prefix = ''): FieldValues {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    if (isObject(value)) for (const [inner, part] of fieldValues(value, `${prefix}${name}_`)) values.set(inner, part);
    else values.set(prefix + name, comparable(name, value));
  }
  return values;
}

function comparable(name: string, value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) return canonicalJson(value);
  return name.endsWith('_time') && typeof value === 'string' ? (utcInstant(value) ?? value) : value;
}

/** Returns the names of `fields` whose values differ between two states of a record. */
export function differing(fields: Iterable<string>, one: FieldValues, other: FieldValues): string[] {
  return [...fields].filter((name) => one.get(name) !== other.get(name));
}

/** Returns the name of a field for a sentence. That of an additional field can be any text. */
export const nameForSentence = (field: string) => (/^\w{1,64}$/.test(field) ? field : 'additional_fields');

export function listNames(fields: readonly string[]): string {
  return [...new Set(fields.map(nameForSentence))].join(', ');
}
