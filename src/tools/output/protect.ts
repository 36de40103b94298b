import type * as z from 'zod';
import { ApiError } from '../../api/index.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { quoted, Sentence, SentenceError, say } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import type { ToolSettings } from '../core/settings.ts';
import { annotationsOf, type FieldAnnotations } from './annotations.ts';
import { UNTRUSTED_NOTICE } from './fence.ts';
import { findMask } from './redact.ts';

/** Key in `_meta` with the paths of untrusted fields (format of MCP, `_meta`: prefix, slash, name). */
export const UNTRUSTED_META = 'rcpt-mcp/untrusted';

/** Returns the paths of present fields with untrusted content: `booking.notes`, `items[].contact_name`. */
export function untrustedPaths(schema: z.ZodType, data: unknown): string[] {
  const found = new Set<string>();
  collectPaths(annotationsOf(schema), data, '', found);
  return [...found];
}

/** Returns the `_meta` of an answer; nothing if it contains no untrusted fields. */
export function untrustedMeta(schema: z.ZodType, data: unknown): { _meta?: JsonObject } {
  const paths = untrustedPaths(schema, data);
  return paths.length > 0 ? { _meta: { [UNTRUSTED_META]: paths } } : {};
}

/** Returns an answer as JSON text. Its first member names the fields with untrusted content, as the text form does. */
export function toLabelledJson(schema: z.ZodType, data: JsonObject): string {
  const paths = untrustedPaths(schema, data);
  const notice = `In ${paths.join(', ')} is ${UNTRUSTED_NOTICE}`;
  return JSON.stringify(paths.length > 0 ? { notice, ...data } : data);
}

/** Returns the `_meta` of a failure, whose message may quote the platform or an argument. */
export function failureMeta(error: unknown): { _meta?: JsonObject } {
  const isQuoting =
    error instanceof ApiError
      ? error.details.platformMessage !== undefined
      : error instanceof SentenceError && error.sentence instanceof Sentence && error.sentence.isQuoting;
  return isQuoting ? { _meta: { [UNTRUSTED_META]: ['error.message'] } } : {};
}

function collectPaths(
  annotations: FieldAnnotations | undefined,
  value: unknown,
  path: string,
  found: Set<string>,
): void {
  if (!annotations || value === null || value === undefined || value === '') return;
  if (annotations.kind === 'field') found.add(path);
  else if (annotations.kind === 'list') {
    if (Array.isArray(value)) for (const item of value) collectPaths(annotations.item, item, `${path}[]`, found);
  } else if (isObject(value)) {
    for (const [name, nested] of annotations.fields)
      if (Object.hasOwn(value, name)) collectPaths(nested, value[name], path ? `${path}.${name}` : name, found);
  }
}

/**
 * Rejects masks in the arguments of a write: an agent that edits a masked note would replace the original text with the
 * mask.
 * @throws ToolError with the name of the argument.
 */
export function rejectMaskedInput(args: unknown, { redact }: Pick<ToolSettings, 'redact'>): void {
  if (redact === 'off' || !isObject(args)) return;
  for (const [name, value] of Object.entries(args)) {
    const mask = findMask(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
    if (mask === undefined) continue;
    throw new ToolError(
      say`${name}: ${quoted(mask)} is a mask, and would replace the masked value on the platform. Leave ${name} out, which keeps it as it is, or ask the user for the whole text.`,
    );
  }
}
