import { isObject, type JsonObject } from '../../lib/json.ts';
import { cleanText } from '../../lib/text.ts';

/** What a tool call answers with (MCP, `CallToolResult`). Text and structured content each suffice alone. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent: JsonObject;
  isError?: true;
}

/** Removes invisible characters from every string of an answer, and fields without a value. */
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(kept.map(([key, field]) => [cleanText(key), cleaned(field)]));
}

/** Text that cannot be taken for structure stands as it is; all else is quoted, so that it stays on its line. */
const PLAIN = /^[\p{L}\p{N}+](?:[\p{L}\p{N}_.+@/ -]|:(?! )){0,119}$/u;

function scalar(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
}

function line(record: JsonObject): string {
  return Object.entries(record)
    .map(([key, value]) => `${key}: ${isObject(value) || Array.isArray(value) ? JSON.stringify(value) : scalar(value)}`)
    .join('; ');
}

/** The text form of an answer: one `key: value` a line, one line for each record of a list. */
export function renderText(data: JsonObject, indent = ''): string {
  return Object.entries(data)
    .map(([key, value]) => {
      if (isObject(value)) return `${indent}${key}:\n${renderText(value, `${indent}  `)}`;
      if (!Array.isArray(value)) return `${indent}${key}: ${scalar(value)}`;
      if (value.length === 0) return `${indent}${key}: none`;
      if (value.every((item) => !isObject(item))) return `${indent}${key}: ${value.map(scalar).join(', ')}`;
      return [
        `${indent}${key}:`,
        ...value.map((item) => `${indent}- ${isObject(item) ? line(item) : scalar(item)}`),
      ].join('\n');
    })
    .join('\n');
}
