import * as z from 'zod';
import { label, type Read, type Resource } from '../../contract/index.ts';
import { type JsonObject, setMember } from '../../lib/json.ts';
import { createSecretTest, withoutSecrets } from '../../lib/secrets/secret-fields.ts';

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

interface Provenance {
  missing_fields?: string[];
  other_fields?: JsonObject;
  withheld_fields?: string[];
}

export function provenanceOf(read: Read<Resource>, hiddenNames: readonly string[] = []): Provenance {
  const missing = read.missing.length > 0 ? { missing_fields: read.missing } : {};
  if (Object.keys(read.other).length === 0) return missing;
  const isSecret = createSecretTest();
  const names = Object.keys(read.other).filter((name) => !hiddenNames.includes(name));
  const withheld = names.filter(isSecret);
  const other = names
    .filter((name) => !isSecret(name))
    .map((name) => [name, withoutSecrets(read.other[name], isSecret)]);
  return {
    ...missing,
    ...(other.length > 0 ? { other_fields: Object.fromEntries(other) } : {}),
    ...(withheld.length > 0 ? { withheld_fields: withheld } : {}),
  };
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
