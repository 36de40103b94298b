import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { JsonObject } from '../lib/json.ts';

/**
 * A tool's schema as the SDK wants it, converted to JSON Schema once. The SDK converts again for each server it is
 * given, which over HTTP is each request; and zod prints a long pattern beside each `format` that no model needs.
 * Validation is left to the pipeline, whose messages say more.
 */
export function advertised(schema: z.ZodType, io: 'input' | 'output'): StandardSchemaWithJSON {
  const json = jsonSchema(schema, io);
  return {
    '~standard': {
      version: 1,
      vendor: 'rcpt-mcp',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** The JSON Schema (2020-12) that hosts are shown. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: part }) => {
      if (part.format) delete part.pattern;
      // Bounds that only say "a safe integer".
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      // Text limits are enforced; showing them costs context and helps nobody fill an argument.
      delete part.minLength;
      delete part.maxLength;
    },
  });
  return json as JsonObject;
}
