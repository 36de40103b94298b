import * as z from 'zod';

/** Whether a value is valid and is what parsing it would give. False decides nothing: then the schema is asked. */
export type PlainCheck = (raw: unknown) => boolean;

/**
 * A check that spares most values their parsing: a list of ten thousand records has a hundred thousand fields, nearly
 * all of them plain texts and numbers. Undefined for schemas that it does not know.
 */
export function plainCheck(schema: z.ZodType): PlainCheck | undefined {
  if (schema instanceof z.ZodISODateTime) return matching(schema.def.pattern);
  if (schema instanceof z.ZodString) return plainString(schema);
  if (schema instanceof z.ZodBoolean) return (raw) => typeof raw === 'boolean';
  if (schema instanceof z.ZodOptional) return orNothing(schema, (raw) => raw === undefined);
  if (schema instanceof z.ZodNullable) return orNothing(schema, (raw) => raw === null);
  if (schema instanceof z.ZodArray) return plainArray(schema);
  if (schema instanceof z.ZodObject) return plainObject(schema);
  return undefined;
}

function matching(pattern: RegExp | undefined): PlainCheck | undefined {
  return pattern && !pattern.global && !pattern.sticky
    ? (raw) => typeof raw === 'string' && pattern.test(raw)
    : undefined;
}

/** Texts without a condition, or with one of the two that the contract uses: a pattern, or a least length. */
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

function orNothing(schema: z.ZodOptional | z.ZodNullable, isNothing: PlainCheck): PlainCheck | undefined {
  const inner = plainCheck(schema.def.innerType as z.ZodType);
  return inner && ((raw) => isNothing(raw) || inner(raw));
}

function plainArray(schema: z.ZodArray): PlainCheck | undefined {
  const inner = (schema.def.checks ?? []).length === 0 ? plainCheck(schema.def.element as z.ZodType) : undefined;
  return inner && ((raw) => Array.isArray(raw) && raw.every(inner));
}

/** Objects that have all their fields and no others, which parsing would drop. */
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
