import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { JsonObject } from '../lib/json.ts';
import { existingOutput, questionOutput, recordKindsIn, type ToolDefinition } from '../tools/index.ts';

/**
 * Wraps a JSON Schema as a Standard Schema for the SDK. With zod schemas, the SDK would convert them for each server, which
 * over HTTP is for each request, and zod adds a long pattern to each `format`, which no model needs. The pipeline validates
 * instead, because its messages are more helpful.
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

/** Returns the JSON Schema (2020-12) of a tool's arguments. */
export function inputJsonSchema(schema: z.ZodObject): JsonObject {
  return jsonSchema(schema, 'input');
}

/** The schema of `error`, which replaces the output of a failed call. */
const failure = {
  type: 'object',
  description: 'Instead of the rest: what went wrong',
  properties: { kind: { type: 'string' }, message: { type: 'string' } },
  required: ['kind', 'message'],
};

/** The schema of `omitted`, which an output has if it was shortened to the token budget. */
const OMITTED = { type: 'string', description: 'What was left out, and how to get it' };

/** The schema of `hidden_records`, which an output with records of several kinds can have. */
const HIDDEN_RECORDS = {
  type: 'array',
  description: 'Kinds of records that this caller may not read, and why',
  items: {
    type: 'object',
    properties: { records: { type: 'string' }, reason: { type: 'string' } },
    required: ['records', 'reason'],
  },
};

/**
 * Returns the JSON Schema (2020-12) of a tool's structured content: its output, a question, or an error. Some clients (the
 * 2025 SDK) validate failed calls too, so nothing is required at its root.
 */
export function outputJsonSchema({
  output,
  effect,
  asks,
}: Pick<ToolDefinition, 'output' | 'effect' | 'asks'>): JsonObject {
  const { required: _, properties, ...json } = jsonSchema(output, 'output');
  const isHiding = asks || recordKindsIn(output).length > 1;
  return {
    ...json,
    properties: {
      omitted: OMITTED,
      ...(isHiding ? { hidden_records: HIDDEN_RECORDS } : {}),
      ...(properties as JsonObject),
      ...(effect === 'read' ? {} : propertiesOf(questionOutput())),
      ...(asks ? propertiesOf(existingOutput()) : {}),
      error: failure,
    },
  };
}

const propertiesOf = (schema: z.ZodObject) => jsonSchema(schema, 'output').properties as JsonObject;

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: part }) => {
      if (part.format) delete part.pattern;
      // Metadata for the pipeline.
      delete part.untrusted;
      delete part.personal;
      delete part.label;
      delete part.record;
      // Bounds of every safe integer.
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      // Text limits are enforced; listing them costs tokens and does not help to fill an argument.
      delete part.minLength;
      delete part.maxLength;
    },
  });
  return json as JsonObject;
}
