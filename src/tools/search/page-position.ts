import type { FetchPage, Page } from '../../api/index.ts';
import type { PageQuery, Resource } from '../../contract/index.ts';
import { openToken, sealToken, type TokenScope } from '../../lib/crypto/signed-token.ts';
import { foreignCursor } from './cursor.ts';

/** Position behind a record of a page of the platform. */
interface PagePosition {
  page: number;
  /** As it was requested; undefined: the platform's default. */
  perPage: number | undefined;
  /** Number of records of the page up to the position. */
  offset: number;
  /** The record before the position; undefined if it has no id. */
  id: string | undefined;
}

const scopeOf = (tool: string, signingKey: Buffer): TokenScope => ({
  key: signingKey,
  purpose: 'page-cursor',
  context: [tool],
});

/** Returns an opaque cursor for the same tool and credential. */
export function makePageCursor({ page, perPage, offset, id }: PagePosition, tool: string, signingKey: Buffer): string {
  return sealToken(JSON.stringify([page, perPage ?? null, offset, id ?? null]), scopeOf(tool, signingKey));
}

/** @throws ToolError if the cursor was altered, or belongs to another tool or credential. */
export function readPageCursor(cursor: string, tool: string, signingKey: Buffer): PagePosition {
  const payload = openToken(cursor, scopeOf(tool, signingKey));
  if (payload === undefined) throw foreignCursor();
  const [page, perPage, offset, id] = JSON.parse(payload) as [number, number | null, number, string | null];
  return { page, perPage: perPage ?? undefined, offset, id: id ?? undefined };
}

export const pageQuery = (page: number | undefined, perPage: number | undefined): PageQuery => ({
  ...(page === undefined ? {} : { page }),
  ...(perPage === undefined ? {} : { per_page: perPage }),
});

/**
 * Reads the page with the records behind a position, and the number of its records before them. Records move between pages
 * when others are added or removed: the position is behind its record, wherever that is on this page or one next to it,
 * and only counted if the record is gone.
 */
export async function readPageAfter<R extends Resource>(
  { page, perPage, offset, id }: PagePosition,
  fetch: FetchPage<R>,
): Promise<{ read: Page<R>; number: number; skipped: number }> {
  const readPage = (number: number) => fetch(pageQuery(number, perPage));
  const indexIn = ({ items }: Page<R>) =>
    id === undefined ? -1 : items.findIndex(({ fields }) => (fields as { id?: string | null }).id === id);
  const current = await readPage(page);
  let found = { read: current, number: page, skipped: indexIn(current) + 1 };
  for (const number of [page + 1, page - 1]) {
    if (found.skipped > 0 || id === undefined || number < 1) continue;
    const read = await readPage(number);
    if (indexIn(read) >= 0) found = { read, number, skipped: indexIn(read) + 1 };
  }
  const { read, number, skipped } = found.skipped > 0 ? found : { ...found, skipped: offset };
  if (skipped < read.items.length || read.has_more === false || read.items.length === 0)
    return { read, number, skipped };
  return { read: await readPage(number + 1), number: number + 1, skipped: 0 };
}
