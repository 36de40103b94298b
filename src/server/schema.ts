import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { JsonObject } from '../lib/json.ts';

/**
 * A tool's schema as the SDK wants it, converted to JSON Schema once, when it is first listed. The SDK converts again for each server it is
 * given, which over HTTP is each request; and zod prints a long pattern beside each `format` that no model needs.
 * Validation is left to the pipeline, whose messages say more.
 */
export function standardSchemaOf(json: () => JsonObject): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'rcpt-mcp',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}

/** The JSON Schema (2020-12) of a tool's arguments. */
export function inputJsonSchema(schema: z.ZodObject): JsonObject {
  return jsonSchema(schema, 'input');
}

/** What takes the place of an answer when the call failed. */
const failure = {
  type: 'object',
  description: 'Instead of the rest: what went wrong',
  properties: { kind: { type: 'string' }, message: { type: 'string' } },
  required: ['kind', 'message'],
};

/** An answer that was made to fit says so. */
const LEFT_OUT = { type: 'string', description: 'What was left out, and how to get it' };

/**
 * The JSON Schema (2020-12) of a tool's structured content: its output, or an error. Clients check failed calls
 * against it too (the 2025 SDK does), so nothing is required at its root.
 */
export function outputJsonSchema(schema: z.ZodObject): JsonObject {
  const { required: _, properties, ...json } = jsonSchema(schema, 'output');
  return { ...json, properties: { left_out: LEFT_OUT, ...(properties as JsonObject), error: failure } };
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: part }) => {
      if (part.format) delete part.pattern;
      // Marks for the pipeline.
      delete part.untrusted;
      delete part.personal;
      delete part.label;
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
