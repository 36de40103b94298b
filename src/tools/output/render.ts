import type * as z from 'zod';
import { isObject, type JsonObject, setMember } from '../../lib/json.ts';
import { Sentence } from '../../lib/text/sentence.ts';
import { cleanText } from '../../lib/text/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { annotationsOf, type FieldAnnotations, needsFence } from './annotations.ts';
import { markCut } from './bound.ts';
import { type Fence, fenceFor } from './fence.ts';
import { renderSentence } from './quote.ts';

/** Result of a tool call (MCP, `CallToolResult`). Text and structured content each are complete. */
export interface ToolResult {
  /** `audience`: for whom a text is that is not for both (MCP, Annotations). */
  content: { type: 'text'; text: string; annotations?: { audience: ('user' | 'assistant')[] } }[];
  structuredContent?: JsonObject;
  /** `rcpt-mcp/untrusted`: the untrusted fields of the structured content. `rcpt-mcp/view`: the data of its view. */
  _meta?: JsonObject;
  isError?: true;
}

/**
 * Removes invisible characters from every string of an answer, renders its sentences, and drops undefined fields. Yields after each field.
 * @param maxLength a longer text is cut there, and marked.
 */
export function* cleanData(
  value: unknown,
  settings: Pick<ToolSettings, 'redact'>,
  maxLength = Number.POSITIVE_INFINITY,
): Generator<void, unknown> {
  if (Array.isArray(value)) {
    const cleaned: unknown[] = [];
    for (const item of value) {
      // A generator for each text would cost more than its cleaning.
      cleaned.push(
        hasMembers(item) ? yield* cleanData(item, settings, maxLength) : cleanLeaf(item, settings, maxLength),
      );
      yield;
    }
    return cleaned;
  }
  if (!hasMembers(value)) return cleanLeaf(value, settings, maxLength);
  const cleaned: JsonObject = {};
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field === undefined) continue;
    const clean = hasMembers(field)
      ? yield* cleanData(field, settings, maxLength)
      : cleanLeaf(field, settings, maxLength);
    setMember(cleaned, cleanText(key), clean);
    yield;
  }
  return cleaned;
}

const hasMembers = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !(value instanceof Sentence);

function cleanLeaf(value: unknown, settings: Pick<ToolSettings, 'redact'>, maxLength: number): unknown {
  if (value instanceof Sentence) return renderSentence(value, settings);
  if (typeof value !== 'string') return value;
  return value.length > maxLength ? markCut(cleanText(value.slice(0, maxLength))) : cleanText(value);
}

/**
 * Renders an answer as text: one `key: value` per line, one line per record of a list. Names and free text of others are
 * fenced by markers: a single field, or a whole list of records with such text. The first line of such an answer explains
 * them.
 */
export function renderText(data: JsonObject, schema?: z.ZodType, summary?: string): string {
  const annotations = schema && annotationsOf(schema);
  const fence = needsFence(annotations, data) ? fenceFor(JSON.stringify(data)) : undefined;
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
    fence && (annotations?.kind === 'field' || annotations?.kind === 'list') && needsFence(annotations, value);
  if (isFenced) {
    const { open, close } = fence;
    if (!isObject(value) && !isRecords(value)) {
      return `${indent}${key}: ${open}${renderInline(value)}${close}`;
    }
    const content = isObject(value)
      ? renderObject(value, undefined, undefined, `${indent}  `)
      : renderRecords(value, indent);
    return `${indent}${key}:\n${indent}${open}\n${content}\n${indent}${close}`;
  }
  if (isObject(value)) {
    const content = renderObject(value, annotations, fence, `${indent}  `);
    return content === '' ? `${indent}${key}: none` : `${indent}${key}:\n${content}`;
  }
  if (isRecords(value)) return `${indent}${key}:\n${renderRecords(value, indent)}`;
  return `${indent}${key}: ${renderInline(value)}`;
}

function isRecords(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.some(isObject);
}

function renderRecords(items: unknown[], indent: string): string {
  return items.map((item) => `${indent}- ${isObject(item) ? renderRecord(item) : renderInline(item)}`).join('\n');
}

function renderRecord(record: JsonObject): string {
  return Object.entries(record)
    .map(([key, value]) => {
      const isNested = isObject(value) || Array.isArray(value);
      return `${renderKey(key)}: ${isNested ? JSON.stringify(value) : renderScalar(value)}`;
    })
    .join('; ');
}

function renderInline(value: unknown): string {
  if (!Array.isArray(value)) return renderScalar(value);
  return value.length === 0 ? 'none' : value.map(renderScalar).join(', ');
}

/**
 * Text that cannot be mistaken for structure is not quoted. All other text is, so that it stays on its line; several words
 * are, because a name or an id may be a sentence.
 */
const PLAIN_TEXT = /^[\p{L}\p{N}+](?:[\p{L}\p{N}_.+@/-]|:(?! )){0,119}$/u;
/** Only undocumented fields can have other names, because the platform chooses those. */
const PLAIN_KEY = /^[\p{L}\p{N}_.-]{1,64}$/u;

function renderScalar(value: unknown): string {
  return typeof value === 'string' && PLAIN_TEXT.test(value) ? value : JSON.stringify(value);
}

function renderKey(key: string): string {
  return PLAIN_KEY.test(key) ? key : JSON.stringify(key);
}
