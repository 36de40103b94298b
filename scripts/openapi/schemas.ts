import * as z from 'zod';
import * as contract from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';

/** Schemas of the document under `components.schemas`, by their names. */
export type Components = Record<string, JsonObject>;

export const refTo = (kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/**
 * Converts a schema of the code. `output`: what the embedded platform sends. `input`: what it accepts. Annotations of fields
 * become extensions of the specification (`x-…`).
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    override: ({ zodSchema, jsonSchema }) => {
      annotate(jsonSchema);
      if (io === 'output') requireNullable(zodSchema, jsonSchema);
    },
  });
  return json as JsonObject;
}

function annotate(json: JsonObject): void {
  const { untrusted, personal, label: _, values, extension } = json as contract.FieldAnnotation;
  for (const name of ['untrusted', 'personal', 'label', 'values', 'extension']) delete json[name];
  if (untrusted) json['x-untrusted'] = true;
  if (personal) json['x-personal'] = personal;
  if (extension) json['x-extension'] = extension;
  if (values) json.enum = values;
  // The pattern with which the client recognizes words: regular expressions of few other languages have its classes.
  if (String(json.pattern).includes('\\p{')) delete json.pattern;
  // zod's own pattern of a format, which repeats the format in a thousand characters.
  if (json.format) delete json.pattern;
  // Bounds of every safe integer.
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
}

/** Another platform may omit a nullish field; the embedded one sends null. An optional field it may omit, too. */
function requireNullable(schema: z.core.$ZodType, json: JsonObject): void {
  if (!(schema instanceof z.ZodObject)) return;
  const isNullish = (field: z.ZodType) => field instanceof z.ZodOptional && field.safeParse(null).success;
  const isSent = (field: z.ZodType) => field._zod.optout !== 'optional' || isNullish(field);
  const sent = Object.entries(schema.shape).flatMap(([name, field]) => (isSent(field as z.ZodType) ? [name] : []));
  if (sent.length > 0) json.required = sent;
}

/** The schema of a record, whose fields state whether the specification of the API documents them. */
export function recordJsonSchema(resource: contract.Resource): JsonObject {
  const json = jsonSchemaOf(contract.recordSchema(resource), 'output');
  const properties = json.properties as Components;
  for (const name of Object.keys(resource.chosen)) properties[name] = { ...properties[name], 'x-documented': false };
  return json;
}

/** The name of a resource: that of its export from the contract, because a call has two forms of one kind. */
export function resourceName(resource: contract.Resource): string {
  const name = Object.entries(contract).find(([, exported]) => exported === (resource as unknown))?.[0];
  if (name === undefined) throw new Error(`the contract does not export the resource of kind ${resource.kind}`);
  return name;
}
