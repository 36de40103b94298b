import type { Read, Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { nowLocal } from '../core/now.ts';
import { withContinuation } from '../output/continuation.ts';
import { takeWithinBudget } from '../output/token-budget.ts';
import { makeCursor, readCursor } from './cursor.ts';
import { type ListInput, type ListSpec, presentRows } from './list-spec.ts';
import { presentReadAt } from './read-at.ts';
import { runSearch, type SearchResult } from './run-search.ts';

/** Records in one answer of a search without `per_page`. */
const DEFAULT_LIMIT = 25;

/** Returns the matching records of all pages, in order, and a cursor that continues behind them. */
export async function searchList<R extends Resource, T extends JsonObject>(
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
  const { tool, fetch, verdict = () => true, checks = [], sortKey, window, basis, uncertain } = spec;
  const visit = (read: Read<R>) => {
    for (const check of checks) check.visit(read);
    return verdict(read);
  };
  const identity = [tool, filters, window, ...(basis === undefined ? [] : [basis])];
  const result = await runSearch({ identity, fetch, verdict: visit, sortKey, order, ...start, limit }, context);

  const { found, scan } = result;
  if (scan.complete && !result.isCached) for (const check of checks) check.assertKnown();
  const reads = found.slice(0, limit).map(({ read }) => read);
  const presented = await presentRows(spec, reads, input, context);
  // The cursor continues with records that do not fit one answer.
  const items = takeWithinBudget(presented, context.settings.maxTokens * 0.85);

  const continuation = (shown: number) => {
    const last = found[shown - 1];
    const next = result.remaining > shown && last ? { startPage: start.startPage, after: last } : undefined;
    if (next) result.saveToCache();
    const position = next ?? (scan.nextPage === undefined ? undefined : { startPage: scan.nextPage, after: undefined });
    return {
      has_more: position !== undefined,
      ...(position ? { cursor: makeCursor(position, tool, filters, signingKey) } : {}),
    };
  };
  const { has_more, cursor: nextCursor } = continuation(items.length);
  return withContinuation(
    {
      items,
      now_local: nowLocal(context),
      total: scan.complete ? result.matched : null,
      has_more,
      scanned: scan.scanned,
      complete: scan.complete && uncertain === undefined,
      ...(window && (window.from || window.to) ? { window } : {}),
      order,
      ...describeOmitted(result, uncertain),
      ...presentReadAt(result),
      ...(nextCursor ? { cursor: nextCursor } : {}),
    },
    async () => continuation,
  );
}

function describeOmitted({ undecided }: Pick<SearchResult<never>, 'undecided'>, uncertain: string | undefined) {
  const notes = [
    ...(undecided > 0 ? [`${undecided} records lack a field that the filters read.`] : []),
    ...(uncertain === undefined ? [] : [uncertain]),
  ];
  return notes.length > 0 ? { omitted: notes.join(' ') } : {};
}
