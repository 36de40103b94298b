import { href } from './route.ts';

interface PagerProps {
  /** The list that has pages: a page of the dashboard. */
  of: string;
  /** From 1 on. */
  page: number;
  hasMore: boolean | undefined;
}

/** Links to the pages of a list; nothing for a list with one page. */
export function Pager({ of, page, hasMore }: PagerProps) {
  if (page <= 1 && !hasMore) return null;
  const to = (number: number) => href(of, undefined, { page: String(number) });
  return (
    <nav class="row" aria-label="Pages of the list">
      {page > 1 && <a href={to(page - 1)}>Previous</a>}
      <span>Page {page}</span>
      {hasMore && <a href={to(page + 1)}>Next</a>}
    </nav>
  );
}
