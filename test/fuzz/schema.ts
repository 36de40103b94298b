import fc from 'fast-check';
import { json, key, number, object, text } from './values.ts';

/** The JSON Schema keywords that the generators use. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
}

/** Valid strings for an argument, by its name: existing ids, times, addresses. */
export type ValidValues = Readonly<Record<string, readonly string[]>>;

/** Values that conform to a schema. Strings are mostly from `validValues`, because a schema does not describe their meaning. */
function validInput(schema: JsonSchema, validValues: ValidValues, name = ''): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => validInput(part, validValues, name)));
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, validValues, name)));
}

function ofType(type: string, schema: JsonSchema, validValues: ValidValues, name: string): fc.Arbitrary<unknown> {
  const { minimum: min = -5, maximum: max = 1_000 } = schema;
  switch (type) {
    case 'string':
      return string(validValues[name] ?? validValues[schema.format ?? ''] ?? []);
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return number;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validInput(schema.items ?? {}, validValues, name), { minLength: 1, maxLength: 4 });
    default:
      return record(schema, validValues);
  }
}

function string(validValues: readonly string[]): fc.Arbitrary<string> {
  if (validValues.length === 0) return fc.oneof(fc.constantFrom('Ana', 'tooth', 'confirmed'), text);
  return fc.oneof({ arbitrary: fc.constantFrom(...validValues), weight: 5 }, { arbitrary: text, weight: 1 });
}

function record(schema: JsonSchema, validValues: ValidValues): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const known = Object.entries(properties).map(([name, part]) => {
    const value = validInput(part, validValues, name).map((generated) => [[name, generated] as const]);
    return required.includes(name) ? value : fc.oneof(value, fc.constant([]), fc.constant([]));
  });
  const values = typeof additionalProperties === 'object' ? validInput(additionalProperties, validValues) : undefined;
  const others = values ? fc.array(fc.tuple(key, values), { maxLength: 3 }) : fc.constant([]);
  return fc.tuple(others, ...known).map((parts) => object(parts.flat()));
}

/** A mutation of a valid object: a member removed, replaced, quoted, wrapped in an array, or added. */
type Mutation =
  | { kind: 'drop' | 'quote' | 'wrap'; at: number }
  | { kind: 'set' | 'add'; at: number; name: string; value: unknown };

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('drop' as const, 'quote' as const, 'wrap' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('set' as const, 'add' as const), at: fc.nat(20), name: key, value: json }),
);

function applyMutation(whole: Record<string, unknown>, { at, ...mutation }: Mutation): Record<string, unknown> {
  const entries = Object.entries(whole);
  if (mutation.kind === 'add') return object([...entries, [mutation.name, mutation.value]]);
  const index = entries.length > 0 ? at % entries.length : -1;
  return object(
    entries.flatMap(([name, value], position): [string, unknown][] => {
      if (position !== index) return [[name, value]];
      if (mutation.kind === 'drop') return [];
      if (mutation.kind === 'set') return [[name, mutation.value]];
      return [[name, mutation.kind === 'wrap' ? [value] : JSON.stringify(value)]];
    }),
  );
}

/** Input for a schema: valid, valid with mutations, or any JSON. */
export function fuzzedInput(schema: JsonSchema, validValues: ValidValues): fc.Arbitrary<unknown> {
  const whole = validInput(schema, validValues) as fc.Arbitrary<Record<string, unknown>>;
  const mutated = fc
    .tuple(whole, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([valid, mutations]) => mutations.reduce(applyMutation, valid));
  return fc.oneof({ arbitrary: whole, weight: 4 }, { arbitrary: mutated, weight: 4 }, { arbitrary: json, weight: 1 });
}
