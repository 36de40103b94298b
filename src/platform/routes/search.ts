import { transcriptQuerySchema } from '../../contract/index.ts';
import { createTermFinder } from '../../lib/search/terms.ts';
import { invalid } from '../http/errors.ts';
import { readQuery } from '../http/query.ts';
import type { Handlers } from '../http/router.ts';
import { readPosition, readTimes, timeKey } from '../http/search-query.ts';
import { callDetailRecord } from '../store/calls/calls.ts';
import type { Position } from '../store/search/stream.ts';
import { searchTranscripts } from '../store/search/transcript-search.ts';
import { toIso } from '../store/time.ts';
import type { RouteContext } from './context.ts';

export function searchRoutes({ store }: RouteContext): Pick<Handlers, 'searchCalls'> {
  return {
    async searchCalls({ caller, page, searchParams }) {
      const {
        query,
        speaker,
        order = 'desc',
        after,
        outcome,
        language,
        ...times
      } = readQuery(withoutPage(searchParams), transcriptQuerySchema().omit({ per_page: true }));
      const finder = createTermFinder(query);
      if (finder.terms.length === 0) throw invalid('query: must have at least one word or number');
      const found = await searchTranscripts(store, caller.teamId, {
        finder,
        speaker,
        filters: { ...readTimes(times), outcome, language },
        order,
        after: readPosition(after, timeKey),
        perPage: page.perPage,
      });
      const { undecided, knownValues, next, selected } = found;
      return {
        items: found.calls.map((row) => callDetailRecord(row, { withName: caller.scopes.includes('read:contacts') })),
        meta: {
          total: null,
          page: 1,
          per_page: page.perPage,
          has_more: next !== undefined,
          selected,
          ...(next ? { next: positionText(next) } : {}),
          ...(undecided > 0 ? { undecided } : {}),
          ...(Object.keys(knownValues).length > 0 ? { known_values: knownValues } : {}),
        },
      };
    },
  };
}

const positionText = ({ key, id }: Position): string => JSON.stringify([toIso(Number(key)), id]);

/** The size of a page is read where all lists read it. */
function withoutPage(searchParams: URLSearchParams): URLSearchParams {
  if (searchParams.has('page')) throw invalid('page: is no parameter of a search; after continues it');
  return new URLSearchParams([...searchParams].filter(([name]) => name !== 'per_page'));
}
