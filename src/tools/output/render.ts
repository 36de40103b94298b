import type * as z from 'zod';
import { isObject, type JsonObject, setMember } from '../../lib/json.ts';
import { cleanText } from '../../lib/text.ts';
import { annotationsOf, type FieldAnnotations, hasFreeText, mayHaveFreeText } from './annotations.ts';
import { markCut } from './bound.ts';
import { type Fence, fenceFor } from './fence.ts';

/** Result of a tool call (MCP, `CallToolResult`). Text and structured content each are complete. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: JsonObject;
  /** `rcpt-mcp/untrusted`: the untrusted fields of the structured content. */
  _meta?: JsonObject;
  isError?: true;
}

/**
 * Removes invisible characters from every string of an answer, and undefined fields. Yields after each field.
 * @param maxLength a longer text is cut there, and marked.
 */
export function* cleanData(value: unknown, maxLength = Number.POSITIVE_INFINITY): Generator<void, unknown> {
  if (typeof value === 'string') {
    return value.length > maxLength ? markCut(cleanText(value.slice(0, maxLength))) : cleanText(value);
  }
  if (Array.isArray(value)) {
    const cleaned: unknown[] = [];
    for (const item of value) {
      cleaned.push(yield* cleanData(item, maxLength));
      yield;
    }
    return cleaned;
  }
  if (!isObject(value)) return value;
  const cleaned: JsonObject = {};
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field !== undefined) setMember(cleaned, cleanText(key), yield* cleanData(field, maxLength));
    yield;
  }
  return cleaned;
}

/**
 * Renders an answer as text: one `key: value` per line, one line per record of a list. Untrusted free text is fenced by
 * markers: a single field, or a whole list of records with free text. The first line of such an answer explains them.
 */
export function renderText(data: JsonObject, schema?: z.ZodType, summary?: string): string {
  const annotations = schema && annotationsOf(schema);
  const isFenceNeeded = mayHaveFreeText(annotations) && hasFreeText(annotations, data);
  const fence = isFenceNeeded ? fenceFor(JSON.stringify(data)) : undefined;
  return [fence?.notice, summary, renderObject(data, annotations, fence, '')].filter(Boolean).join('\n');
}

function renderObject(
  data: JsonObject,
  annotations: FieldAnnotations | undefined,
  fence: Fence | undefined,
  indent: string,
): string {
  const fields = annotations?.kind === 'object' ? annotations.fields : undefined;
  let text = '';
  for (const key of Object.keys(data)) {
    if (text !== '') text += '\n';
    text += renderField(renderKey(key), data[key], fields?.get(key), fence, indent);
  }
  return text;
}

function renderField(
  key: string,
  value: unknown,
  annotations: FieldAnnotations | undefined,
  fence: Fence | undefined,
  indent: string,
): string {
  // Fences are not nested: content between the markers is rendered without one.
  const isFenced =
    fence && (annotations?.kind === 'field' || annotations?.kind === 'list') && hasFreeText(annotations, value);
  if (isFenced) {
    const { open, close } = fence;
    if (!isObject(value) && !isRecords(value)) {
      return `${indent}${key}: ${open}${renderInline(value, annotations)}${close}`;
    }
    const content = isObject(value)
      ? renderObject(value, undefined, undefined, `${indent}  `)
      : renderRecords(value, annotations, indent);
    return `${indent}${key}:\n${indent}${open}\n${content}\n${indent}${close}`;
  }
  if (isObject(value)) return `${indent}${key}:\n${renderObject(value, annotations, fence, `${indent}  `)}`;
  if (isRecords(value)) return `${indent}${key}:\n${renderRecords(value, annotations, indent)}`;
  return `${indent}${key}: ${renderInline(value, annotations)}`;
}

function isRecords(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.some(isObject);
}

function renderRecords(items: unknown[], annotations: FieldAnnotations | undefined, indent: string): string {
  const item = annotations?.kind === 'list' ? annotations.item : undefined;
  return items
    .map((record) => `${indent}- ${isObject(record) ? renderRecord(record, item) : renderInline(record, item)}`)
    .join('\n');
}

function renderRecord(record: JsonObject, annotations: FieldAnnotations | undefined): string {
  const annotationsFor = (key: string) => (annotations?.kind === 'object' ? annotations.fields.get(key) : undefined);
  return Object.entries(record)
    .map(([key, value]) => {
      const isNested = isObject(value) || Array.isArray(value);
      return `${renderKey(key)}: ${isNested ? JSON.stringify(value) : renderScalar(value, annotationsFor(key))}`;
    })
    .join('; ');
}

function renderInline(value: unknown, annotations: FieldAnnotations | undefined): string {
  if (!Array.isArray(value)) return renderScalar(value, annotations);
  if (value.length === 0) return 'none';
  const item = annotations?.kind === 'list' ? annotations.item : undefined;
  return value.map((element) => renderScalar(element, item)).join(', ');
}

/** Text that cannot be mistaken for structure is not quoted. All other text is, so that it stays on its line. */
const PLAIN_TEXT = /^[\p{L}\p{N}+](?:[\p{L}\p{N}_.+@/ -]|:(?! )){0,119}$/u;
/** Only undocumented fields can have other names, because the platform chooses those. */
const PLAIN_KEY = /^[\p{L}\p{N}_.-]{1,64}$/u;

function renderScalar(value: unknown, annotations?: FieldAnnotations): string {
  if (typeof value !== 'string' || !PLAIN_TEXT.test(value)) return JSON.stringify(value);
  // A malicious name may be a sentence of plain words.
  return annotations && value.includes(' ') ? JSON.stringify(value) : value;
}

function renderKey(key: string): string {
  return PLAIN_KEY.test(key) ? key : JSON.stringify(key);
}
