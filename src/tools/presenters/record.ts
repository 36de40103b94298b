import * as z from 'zod';
import { label, type Read, type Resource } from '../../contract/index.ts';
import { isObject, type JsonObject, setMember } from '../../lib/json.ts';

/** Names of fields whose value must not reach a model, in any record. */
const SECRET_NAME = /secret|token|passw|private|signing|credential|api_?key|^key$/i;

/** Output fields for the undocumented fields of a record. The pipeline withholds records of other kinds in them. */
export const undocumented = () => ({
  other_fields: z
    .record(z.string(), z.unknown())
    .meta({ untrusted: true })
    .optional()
    .describe('Undocumented fields the platform sent'),
  withheld_fields: z
    .array(label())
    .optional()
    .describe('Fields withheld: they look secret, or hold records that you may not read'),
});

/** Output fields in addition to a record: missing documented fields, and undocumented ones. */
export const provenance = () => ({
  missing_fields: z.array(z.string()).optional().describe('Documented fields the platform did not send'),
  ...undocumented(),
});

export function provenanceOf(read: Read<Resource>, hiddenNames: readonly string[] = []) {
  const names = Object.keys(read.other).filter((name) => !hiddenNames.includes(name));
  const withheld = names.filter((name) => SECRET_NAME.test(name));
  const other = names
    .filter((name) => !withheld.includes(name))
    .map((name) => [name, withoutSecrets(read.other[name])]);
  return {
    ...(read.missing.length > 0 ? { missing_fields: read.missing } : {}),
    ...(other.length > 0 ? { other_fields: Object.fromEntries(other) } : {}),
    ...(withheld.length > 0 ? { withheld_fields: withheld } : {}),
  };
}

/** Returns a value without the members, at any depth, that look secret. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const harmless = Object.entries(value).filter(([name]) => !SECRET_NAME.test(name));
  return Object.fromEntries(harmless.map(([name, field]) => [name, withoutSecrets(field)]));
}

/** Removes null and undefined fields: an absent field has the same meaning and costs no tokens. */
export function omitNullish<T extends JsonObject>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const present: JsonObject = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== null && value !== undefined) setMember(present, name, value);
  }
  return present as { [K in keyof T]?: NonNullable<T[K]> };
}
