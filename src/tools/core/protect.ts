import type * as z from 'zod';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { type Marks, marksOf } from './marks.ts';

/** The key of `_meta` that lists the fields others wrote (MCP, `_meta`: a prefix, a slash, a name). */
export const UNTRUSTED_META = 'rcpt-mcp/untrusted';

/** Paths of the fields present whose content others wrote: `booking.notes`, `items[].contact_name`. */
export function untrustedPaths(schema: z.ZodType, data: unknown): string[] {
  const found = new Set<string>();
  collect(marksOf(schema), data, '', found);
  return [...found];
}

/** `_meta` of an answer; nothing when it holds nothing that others wrote. */
export function untrustedMeta(schema: z.ZodType, data: unknown): { _meta?: JsonObject } {
  const paths = untrustedPaths(schema, data);
  return paths.length > 0 ? { _meta: { [UNTRUSTED_META]: paths } } : {};
}

function collect(marks: Marks | undefined, value: unknown, path: string, found: Set<string>): void {
  if (!marks || value === null || value === undefined || value === '') return;
  if (marks.kind === 'field') found.add(path);
  else if (marks.kind === 'list') {
    if (Array.isArray(value)) for (const item of value) collect(marks.item, item, `${path}[]`, found);
  } else if (isObject(value)) {
    for (const [name, below] of marks.fields)
      if (Object.hasOwn(value, name)) collect(below, value[name], path ? `${path}.${name}` : name, found);
  }
}
