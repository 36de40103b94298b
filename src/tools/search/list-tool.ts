import * as z from 'zod';
import type { Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from '../core/context.ts';
import { nowSentence } from '../core/now.ts';
import type { ListInput, ListSpec } from './list-spec.ts';
import { readAtField } from './read-at.ts';

/** Output fields of every list, in addition to `items`. */
export const listOutput = () => ({
  now_local: z.string(),
  page: z.int().optional(),
  per_page: z.int().optional(),
  skipped: z.int().optional().describe('Records of the page before these'),
  total: z.int().nullable().describe('Matching records; null: unknown'),
  has_more: z.boolean().nullable(),
  scanned: z.int().optional().describe('Records that the search read; absent: the platform searched'),
  complete: z.boolean().optional().describe('True: the search read every record'),
  window: z
    .object({ from: z.string().optional(), to: z.string().optional() })
    .optional()
    .describe('UTC; to is exclusive'),
  order: z.string().optional(),
  omitted: z.string().optional(),
  ...readAtField(),
  cursor: z.string().optional().describe('For the next page: repeat the call with it'),
});

/** Returns one page of the platform as it is, or, with filters, the matching records of all pages. */
export async function list<R extends Resource, T extends JsonObject>(
  spec: ListSpec<R, T>,
  input: ListInput,
  context: ToolContext,
) {
  const isSearch = spec.verdict !== undefined || input.order !== undefined;
  return isSearch
    ? (await import('./list-search.ts')).searchList(spec, input, context)
    : (await import('./list-page.ts')).listPage(spec, input, context);
}

/** Returns the first sentences of a list: how many of how many, how to continue, and what time it is. */
export function listSummary(
  output: {
    items: unknown[];
    now_local: string;
    page?: number | undefined;
    skipped?: number | undefined;
    total: number | null;
    has_more: boolean | null;
    scanned?: number | undefined;
    complete?: boolean | undefined;
    cursor?: string | undefined;
  },
  what: string,
): string {
  return `${countAndRest(output, what)} ${nowSentence(output.now_local)}`;
}

function countAndRest(output: Parameters<typeof listSummary>[0], what: string): string {
  const count = `${output.items.length}${output.total === null ? '' : ` of ${output.total}`}`;
  const withCursor = output.cursor === undefined ? undefined : ' Continue with cursor.';
  if (output.scanned !== undefined) {
    const scanned = output.complete ? `all ${output.scanned} scanned` : `${output.scanned} scanned, not all`;
    return `${count} matching ${what}; ${scanned}.${withCursor ?? ''}`;
  }
  if (output.complete !== undefined) return `${count} matching ${what}.${withCursor ?? ''}`;
  const more =
    output.has_more === null
      ? ' Whether there are more is unknown.'
      : output.has_more
        ? ` More on page ${(output.page ?? 1) + 1}.`
        : '';
  const skipped = output.skipped === undefined ? '' : ` after the first ${output.skipped}`;
  return `Page ${output.page}${skipped}: ${count} ${what}.${withCursor ?? more}`;
}
