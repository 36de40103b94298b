import * as z from 'zod';

/** True if a value is valid and parsing would return it unchanged. If false, the schema must decide. */
export type PlainCheck = (raw: unknown) => boolean;

/**
 * Returns a fast check that replaces parsing for most values: a list of ten thousand records has a hundred thousand
 * fields, nearly all of them plain strings and numbers. Returns undefined for schemas that it does not support.
 */
export function plainCheck(schema: z.ZodType): PlainCheck | undefined {
  if (schema instanceof z.ZodISODateTime) return matching(schema.def.pattern);
  if (schema instanceof z.ZodString) return plainString(schema);
  if (schema instanceof z.ZodBoolean) return (raw) => typeof raw === 'boolean';
  if (schema instanceof z.ZodOptional) return orMissing(schema, (raw) => raw === undefined);
  if (schema instanceof z.ZodNullable) return orMissing(schema, (raw) => raw === null);
  if (schema instanceof z.ZodArray) return plainArray(schema);
  if (schema instanceof z.ZodObject) return plainObject(schema);
  return undefined;
}

function matching(pattern: RegExp | undefined): PlainCheck | undefined {
  return pattern && !pattern.global && !pattern.sticky
    ? (raw) => typeof raw === 'string' && pattern.test(raw)
    : undefined;
}

/** Supports strings without a check, or with one of the two that the contract uses: a pattern, or a minimum length. */
function plainString(schema: z.ZodString): PlainCheck | undefined {
  const checks = schema.def.checks ?? [];
  if (checks.length === 0) return (raw) => typeof raw === 'string';
  const def = checks.length === 1 ? checks[0]?._zod.def : undefined;
  if (def?.check === 'min_length') {
    const { minimum } = def as z.core.$ZodCheckMinLengthDef;
    return (raw) => typeof raw === 'string' && raw.length >= minimum;
  }
  if (def?.check !== 'string_format') return undefined;
  const { format, pattern } = def as z.core.$ZodCheckStringFormatDef;
  return format === 'regex' ? matching(pattern) : undefined;
}

function orMissing(schema: z.ZodOptional | z.ZodNullable, isMissing: PlainCheck): PlainCheck | undefined {
  const inner = plainCheck(schema.def.innerType as z.ZodType);
  return inner && ((raw) => isMissing(raw) || inner(raw));
}

function plainArray(schema: z.ZodArray): PlainCheck | undefined {
  const inner = (schema.def.checks ?? []).length === 0 ? plainCheck(schema.def.element as z.ZodType) : undefined;
  return inner && ((raw) => Array.isArray(raw) && raw.every(inner));
}

/** Accepts objects with exactly the fields of the schema, because parsing would remove others. */
function plainObject(schema: z.ZodObject): PlainCheck | undefined {
  if (schema.def.catchall || (schema.def.checks ?? []).length > 0) return undefined;
  const fields = Object.entries(schema.def.shape).map(
    ([name, inner]) => [name, plainCheck(inner as z.ZodType)] as const,
  );
  if (!fields.every(([, check]) => check)) return undefined;
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Object.keys(raw).length !== fields.length) return false;
    return fields.every(([name, check]) => Object.hasOwn(raw, name) && check?.((raw as Record<string, unknown>)[name]));
  };
}
