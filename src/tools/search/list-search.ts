import type { Read, Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { nowLocal } from '../core/now.ts';
import { withContinuation } from '../output/continuation.ts';
import { takeWithinBudget } from '../output/token-budget.ts';
import { searchAnnounced } from './announced-search.ts';
import { makeCursor, type Position, readCursor } from './cursor.ts';
import { type ListInput, type ListSpec, presentRows } from './list-spec.ts';
import { presentReadAt } from './read-at.ts';
import { runSearch } from './run-search.ts';
import type { Found, Order, SortKey } from './sort-key.ts';

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
  const { cursor, per_page: limit = DEFAULT_LIMIT } = input;
  const filters = filtersOf(input);
  const signingKey = await context.signingKey();
  const start = cursor === undefined ? START : readCursor(cursor, spec.tool, filters, signingKey);
  const order = input.order ?? spec.order;
  const searched =
    spec.search && (await canAskPlatform(start, context))
      ? await askPlatform(spec, { order, limit, after: start.after })
      : await scanList(spec, { order, limit, ...start }, filters, context);

  const { found, undecided, next } = searched;
  const presented = await presentRows(
    spec,
    found.map(({ read }) => read),
    input,
    context,
  );
  // The cursor continues with records that do not fit one answer.
  const items = takeWithinBudget(presented, context.settings.maxTokens * 0.85);

  const continuation = (shown: number) => {
    const position = next(shown);
    return {
      has_more: position !== undefined,
      ...(position ? { cursor: makeCursor(position, spec.tool, filters, signingKey) } : {}),
    };
  };
  const { has_more, cursor: nextCursor } = continuation(items.length);
  const { window, uncertain } = spec;
  return withContinuation(
    {
      items,
      now_local: nowLocal(context),
      total: searched.total,
      has_more,
      ...(searched.scanned === undefined ? {} : { scanned: searched.scanned }),
      complete: searched.complete && uncertain === undefined,
      ...(window && (window.from || window.to) ? { window } : {}),
      order,
      ...describeOmitted(undecided, uncertain),
      ...searched.readAt,
      ...(nextCursor ? { cursor: nextCursor } : {}),
    },
    async () => continuation,
  );
}

/** True if a call of a list tool that can be expressed with parameters of the list is answered by the platform. */
export async function asksPlatform(tool: string, input: ListInput, context: ToolContext): Promise<boolean> {
  const start = input.cursor && readCursor(input.cursor, tool, filtersOf(input), await context.signingKey());
  return canAskPlatform(start || START, context);
}

/** A cursor behind what one scan can read continues with the next pages of the list. */
const canAskPlatform = async ({ startPage }: Position, { extensions, signal }: ToolContext): Promise<boolean> =>
  startPage === 1 && extensions.has('list_filters', signal);

const START: Position = { startPage: 1, after: undefined };

function filtersOf({ cursor: _cursor, per_page: _limit, detail: _detail, page: _page, ...filters }: ListInput) {
  return filters;
}

/** What a search found, however it searched. */
interface Searched<R extends Resource> {
  /** The records of the answer, in order. */
  found: Found<R>[];
  /** Returns where the next answer continues if this one shows as many records; undefined at the end. */
  next(shown: number): Position | undefined;
  total: number | null;
  /** Number of records that were read; undefined if the platform searched. */
  scanned?: number;
  complete: boolean;
  undecided: number;
  readAt?: ReturnType<typeof presentReadAt>;
}

interface Part {
  order: Order;
  limit: number;
  after: SortKey | undefined;
}

async function askPlatform<R extends Resource, T extends JsonObject>(
  { search, verdict = () => true, checks = [], sortKey }: ListSpec<R, T>,
  part: Part,
): Promise<Searched<R>> {
  if (!search) throw new Error('The filters of this call are no parameters of the list.');
  const { found, next, isComplete, matched, undecided, asOf } = await searchAnnounced({
    ...search,
    verdict,
    checks,
    sortKey,
    ...part,
  });
  return {
    found,
    next(shown) {
      const after = shown < found.length ? found[shown - 1] : next;
      return after && { startPage: 1, after };
    },
    total: matched,
    complete: isComplete,
    undecided,
    ...(asOf === undefined ? {} : { readAt: { read_at: asOf } }),
  };
}

async function scanList<R extends Resource, T extends JsonObject>(
  { tool, fetch, verdict = () => true, checks = [], sortKey, window, basis }: ListSpec<R, T>,
  part: Part & Position,
  filters: JsonObject,
  context: ToolContext,
): Promise<Searched<R>> {
  const visit = (read: Read<R>) => {
    for (const check of checks) check.visit(read);
    return verdict(read);
  };
  const identity = [tool, filters, window, ...(basis === undefined ? [] : [basis])];
  const result = await runSearch({ identity, fetch, verdict: visit, sortKey, ...part }, context);
  const { found, scan } = result;
  if (scan.complete && !result.isCached) for (const check of checks) check.assertKnown();
  return {
    found: found.slice(0, part.limit),
    next(shown) {
      const last = found[shown - 1];
      if (result.remaining > shown && last) {
        result.saveToCache();
        return { startPage: part.startPage, after: last };
      }
      return scan.nextPage === undefined ? undefined : { startPage: scan.nextPage, after: undefined };
    },
    total: scan.complete ? result.matched : null,
    scanned: scan.scanned,
    complete: scan.complete,
    undecided: result.undecided,
    readAt: presentReadAt(result),
  };
}

function describeOmitted(undecided: number, uncertain: string | undefined) {
  const notes = [
    ...(undecided > 0 ? [`${undecided} records lack a field that the filters read.`] : []),
    ...(uncertain === undefined ? [] : [uncertain]),
  ];
  return notes.length > 0 ? { omitted: notes.join(' ') } : {};
}
