import type * as z from 'zod';
import { annotationOf, type FieldAnnotation } from '../../contract/index.ts';

/** Where a schema has marked fields. Undefined stands for "nowhere below". */
export type FieldAnnotations =
  | { kind: 'field'; mark: FieldAnnotation }
  | { kind: 'object'; fields: Map<string, FieldAnnotations> }
  | { kind: 'list'; item: FieldAnnotations };

const known = new WeakMap<z.ZodType, FieldAnnotations | undefined>();

/** The marks of a schema, found once for each. */
export function annotationsOf(schema: z.ZodType): FieldAnnotations | undefined {
  if (known.has(schema)) return known.get(schema);
  const marks = find(schema);
  known.set(schema, marks);
  return marks;
}

/** The parts of a schema's definition that can hold others. */
interface Parts {
  innerType?: z.ZodType;
  /** Of a pipe: what comes in and what comes out. */
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
}

/** The schemas directly inside a schema, by the step that leads to them (`''` when the value is the same one). */
export function inside(schema: z.ZodType): [step: string, schema: z.ZodType][] {
  const parts = schema.def as Parts;
  const same = [parts.innerType, parts.in, parts.out, ...(parts.options ?? [])].filter((part) => part !== undefined);
  return [
    ...same.map((part): [string, z.ZodType] => ['', part]),
    ...Object.entries(parts.shape ?? {}),
    ...(parts.element ? [['[]', parts.element] as [string, z.ZodType]] : []),
    ...(parts.valueType ? [['{}', parts.valueType] as [string, z.ZodType]] : []),
  ];
}

function find(schema: z.ZodType): FieldAnnotations | undefined {
  const mark = annotationOf(schema);
  if (mark.untrusted) return { kind: 'field', mark };
  let found: FieldAnnotations | undefined;
  for (const [step, part] of inside(schema)) {
    const below = annotationsOf(part);
    if (!below) continue;
    if (step === '') found = mergeAnnotations(found, below);
    else if (step === '[]') found = { kind: 'list', item: below };
    // What a record with free names holds is marked as a whole, or its schema fails the policy test.
    else if (step !== '{}') found = mergeAnnotations(found, { kind: 'object', fields: new Map([[step, below]]) });
  }
  return found;
}

/** What either of two alternatives marks. */
function mergeAnnotations(one: FieldAnnotations | undefined, other: FieldAnnotations): FieldAnnotations {
  if (one?.kind !== 'object' || other.kind !== 'object') return one ?? other;
  const fields = new Map(one.fields);
  for (const [name, marks] of other.fields) fields.set(name, mergeAnnotations(fields.get(name), marks));
  return { kind: 'object', fields };
}

/** Whether a field stands between markers: text of some length, unlike names and labels, which stay quoted in place. */
export function isFenced(mark: FieldAnnotation): boolean {
  return mark.untrusted === true && mark.personal === undefined && mark.label === undefined;
}

/** Whether a value has free text in it. */
export function hasFreeText(marks: FieldAnnotations | undefined, value: unknown): boolean {
  if (!marks || value === null || value === undefined || value === '') return false;
  if (marks.kind === 'field') return isFenced(marks.mark);
  if (marks.kind === 'list') return Array.isArray(value) && value.some((item) => hasFreeText(marks.item, item));
  const record = value as Record<string, unknown>;
  for (const [name, below] of marks.fields)
    if (Object.hasOwn(record, name) && hasFreeText(below, record[name])) return true;
  return false;
}

/** Whether there could be free text at all. */
export function mayHaveFreeText(marks: FieldAnnotations | undefined): boolean {
  if (!marks) return false;
  if (marks.kind === 'field') return isFenced(marks.mark);
  return marks.kind === 'list' ? mayHaveFreeText(marks.item) : [...marks.fields.values()].some(mayHaveFreeText);
}
