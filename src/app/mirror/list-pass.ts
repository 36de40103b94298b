import { lastPage, type Page, pageSize } from '../../api/index.ts';
import { MAX_PER_PAGE, type Resource } from '../../contract/index.ts';
import type { ListPass, ListProgress } from '../../platform/mirror/index.ts';

/** Begins to read a list from its first page. */
export const beginPass = (before: ListProgress, startedAt: number): ListProgress => ({
  ...before,
  isPassDue: false,
  pass: { startedAt, nextPage: 1, perPage: MAX_PER_PAGE, read: 0, total: null, minTotal: null },
});

/** The reading of a list after one of its pages. */
interface PassStep {
  pass: ListPass;
  /** True if this was the last page. */
  ended: boolean;
}

/**
 * Continues a pass behind a page. If the list became shorter, records moved to pages that are read already: the pass goes
 * back by as many pages as they can have moved.
 */
export function afterPage(pass: ListPass, page: Page<Resource>): PassStep {
  const perPage = pass.nextPage === 1 ? pageSize(page) : pass.perPage;
  const last = lastPage(page, pass.nextPage, Number.POSITIVE_INFINITY, perPage);
  const shrunk = pass.total !== null && page.total !== null ? pass.total - page.total : 0;
  const back = shrunk > 0 ? Math.ceil(shrunk / perPage) : -1;
  const nextPage = Math.max(1, pass.nextPage - back);
  const minTotal = page.total === null ? pass.minTotal : Math.min(pass.minTotal ?? page.total, page.total);
  return {
    pass: { ...pass, perPage, nextPage, read: pass.read + page.items.length, total: page.total, minTotal },
    ended: back < 0 && nextPage > last,
  };
}
