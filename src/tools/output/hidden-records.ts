import type * as z from 'zod';
import { isObject, type JsonObject, setMember } from '../../lib/json.ts';
import type { ToolServices } from '../core/context.ts';
import {
  hiddenKinds,
  kindsNamedBy,
  kindsOfShape,
  READING_TOOLS,
  type RecordKind,
  recordsOfKind,
} from '../core/record-kinds.ts';
import { childSchemas } from './annotations.ts';

/** A kind of record that an answer lacks. */
interface HiddenKind {
  /** Plural. */
  records: string;
  reason: string;
}

/** What values of a schema can contain. */
interface Content {
  kinds: readonly RecordKind[];
  /** Undocumented fields, which may repeat records of any kind. */
  hasOtherFields: boolean;
}

const contents = new WeakMap<z.ZodType, Content>();

/** Returns what values of a schema can contain, from a cache after the first time. */
function contentOf(schema: z.ZodType): Content {
  const cached = contents.get(schema);
  if (cached) return cached;
  const children = childSchemas(schema);
  const nested = children.map(([, child]) => contentOf(child));
  const content = {
    kinds: [...new Set([...kindsOfShape(schema), ...nested.flatMap(({ kinds }) => kinds)])],
    hasOtherFields: children.some(([step]) => step === 'other_fields') || nested.some((one) => one.hasOtherFields),
  };
  contents.set(schema, content);
  return content;
}

/** Returns the kinds of records that answers of a schema can show. */
export const recordKindsIn = (schema: z.ZodType) => contentOf(schema).kinds;

/**
 * Returns an answer without the records that the caller may not read. `hidden_records` states their kinds, whether or not there
 * are such records, because their number is not for this caller either.
 */
export function withoutHiddenRecords(
  schema: z.ZodObject,
  data: JsonObject,
  access: Pick<ToolServices, 'offered' | 'hidden'>,
): JsonObject {
  const hidden = hiddenKinds(access);
  if (hidden.length === 0) return data;
  const visible = visiblePart(schema, data, hidden) as JsonObject;
  const hiddenRecords = recordKindsIn(schema).filter((kind) => hidden.includes(kind));
  return hiddenRecords.length === 0
    ? visible
    : { ...visible, hidden_records: hiddenRecords.map((kind) => describe(kind, access)) };
}

/** Returns the sentence of the text form about what an answer lacks; undefined if it lacks nothing. */
export function hiddenSentence({ hidden_records: hiddenRecords }: JsonObject): string | undefined {
  if (!Array.isArray(hiddenRecords)) return undefined;
  return `Hidden: ${(hiddenRecords as HiddenKind[]).map(({ records }) => records).join(', ')}; this caller may not read them.`;
}

function describe(kind: RecordKind, access: Pick<ToolServices, 'hidden'>): HiddenKind {
  if (kind === 'unknown')
    return { records: 'records of unknown kind', reason: 'they may be of a kind that is left out' };
  return { records: recordsOfKind(kind), reason: hiddenReason(kind, access) };
}

/** Returns why a caller may not read a kind of records. */
export function hiddenReason(kind: keyof typeof READING_TOOLS, { hidden }: Pick<ToolServices, 'hidden'>): string {
  const tool = READING_TOOLS[kind];
  return hidden.find(({ name }) => name === tool)?.reason ?? `${tool} is not offered`;
}

/** Returns undefined for a record of a hidden kind. */
function visiblePart(schema: z.ZodType, value: unknown, hidden: readonly RecordKind[]): unknown {
  const { kinds: possible, hasOtherFields } = contentOf(schema);
  if (!hasOtherFields && !possible.some((kind) => hidden.includes(kind))) return value;
  let visible = value;
  const fields = new Map<string, z.ZodType>();
  for (const [step, child] of childSchemas(schema)) {
    if (step === '') visible = visiblePart(child, visible, hidden);
    else if (step === '[]') visible = visibleList(child, visible, hidden);
    else fields.set(step, child);
  }
  if (!isObject(visible)) return visible;
  const kinds = kindsOfShape(schema);
  const kind = kinds.length > 1 ? visible.kind : kinds[0];
  return hidden.includes(kind as RecordKind) ? undefined : visibleObject(fields, visible, hidden);
}

/** Returns undefined for a list of one hidden kind: an empty list would state that there are no records. */
function visibleList(schema: z.ZodType, value: unknown, hidden: readonly RecordKind[]): unknown {
  if (!Array.isArray(value)) return value;
  const [kind, ...otherKinds] = kindsOfShape(schema);
  if (kind && otherKinds.length === 0 && hidden.includes(kind)) return undefined;
  return value.map((item) => visiblePart(schema, item, hidden)).filter((item) => item !== undefined);
}

function visibleObject(fields: Map<string, z.ZodType>, data: JsonObject, hidden: readonly RecordKind[]): JsonObject {
  const visible: JsonObject = {};
  for (const [name, value] of Object.entries(data)) {
    const field = fields.get(name);
    const part = field ? visiblePart(field, value, hidden) : value;
    if (part !== undefined) setMember(visible, name, part);
  }
  if (!fields.has('other_fields') || !isObject(visible.other_fields)) return visible;
  const withheld: string[] = [];
  const { other_fields: other, withheld_fields: secrets, ...documented } = visible;
  const shown = visibleFields(other as JsonObject, hidden, withheld);
  const names = [...((secrets as string[] | undefined) ?? []), ...withheld];
  return {
    ...documented,
    ...(Object.keys(shown).length > 0 ? { other_fields: shown } : {}),
    ...(names.length > 0 ? { withheld_fields: names } : {}),
  };
}

/**
 * Returns the undocumented fields of a record without other records in them: objects under a name such as `bookings`.
 * @param withheld receives the paths of the others.
 */
export function visibleFields(
  fields: JsonObject,
  hidden: readonly RecordKind[],
  withheld: string[] = [],
  path = '',
): JsonObject {
  if (hidden.length === 0) return fields;
  const visible: JsonObject = {};
  for (const [name, value] of Object.entries(fields)) {
    const isHidden = containsObject(value) && kindsNamedBy(name).some((kind) => hidden.includes(kind));
    if (isHidden) withheld.push(path + name);
    else setMember(visible, name, visibleValue(value, hidden, withheld, path + name));
  }
  return visible;
}

function visibleValue(value: unknown, hidden: readonly RecordKind[], withheld: string[], path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => visibleValue(item, hidden, withheld, `${path}[]`));
  return isObject(value) ? visibleFields(value, hidden, withheld, `${path}.`) : value;
}

const containsObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(containsObject) : isObject(value);
