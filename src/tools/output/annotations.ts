import type * as z from 'zod';
import { type FieldMark, fieldMark } from '../../contract/index.ts';

/** Where a schema has marked fields. Undefined stands for "nowhere below". */
export type Marks =
  | { kind: 'field'; mark: FieldMark }
  | { kind: 'object'; fields: Map<string, Marks> }
  | { kind: 'list'; item: Marks };

const known = new WeakMap<z.ZodType, Marks | undefined>();

/** The marks of a schema, found once for each. */
export function marksOf(schema: z.ZodType): Marks | undefined {
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

function find(schema: z.ZodType): Marks | undefined {
  const mark = fieldMark(schema);
  if (mark.untrusted) return { kind: 'field', mark };
  let found: Marks | undefined;
  for (const [step, part] of inside(schema)) {
    const below = marksOf(part);
    if (!below) continue;
    if (step === '') found = merged(found, below);
    else if (step === '[]') found = { kind: 'list', item: below };
    // What a record with free names holds is marked as a whole, or its schema fails the policy test.
    else if (step !== '{}') found = merged(found, { kind: 'object', fields: new Map([[step, below]]) });
  }
  return found;
}

/** What either of two alternatives marks. */
function merged(one: Marks | undefined, other: Marks): Marks {
  if (one?.kind !== 'object' || other.kind !== 'object') return one ?? other;
  const fields = new Map(one.fields);
  for (const [name, marks] of other.fields) fields.set(name, merged(fields.get(name), marks));
  return { kind: 'object', fields };
}

/** Whether a field stands between markers: text of some length, unlike names and labels, which stay quoted in place. */
export function isFenced(mark: FieldMark): boolean {
  return mark.untrusted === true && mark.personal === undefined && mark.label === undefined;
}

/** Whether a value has free text in it. */
export function hasFreeText(marks: Marks | undefined, value: unknown): boolean {
  if (!marks || value === null || value === undefined || value === '') return false;
  if (marks.kind === 'field') return isFenced(marks.mark);
  if (marks.kind === 'list') return Array.isArray(value) && value.some((item) => hasFreeText(marks.item, item));
  const record = value as Record<string, unknown>;
  for (const [name, below] of marks.fields)
    if (Object.hasOwn(record, name) && hasFreeText(below, record[name])) return true;
  return false;
}

/** Whether there could be free text at all. */
export function mayHaveFreeText(marks: Marks | undefined): boolean {
  if (!marks) return false;
  if (marks.kind === 'field') return isFenced(marks.mark);
  return marks.kind === 'list' ? mayHaveFreeText(marks.item) : [...marks.fields.values()].some(mayHaveFreeText);
}
