import { messageOf } from './load.tsx';
import { href, navigate, type Route } from './route.ts';

/** The addresses of the pages before and after one of a list. */
interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
}

/** Links to the pages of a list; nothing for a list with one page. */
export function Pager({ page, previous, next }: Neighbours & { page: number }) {
  if (!previous && !next) return null;
  return (
    <nav class="row" aria-label="Pages of the list">
      {previous && <a href={previous}>Previous</a>}
      <span>Page {page}</span>
      {next && <a href={next}>Next</a>}
    </nav>
  );
}

/** The pages of a list that continues by cursors. The address has those of all pages so far, for the way back. */
export function pagesByCursor({ page: of, params }: Route) {
  const cursors = params.get('after')?.split('.') ?? [];
  const to = (after: readonly string[]) => href(of, undefined, { after: after.join('.') });
  return {
    page: cursors.length + 1,
    key: cursors.at(-1) ?? '',
    neighbours: (next: string | undefined): Neighbours => ({
      previous: cursors.length > 0 ? to(cursors.slice(0, -1)) : undefined,
      next: next && to([...cursors, next]),
    }),
    /** Reads the page. Cursors can end with the process that made them: then the list begins again. */
    async read<T>(part: (more: { cursor?: string }) => Promise<T>): Promise<T> {
      const cursor = cursors.at(-1);
      if (cursor === undefined) return part({});
      return part({ cursor }).catch((error: unknown) => {
        if (!messageOf(error).startsWith('cursor:')) throw error;
        navigate(to([]));
        return part({});
      });
    },
  };
}
