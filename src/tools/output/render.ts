import type * as z from 'zod';
import { isObject, type JsonObject, setMember } from '../../lib/json.ts';
import { cleanText } from '../../lib/text.ts';
import { annotationsOf, type FieldAnnotations, hasFreeText, mayHaveFreeText } from './annotations.ts';
import { type Fence, fenceFor } from './fence.ts';

/** What a tool call answers with (MCP, `CallToolResult`). Text and structured content each suffice alone. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: JsonObject;
  /** `rcpt-mcp/untrusted`: the fields of the structured content that others wrote. */
  _meta?: JsonObject;
  isError?: true;
}

/** Removes invisible characters from every string of an answer, and fields without a value. */
export function cleanData(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanData);
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field !== undefined) setMember(kept, cleanText(key), cleanData(field));
  }
  return kept;
}

/**
 * The text form of an answer: one `key: value` a line, one line for each record of a list. Free text that others wrote
 * stands between markers: a field by itself, a list of records with free text as a whole. An answer that has any opens
 * with a line that says so.
 */
export function renderText(data: JsonObject, schema?: z.ZodType, summary?: string): string {
  const marks = schema && annotationsOf(schema);
  const fence = mayHaveFreeText(marks) && hasFreeText(marks, data) ? fenceFor(JSON.stringify(data)) : undefined;
  return [fence?.notice, summary, lines(data, marks, fence, '')].filter(Boolean).join('\n');
}

function lines(
  data: JsonObject,
  marks: FieldAnnotations | undefined,
  fence: Fence | undefined,
  indent: string,
): string {
  const fields = marks?.kind === 'object' ? marks.fields : undefined;
  let text = '';
  for (const key of Object.keys(data)) {
    if (text !== '') text += '\n';
    text += entry(name(key), data[key], fields?.get(key), fence, indent);
  }
  return text;
}

function entry(
  key: string,
  value: unknown,
  marks: FieldAnnotations | undefined,
  fence: Fence | undefined,
  indent: string,
): string {
  // Inside a fence there is no other: what stands between the markers is rendered without one.
  const whole = fence && (marks?.kind === 'field' || marks?.kind === 'list') && hasFreeText(marks, value);
  if (whole) {
    const { open, close } = fence;
    if (!isObject(value) && !isRecords(value)) return `${indent}${key}: ${open}${inline(value, marks)}${close}`;
    const inner = isObject(value) ? lines(value, undefined, undefined, `${indent}  `) : records(value, marks, indent);
    return `${indent}${key}:\n${indent}${open}\n${inner}\n${indent}${close}`;
  }
  if (isObject(value)) return `${indent}${key}:\n${lines(value, marks, fence, `${indent}  `)}`;
  if (isRecords(value)) return `${indent}${key}:\n${records(value, marks, indent)}`;
  return `${indent}${key}: ${inline(value, marks)}`;
}

function isRecords(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.some(isObject);
}

function records(items: unknown[], marks: FieldAnnotations | undefined, indent: string): string {
  const item = marks?.kind === 'list' ? marks.item : undefined;
  return items.map((record) => `${indent}- ${isObject(record) ? line(record, item) : inline(record, item)}`).join('\n');
}

function line(record: JsonObject, marks: FieldAnnotations | undefined): string {
  const below = (key: string) => (marks?.kind === 'object' ? marks.fields.get(key) : undefined);
  return Object.entries(record)
    .map(
      ([key, value]) =>
        `${name(key)}: ${isObject(value) || Array.isArray(value) ? JSON.stringify(value) : scalar(value, below(key))}`,
    )
    .join('; ');
}

function inline(value: unknown, marks: FieldAnnotations | undefined): string {
  if (!Array.isArray(value)) return scalar(value, marks);
  if (value.length === 0) return 'none';
  return value.map((item) => scalar(item, marks?.kind === 'list' ? marks.item : undefined)).join(', ');
}

/** Text that cannot be taken for structure stands as it is; all else is quoted, so that it stays on its line. */
const PLAIN = /^[\p{L}\p{N}+](?:[\p{L}\p{N}_.+@/ -]|:(?! )){0,119}$/u;
/** Keys are ours, but for undocumented fields, whose names are the platform's. */
const KEY = /^[\p{L}\p{N}_.-]{1,64}$/u;

function scalar(value: unknown, marks?: FieldAnnotations): string {
  if (typeof value !== 'string' || !PLAIN.test(value)) return JSON.stringify(value);
  // A sentence of plain words is what a hostile name looks like.
  return marks && value.includes(' ') ? JSON.stringify(value) : value;
}

function name(key: string): string {
  return KEY.test(key) ? key : JSON.stringify(key);
}
