import * as z from 'zod';
import type { FetchPage, Page } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { mapInSlices } from '../../lib/slices.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { takeWithinBudget } from '../output/token-budget.ts';
import { makeCursor, readCursor } from './cursor.ts';
import { presentReadAt, readAtField } from './read-at.ts';
import { runSearch, type Verdict } from './run-search.ts';
import type { Order } from './sort-key.ts';

/** Records in one answer of a search without `per_page`. */
const DEFAULT_LIMIT = 25;

/** One call of a list tool. */
export interface ListSpec<R extends Resource, T extends JsonObject> {
  tool: string;
  fetch: FetchPage<R>;
  shape: (read: Read<R>) => T;
  /** Fields that identify a record. The others are shown with `detail: "full"` only. */
  brief?: readonly (keyof T)[];
  /** Value that a search orders by; an absent one sorts last. */
  sortKey: (read: Read<R>) => string | null | undefined;
  /** Default order of a search. */
  order: Order;
  /** Filters of this call; undefined if it has none, and the platform's pages are returned as they are. */
  verdict: ((read: Read<R>) => Verdict) | undefined;
  /** Window of the filters, which the answer states. */
  window?: { from?: string | undefined; to?: string | undefined };
}

export interface ListInput {
  page?: number | undefined;
  per_page?: number | undefined;
  cursor?: string | undefined;
  order?: Order | undefined;
  detail?: 'brief' | 'full' | undefined;
  [filter: string]: unknown;
}

/** Output fields of every list, in addition to `items`. */
export const listOutput = () => ({
  page: z.int().optional(),
  per_page: z.int().optional(),
  total: z.int().nullable().describe('Matching records; null: unknown'),
  has_more: z.boolean().nullable(),
  scanned: z.int().optional().describe('Records that the search read'),
  complete: z.boolean().optional().describe('Whether the search read every record'),
  window: z
    .object({ from: z.string().optional(), to: z.string().optional() })
    .optional()
    .describe('UTC; to is exclusive'),
  order: z.string().optional(),
  omitted: z.string().optional(),
  ...readAtField(),
  cursor: z.string().optional().describe('Continues: repeat the call with it'),
});

/** Returns one page of the platform as it is, or, with filters, the matching records of all pages. */
export async function list<R extends Resource, T extends JsonObject>(
  spec: ListSpec<R, T>,
  input: ListInput,
  context: ToolContext,
) {
  const isSearch = spec.verdict !== undefined || input.order !== undefined || input.cursor !== undefined;
  return isSearch ? search(spec, input, context) : passThrough(spec, input);
}

function presenterOf<R extends Resource, T extends JsonObject>({ shape, brief }: ListSpec<R, T>, input: ListInput) {
  if (!brief || input.detail === 'full') return shape;
  return (read: Read<R>) => {
    const shaped = shape(read);
    return Object.fromEntries(brief.filter((name) => name in shaped).map((name) => [name, shaped[name]])) as T;
  };
}

async function passThrough<R extends Resource, T extends JsonObject>(spec: ListSpec<R, T>, input: ListInput) {
  const query = {
    ...(input.page === undefined ? {} : { page: input.page }),
    ...(input.per_page === undefined ? {} : { per_page: input.per_page }),
  };
  const { items, page, per_page, total, has_more }: Page<R> = await spec.fetch(query);
  return { items: await mapInSlices(items, presenterOf(spec, input)), page, per_page, total, has_more };
}

async function search<R extends Resource, T extends JsonObject>(
  spec: ListSpec<R, T>,
  input: ListInput,
  context: ToolContext,
) {
  if (input.page !== undefined)
    throw new ToolError('page cannot be combined with filters or order: use cursor to continue.');
  const { cursor, per_page: limit = DEFAULT_LIMIT, detail: _detail, page: _page, ...filters } = input;
  const signingKey = await context.signingKey();
  const start =
    cursor === undefined ? { startPage: 1, after: undefined } : readCursor(cursor, spec.tool, filters, signingKey);
  const order = input.order ?? spec.order;
  const { tool, fetch, verdict = () => true, sortKey, window } = spec;
  const result = await runSearch(
    { identity: [tool, filters, window], fetch, verdict, sortKey, order, ...start, limit },
    context,
  );

  const { found, scan } = result;
  const present = presenterOf(spec, input);
  const presented = found.slice(0, limit).map(({ read }) => present(read));
  // The cursor continues with records that do not fit one answer.
  const items = takeWithinBudget(presented, context.settings.maxTokens * 0.85);
  const last = found[items.length - 1];

  const next = result.remaining > items.length && last ? { startPage: start.startPage, after: last } : undefined;
  if (next) result.saveToCache();
  const position = next ?? (scan.nextPage === undefined ? undefined : { startPage: scan.nextPage, after: undefined });
  return {
    items,
    total: scan.complete ? result.matched : null,
    has_more: position !== undefined,
    scanned: scan.scanned,
    complete: scan.complete,
    ...(window && (window.from || window.to) ? { window } : {}),
    order,
    ...(result.undecided > 0 ? { omitted: `${result.undecided} records lack a field that the filters read.` } : {}),
    ...presentReadAt(result),
    ...(position ? { cursor: makeCursor(position, tool, filters, signingKey) } : {}),
  };
}

/** Returns the first sentence of a list: how many of how many, and how to continue. */
export function listSummary(
  output: {
    items: unknown[];
    page?: number | undefined;
    total: number | null;
    has_more: boolean | null;
    scanned?: number | undefined;
    complete?: boolean | undefined;
  },
  what: string,
): string {
  const count = `${output.items.length}${output.total === null ? '' : ` of ${output.total}`}`;
  if (output.scanned !== undefined) {
    const scanned = output.complete ? `all ${output.scanned} scanned` : `${output.scanned} scanned, not all`;
    return `${count} matching ${what}; ${scanned}.${output.has_more ? ' Continue with cursor.' : ''}`;
  }
  const more =
    output.has_more === null
      ? ' Whether there are more is unknown.'
      : output.has_more
        ? ` More on page ${(output.page ?? 1) + 1}.`
        : '';
  return `Page ${output.page}: ${count} ${what}.${more}`;
}
