import { Call, type CallDetail, type Read } from '../../contract/index.ts';
import { pluralize } from '../../lib/text/text.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { withContinuation } from '../output/continuation.ts';
import { estimateTokens } from '../output/token-budget.ts';
import { meantValues, positionOf } from '../search/announced-search.ts';
import { describeOmittedCalls } from '../search/call-details.ts';
import { languageFilter, outcomeFilter } from '../search/call-filters.ts';
import { type SortKey, sortKeyOf } from '../search/sort-key.ts';
import { type CallSearch, matchCall, presentHit, quoteBest } from './call-match.ts';
import type { CallSelection } from './call-selection.ts';
import type { Hit } from './hit-shape.ts';

/** Time after which no further part is requested. */
const TIME_LIMIT_MS = 25_000;

/** What of a selection a platform can search, or a local copy of it, which may lack transcripts. */
export interface SearchablePart {
  /** Calls of the part whose transcripts the platform does not return. */
  unreadable: number;
  /** Where the part begins, in UTC, and the number of calls of the whole selection; absent if the part is all of it. */
  earlier?: { from: string; calls: number };
}

const paramsOf = (search: CallSearch, { window, outcome, language }: Pick<CallSelection, Selecting>) => ({
  query: search.query,
  ...window,
  ...(search.speaker === undefined ? {} : { speaker: search.speaker }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(language === undefined ? {} : { language }),
});
type Selecting = 'window' | 'outcome' | 'language';

/** Returns the number of calls that a search selects, whether they match or not. */
export async function countCalls(
  search: CallSearch,
  selection: Pick<CallSelection, Selecting>,
  { api, signal }: ToolContext,
): Promise<number> {
  const page = await api.searchCalls({ query: { ...paramsOf(search, selection), per_page: 1 }, signal });
  return (page.search?.selected ?? 0) + openCalls(page.search?.undecided, selection);
}

/** Calls whose language is not stated are searched, too: with a filter by outcome alone, undecided ones are not. */
const openCalls = (undecided = 0, { language }: Pick<CallSelection, 'language'>): number =>
  language === undefined ? 0 : undecided;

/**
 * Searches the transcripts of calls on a platform that does so itself (extension `call_search`). Each call that it finds is
 * compared again, after it was masked: a search must not find what it must not show.
 * @param part what of the selection can be searched.
 */
export async function askForCalls(
  search: CallSearch,
  selection: CallSelection,
  context: ToolContext,
  part: SearchablePart,
) {
  const { api, signal, clock } = context;
  const { window, outcome, language, order, limit } = selection;
  const filters = [outcome && outcomeFilter(outcome), language && languageFilter(language)].filter(
    (filter) => typeof filter === 'object',
  );
  const params = { ...paramsOf(search, selection), ...(part.earlier ? { from: part.earlier.from } : {}), order };

  const items: Hit[] = [];
  /** Position of each item. */
  const positions: SortKey[] = [];
  let remainingTokens = search.tokens;
  /** Position of the last call that was handled; undefined at the end. */
  let last: SortKey | undefined = search.after;
  let [selected, undecided] = [0, 0];
  let asOf: string | undefined;
  let isFinished = false;
  const deadline = clock.monotonic() + TIME_LIMIT_MS;
  asking: while (clock.monotonic() < deadline) {
    // One more than the answer has says whether others follow.
    const after: Partial<SortKey> = { ...last };
    const continuing = last ? { after: JSON.stringify([last.key, last.id]) } : {};
    const query = { ...params, ...continuing, per_page: limit + 1 - items.length };
    const page = await api.searchCalls({ query, signal });
    for (const { check } of filters) meantValues(check, page, Call);
    selected = page.search?.selected ?? selected;
    undecided = page.search?.undecided ?? 0;
    asOf = page.as_of;
    for (const detail of page.items) {
      const call = detail as Read<typeof Call>;
      const position = sortKeyOf(call, ({ fields }) => utcInstant(fields.started_at));
      const hit = filters.every(({ verdict }) => verdict(call) === true) ? await hitOf(detail, position.id) : undefined;
      if (hit) {
        const tokens = estimateTokens(hit);
        if (items.length >= limit || (items.length > 0 && tokens > remainingTokens)) break asking;
        remainingTokens -= tokens;
        items.push(hit);
        positions.push(position);
      }
      last = position;
    }
    isFinished = page.has_more === false;
    const next = callPositionOf(page.search?.next);
    // A platform that does not get any further is not asked again.
    if (isFinished || !next || next.id === after.id) break;
    last = next;
  }

  const continueAfter = (position: SortKey | undefined) => (position ? { cursor: search.cursorAfter(position) } : {});
  const calls = selected + openCalls(undecided, selection);
  const omitted = omittedCalls(undecided, selection, part);
  // Behind all that was searched: the earlier calls follow.
  if (isFinished && part.earlier) last = { key: part.earlier.from, id: LAST_ID };
  const isWhole = isFinished && !part.earlier;
  return withContinuation(
    {
      items,
      searched: calls,
      calls_in_window: part.earlier?.calls ?? calls,
      complete: isWhole && part.unreadable === 0,
      ...(asOf === undefined ? {} : { read_at: asOf }),
      ...(window.from || window.to ? { window } : {}),
      ...(omitted.length > 0 ? { omitted: omitted.join(' ') } : {}),
      ...(isWhole ? {} : continueAfter(last)),
    },
    async () => (shown) => ({ complete: false, ...continueAfter(positions[shown - 1]) }),
  );

  async function hitOf(detail: Read<typeof CallDetail>, id: string): Promise<Hit | undefined> {
    const match = await matchCall(detail, search, context);
    if (!match) return undefined;
    return presentHit(detail as Read<typeof Call>, id, match, await quoteBest(match, context), context);
  }
}

/** Sorts behind the ids of calls. */
const LAST_ID = '~';

function omittedCalls(
  undecided: number,
  { outcome, language }: Pick<CallSelection, 'outcome' | 'language'>,
  part: SearchablePart,
): string[] {
  const ofBoth = outcome === undefined ? 'whose language' : 'whose outcome or language';
  const lack =
    language === undefined ? 'without a field that the filters read' : `${ofBoth} the platform does not state`;
  return [
    undecided > 0 ? `${pluralize(undecided, 'call')} ${lack}.` : undefined,
    describeOmittedCalls(0, part.unreadable).omitted,
    part.earlier
      ? `Calls before ${part.earlier.from}: the local index does not have all of their transcripts yet. cursor leads to them, too: they are read from the platform.`
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

/** Reads the position at which a platform continues: a start and an id. */
function callPositionOf(next: string | undefined): SortKey | undefined {
  const position = positionOf(next);
  const key = position && utcInstant(position.key);
  return key ? { key, id: position.id } : undefined;
}
