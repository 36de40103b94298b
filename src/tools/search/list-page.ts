import type { FetchPage, Page } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from '../core/context.ts';
import { nowLocal } from '../core/now.ts';
import { withContinuation } from '../output/continuation.ts';
import { type ListInput, type ListSpec, presentRows } from './list-spec.ts';
import { makePageCursor, pageQuery, readPageAfter, readPageCursor } from './page-position.ts';

/**
 * Returns a page of the platform, or the rest of it behind a cursor, which also continues with the next pages. A cursor
 * knows its page: an argument `page` is that of the call that it continues.
 */
export async function listPage<R extends Resource, T extends JsonObject>(
  spec: ListSpec<R, T>,
  input: ListInput,
  context: ToolContext,
) {
  const { tool, fetch } = spec;
  const start = input.cursor && readPageCursor(input.cursor, tool, await context.signingKey());
  const perPage = start ? start.perPage : input.per_page;
  const { read, number, skipped } = start
    ? await readPageAfter(start, fetch)
    : { ...(await readWhole(fetch, input)), skipped: 0 };
  const rest = read.items.slice(skipped);
  const reads = start ? rest.slice(0, input.per_page) : rest;
  const shownReads = spec.isShown ? reads.filter(spec.isShown) : reads;
  const cursorAfter = (last: Read<R> | undefined, signingKey: Buffer) => {
    const { id } = (last?.fields ?? {}) as { id?: string | null };
    const offset = last ? skipped + reads.indexOf(last) + 1 : skipped;
    const position = { page: number, perPage, offset, id: id ?? undefined };
    return makePageCursor(position, tool, signingKey);
  };
  const isCut = reads.length < rest.length;
  // Without a statement of the platform, only an empty page is certainly the last one.
  const mayHaveMore = isCut || (read.has_more ?? reads.length > 0);
  const { page, per_page, total, has_more } = read;
  return withContinuation(
    {
      items: await presentRows(spec, shownReads, input, context),
      now_local: nowLocal(context),
      page,
      per_page,
      ...(skipped > 0 ? { skipped } : {}),
      total,
      has_more: isCut || has_more,
      // Without a cursor, a whole page is continued by the number of the next one.
      ...(start && mayHaveMore && reads.length > 0
        ? { cursor: cursorAfter(reads.at(-1), await context.signingKey()) }
        : {}),
    },
    async () => {
      const signingKey = await context.signingKey();
      return (shown) => ({ has_more: true, cursor: cursorAfter(shownReads[shown - 1], signingKey) });
    },
  );
}

async function readWhole<R extends Resource>(fetch: FetchPage<R>, { page, per_page }: ListInput) {
  const read: Page<R> = await fetch(pageQuery(page, per_page));
  return { read, number: page ?? read.page };
}
