import * as z from 'zod';
import type { FetchPage, Page } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { takeWithinBudget } from '../output/token-budget.ts';
import { makeCursor, readCursor } from './cursor.ts';
import { readAtField, readBefore } from './read-at.ts';
import { runSearch, type Verdict } from './run-search.ts';
import type { Order } from './sort-key.ts';

/** Records in one answer of a search when the caller does not say. */
const DEFAULT_LIMIT = 25;

/** What a list tool is made of. */
export interface ListSpec<R extends Resource, T extends JsonObject> {
  tool: string;
  fetch: FetchPage<R>;
  shape: (read: Read<R>) => T;
  /** Fields of a shaped record that identify it; the others are shown with `detail: "full"`. */
  brief?: readonly (keyof T)[];
  /** What records are ordered by when they are searched; an absent value sorts last. */
  sortKey: (read: Read<R>) => string | null | undefined;
  /** The order of a search that does not say. */
  order: Order;
  /** The filters of this call; undefined when it has none, and pages pass straight through. */
  verdict: ((read: Read<R>) => Verdict) | undefined;
  /** The window that the filters use, for the answer to state. */
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

/** What every list answers with, beside `items`. */
export const listOutput = () => ({
  page: z.int().optional(),
  per_page: z.int().optional(),
  total: z.int().nullable().describe('Matching records; null: not known'),
  has_more: z.boolean().nullable(),
  scanned: z.int().optional().describe('Records looked at by the search'),
  complete: z.boolean().optional().describe('Whether the search saw every record'),
  window: z
    .object({ from: z.string().optional(), to: z.string().optional() })
    .optional()
    .describe('UTC; to is exclusive'),
  order: z.string().optional(),
  omitted: z.string().optional(),
  ...readAtField(),
  cursor: z.string().optional().describe('Goes on: repeat the call with it'),
});

/** Answers a list: one page as the platform gives it, or, with filters, what a scan of all pages finds. */
export async function list<R extends Resource, T extends JsonObject>(
  spec: ListSpec<R, T>,
  input: ListInput,
  context: ToolContext,
) {
  const searching = spec.verdict !== undefined || input.order !== undefined || input.cursor !== undefined;
  return searching ? search(spec, input, context) : passThrough(spec, input);
}

function shaper<R extends Resource, T extends JsonObject>({ shape, brief }: ListSpec<R, T>, input: ListInput) {
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
  return { items: items.map(shaper(spec, input)), page, per_page, total, has_more };
}

async function search<R extends Resource, T extends JsonObject>(
  spec: ListSpec<R, T>,
  input: ListInput,
  context: ToolContext,
) {
  if (input.page !== undefined) throw new ToolError('page does not go with filters or order: use cursor to go on.');
  const { cursor, per_page: limit = DEFAULT_LIMIT, detail: _detail, page: _page, ...filters } = input;
  const signing = await context.signingKey();
  const start = cursor === undefined ? { page: 1, after: undefined } : readCursor(cursor, spec.tool, filters, signing);
  const order = input.order ?? spec.order;
  const { tool, fetch, verdict = () => true, sortKey, window } = spec;
  const findings = await runSearch(
    { identity: [tool, filters, window], fetch, verdict, sortKey, order, ...start, wanted: limit },
    context,
  );

  const { found, scan: seen } = findings;
  const shaped = found.slice(0, limit).map(({ read }) => shaper(spec, input)(read));
  // What does not fit one answer is left to the cursor.
  const items = takeWithinBudget(shaped, context.settings.maxTokens * 0.85);
  const last = found[items.length - 1];

  const next = findings.left > items.length && last ? { page: start.page, after: last } : undefined;
  if (next) findings.keep();
  const goOn = next ?? (seen.nextPage === undefined ? undefined : { page: seen.nextPage, after: undefined });
  const whole = seen.complete;
  return {
    items,
    total: whole ? findings.matching : null,
    has_more: goOn !== undefined,
    scanned: seen.scanned,
    complete: whole,
    ...(window && (window.from || window.to) ? { window } : {}),
    order,
    ...(findings.unknown > 0 ? { omitted: `${findings.unknown} records lack what the filters look at.` } : {}),
    ...readBefore(findings),
    ...(goOn ? { cursor: makeCursor(goOn, tool, filters, signing) } : {}),
  };
}

/** The opening sentence of a list: how much of how much, and how to go on. */
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
    const seen = output.complete ? `all ${output.scanned} looked at` : `${output.scanned} looked at, not all`;
    return `${count} matching ${what}; ${seen}.${output.has_more ? ' Go on with cursor.' : ''}`;
  }
  const more =
    output.has_more === null
      ? ' Whether more follow is not said.'
      : output.has_more
        ? ` More on page ${(output.page ?? 1) + 1}.`
        : '';
  return `Page ${output.page}: ${count} ${what}.${more}`;
}
