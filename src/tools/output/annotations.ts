import type * as z from 'zod';
import { annotationOf, type FieldAnnotation } from '../../contract/index.ts';

/** Annotated fields of a schema and the path to them. Undefined if a schema contains none. */
export type FieldAnnotations =
  | { kind: 'field'; annotation: FieldAnnotation }
  | { kind: 'object'; fields: Map<string, FieldAnnotations> }
  | { kind: 'list'; item: FieldAnnotations };

const cache = new WeakMap<z.ZodType, FieldAnnotations | undefined>();

/** Returns the annotations of a schema, from a cache after the first time. */
export function annotationsOf(schema: z.ZodType): FieldAnnotations | undefined {
  if (cache.has(schema)) return cache.get(schema);
  const annotations = collectAnnotations(schema);
  cache.set(schema, annotations);
  return annotations;
}

/** Members of a schema definition that contain other schemas. */
interface NestedSchemas {
  innerType?: z.ZodType;
  /** Input and output of a pipe. */
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
}

/** Returns the direct child schemas, each with the path step to it (`''` if it describes the same value). */
export function childSchemas(schema: z.ZodType): [step: string, schema: z.ZodType][] {
  const def = schema.def as NestedSchemas;
  const sameValue = [def.innerType, def.in, def.out, ...(def.options ?? [])].filter((child) => child !== undefined);
  return [
    ...sameValue.map((child): [string, z.ZodType] => ['', child]),
    ...Object.entries(def.shape ?? {}),
    ...(def.element ? [['[]', def.element] as [string, z.ZodType]] : []),
    ...(def.valueType ? [['{}', def.valueType] as [string, z.ZodType]] : []),
  ];
}

function collectAnnotations(schema: z.ZodType): FieldAnnotations | undefined {
  const annotation = annotationOf(schema);
  if (annotation.untrusted) return { kind: 'field', annotation };
  let found: FieldAnnotations | undefined;
  for (const [step, child] of childSchemas(schema)) {
    const nested = annotationsOf(child);
    if (!nested) continue;
    if (step === '') found = mergeAnnotations(found, nested);
    else if (step === '[]') found = { kind: 'list', item: nested };
    // A record with arbitrary keys is annotated as a whole. The policy test rejects schemas that are not.
    else if (step !== '{}') found = mergeAnnotations(found, { kind: 'object', fields: new Map([[step, nested]]) });
  }
  return found;
}

/** Returns the union of the annotations of two alternatives. */
function mergeAnnotations(one: FieldAnnotations | undefined, other: FieldAnnotations): FieldAnnotations {
  if (one?.kind !== 'object' || other.kind !== 'object') return one ?? other;
  const fields = new Map(one.fields);
  for (const [name, nested] of other.fields) fields.set(name, mergeAnnotations(fields.get(name), nested));
  return { kind: 'object', fields };
}

/** Addresses and numbers in their usual form, masked or not: nothing in them can be read as words. */
const PLAIN_EMAIL = /^[\w.+%…-]{1,64}@[\w.…-]{1,255}$/;
const PLAIN_PHONE = /^[+\d][\d\s().…/-]{0,39}$/;

/**
 * True if a value is fenced by markers: everything that others may have worded. Labels are only quoted, because the
 * business chose them.
 */
function isFenced({ untrusted, personal, label }: FieldAnnotation, value: unknown): boolean {
  if (!untrusted || label) return false;
  if (personal === 'email') return !PLAIN_EMAIL.test(String(value));
  if (personal === 'phone') return !PLAIN_PHONE.test(String(value));
  return true;
}

/** True if a value contains text that is fenced. */
export function needsFence(annotations: FieldAnnotations | undefined, value: unknown): boolean {
  if (!annotations || value === null || value === undefined || value === '') return false;
  if (annotations.kind === 'field') return isFenced(annotations.annotation, value);
  if (annotations.kind === 'list') {
    return Array.isArray(value) && value.some((item) => needsFence(annotations.item, item));
  }
  const record = value as Record<string, unknown>;
  for (const [name, nested] of annotations.fields)
    if (Object.hasOwn(record, name) && needsFence(nested, record[name])) return true;
  return false;
}
