import type * as z from 'zod';
import { ApiError } from '../../api/index.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { ToolError } from '../core/errors.ts';
import type { ToolSettings } from '../core/settings.ts';
import { annotationsOf, type FieldAnnotations } from './annotations.ts';
import { findMask } from './redact.ts';

/** The key of `_meta` that lists the fields others wrote (MCP, `_meta`: a prefix, a slash, a name). */
export const UNTRUSTED_META = 'rcpt-mcp/untrusted';

/** Paths of the fields present whose content others wrote: `booking.notes`, `items[].contact_name`. */
export function untrustedPaths(schema: z.ZodType, data: unknown): string[] {
  const found = new Set<string>();
  collect(annotationsOf(schema), data, '', found);
  return [...found];
}

/** `_meta` of an answer; nothing when it holds nothing that others wrote. */
export function untrustedMeta(schema: z.ZodType, data: unknown): { _meta?: JsonObject } {
  const paths = untrustedPaths(schema, data);
  return paths.length > 0 ? { _meta: { [UNTRUSTED_META]: paths } } : {};
}

/** `_meta` of a failure: its message may quote the platform. */
export function failureMeta(error: unknown): { _meta?: JsonObject } {
  const quotes = error instanceof ApiError && error.details.platformMessage !== undefined;
  return quotes ? { _meta: { [UNTRUSTED_META]: ['error.message'] } } : {};
}

function collect(marks: FieldAnnotations | undefined, value: unknown, path: string, found: Set<string>): void {
  if (!marks || value === null || value === undefined || value === '') return;
  if (marks.kind === 'field') found.add(path);
  else if (marks.kind === 'list') {
    if (Array.isArray(value)) for (const item of value) collect(marks.item, item, `${path}[]`, found);
  } else if (isObject(value)) {
    for (const [name, below] of marks.fields)
      if (Object.hasOwn(value, name)) collect(below, value[name], path ? `${path}.${name}` : name, found);
  }
}

/**
 * Keeps masks from being written to the platform: an agent that changes a note it read would put them in the place of
 * what they hide.
 * @throws ToolError naming the argument.
 */
export function rejectMaskedInput(args: unknown, { redact }: Pick<ToolSettings, 'redact'>): void {
  if (redact === 'off' || !isObject(args)) return;
  for (const [name, value] of Object.entries(args)) {
    const mask = findMask(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
    if (mask === undefined) continue;
    throw new ToolError(
      `${name}: ${JSON.stringify(mask)} stands for something that is masked here, and would replace it on the platform. ` +
        `Leave ${name} out, which keeps it as it is, or ask the user for the whole text.`,
    );
  }
}
