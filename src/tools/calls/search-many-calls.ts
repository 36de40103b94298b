import type { SearchableCalls } from '../../api/index.ts';
import type { Call, CallDetail, Read } from '../../contract/index.ts';
import { asSentence, say, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { withContinuation } from '../output/continuation.ts';
import { estimateTokens } from '../output/token-budget.ts';
import { omitNullish } from '../presenters/record.ts';
import { describeOmittedCalls, readCallDetail, UnreadableCall } from '../search/call-details.ts';
import { languageFilter, outcomeFilter } from '../search/call-filters.ts';
import { allOf, withinWindow } from '../search/filters.ts';
import { presentReadAt } from '../search/read-at.ts';
import { runSearch } from '../search/run-search.ts';
import { askForCalls, countCalls, type SearchablePart } from './ask-for-calls.ts';
import { type CallSearch, matchCall, presentHit, quoteBest } from './call-match.ts';
import type { CallSelection } from './call-selection.ts';
import { checkSpeaker } from './check-speaker.ts';
import type { Hit } from './hit-shape.ts';

/** Transcripts that are read concurrently. */
const CONCURRENCY = 6;
/** Transcripts that one tool call reads. */
const MAX_TRANSCRIPTS = 300;
/** Time after which no further transcript is requested. */
const TIME_LIMIT_MS = 25_000;

/** Calls with the words of a query whose speakers are compared with the requested one, if that one says them in no call. */
const MAX_CHECKED = 50;

/**
 * Searches the transcripts of calls, until the answer is full. Refuses a speaker whom no call with the words has. If calls could not
 * be read, the speaker may be one of theirs: the answer then names those of the others.
 */
export async function searchManyCalls(search: CallSearch, selection: CallSelection, context: ToolContext) {
  const answer = await searchSelected(search, selection, context);
  const { speaker, after } = search;
  const isNothingFound = answer.items.length === 0 && after === undefined && !('cursor' in answer);
  if (speaker === undefined || !isNothingFound) return answer;
  const read: Read<typeof CallDetail>[] = [];
  const anyone = {
    ...search,
    speaker: undefined,
    tokens: Number.POSITIVE_INFINITY,
    visit: (call: (typeof read)[number]) => read.push(call),
  };
  const others = await searchSelected(anyone, { ...selection, limit: MAX_CHECKED }, context);
  // As many as are compared are enough: a speaker of none of them is most likely mistyped.
  const isEnough = others.items.length >= MAX_CHECKED;
  const isWhole = answer.complete && (others.complete || isEnough);
  const ofAll = `no call with these words${isWhole ? '' : ' that was read'}`;
  const none = isEnough ? `none of ${MAX_CHECKED} calls with these words` : ofAll;
  const { visit, assertKnown } = checkSpeaker(speaker, none);
  for (const call of read) visit(call);
  try {
    assertKnown();
    return answer;
  } catch (error) {
    if (isWhole || !(error instanceof ToolError)) throw error;
    const note = asSentence(error.sentence);
    return { ...answer, omitted: answer.omitted === undefined ? note : say`${trusted(answer.omitted)} ${note}` };
  }
}

async function searchSelected(search: CallSearch, selection: CallSelection, context: ToolContext) {
  const { extensions, signal } = context;
  const { window } = selection;
  if (await extensions.has('call_search', signal)) {
    const unreadable = (await extensions.unreadableCalls?.('call_search', window, signal)) ?? 0;
    return askForCalls(search, selection, context, { unreadable });
  }
  const searchable = await extensions.searchableCalls?.(window, signal);
  const part = searchable && (await searchablePart(search, selection, searchable, context));
  return part ? askForCalls(search, selection, context, part) : readTranscripts(search, selection, context);
}

/**
 * The part of a selection that a local copy searches while it is being filled. Undefined where reading the transcripts gives
 * a complete answer, or the next one in its order.
 */
async function searchablePart(
  search: CallSearch,
  { window, outcome, language, order }: CallSelection,
  { from, unreadable }: SearchableCalls,
  context: ToolContext,
): Promise<SearchablePart | undefined> {
  if (from === undefined) return { unreadable };
  if (order === 'asc' || (search.after !== undefined && search.after.key <= from)) return undefined;
  const calls = await countCalls(search, { window, outcome, language }, context);
  return calls > MAX_TRANSCRIPTS ? { unreadable, earlier: { from, calls } } : undefined;
}

/** Reads the transcripts one after the other. */
async function readTranscripts(search: CallSearch, selection: CallSelection, context: ToolContext) {
  const { window, limit } = selection;
  const calls = await findCalls(search, selection, context);
  const { found, remaining, matched } = calls;
  const isInLanguage = selection.language === undefined ? undefined : languageFilter(selection.language).verdict;

  const items: Hit[] = [];
  /** Index in `found` of each item. */
  const positions: number[] = [];
  let remainingTokens = search.tokens;
  /** Calls handled so far, in the order of `found`. */
  let handled = 0;
  let unreadable = 0;
  let withoutLanguage = 0;
  let wasRead = false;
  const deadline = context.clock.monotonic() + TIME_LIMIT_MS;
  while (handled < found.length && handled < MAX_TRANSCRIPTS && context.clock.monotonic() < deadline) {
    const chunk = found.slice(handled, handled + CONCURRENCY);
    const details = await Promise.all(chunk.map((call) => readCallDetail(call.id, context)));
    wasRead ||= details.some((detail) => !(detail instanceof UnreadableCall));
    for (const [index, { read, id }] of chunk.entries()) {
      const detail = details[index];
      if (detail instanceof UnreadableCall) {
        // If no call can be read, the platform fails, not the record.
        if (!wasRead && detail.isServerError) throw detail.cause;
        unreadable++;
        handled++;
        continue;
      }
      const call = detail && withDetails(read, detail);
      const verdict = call && isInLanguage ? isInLanguage(call) : true;
      if (verdict === 'unknown') withoutLanguage++;
      const match = detail && verdict === true ? await matchCall(detail, search, context) : undefined;
      const hit =
        call && match ? await presentHit(call, id, match, await quoteBest(match, context), context) : undefined;
      const tokens = hit ? estimateTokens(hit) : 0;
      if (hit && (items.length >= limit || (items.length > 0 && tokens > remainingTokens))) return answer(false);
      remainingTokens -= tokens;
      if (hit) {
        items.push(hit);
        positions.push(handled);
      }
      handled++;
    }
    context.progress(matched - remaining + handled, matched);
  }
  return answer(handled >= remaining);

  function answer(isFinished: boolean) {
    const lacking = pluralize(withoutLanguage, 'call');
    const omitted = [
      describeOmittedCalls(selection.outcome ? 0 : calls.undecided, unreadable).omitted,
      selection.outcome && calls.undecided > 0
        ? `${pluralize(calls.undecided, 'call')} without a field that the filters read.`
        : undefined,
      withoutLanguage > 0 ? `${lacking} whose language the platform does not state.` : undefined,
    ].filter((sentence) => sentence !== undefined);
    const continueAfter = (index: number) => {
      const last = found[index];
      if (!last) return {};
      calls.saveToCache();
      return { cursor: search.cursorAfter(last) };
    };
    return withContinuation(
      {
        items,
        searched: handled - unreadable,
        calls_in_window: matched,
        complete: isFinished && calls.scan.complete && unreadable === 0,
        ...(window.from || window.to ? { window } : {}),
        ...(omitted.length > 0 ? { omitted: omitted.join(' ') } : {}),
        ...presentReadAt(calls),
        ...(isFinished ? {} : continueAfter(handled - 1)),
      },
      async () => (shown) => ({ complete: false, ...continueAfter(positions[shown - 1] as number) }),
    );
  }
}

/** Returns a call with the fields that only its details have. */
function withDetails(listed: Read<typeof Call>, { fields }: Read<typeof CallDetail>): Read<typeof Call> {
  return { ...listed, fields: { ...omitNullish({ ...fields }), ...omitNullish({ ...listed.fields }) } };
}

/** Finds the calls of a selection after a position. */
async function findCalls(
  { after }: CallSearch,
  { window, outcome, language, order }: CallSelection,
  context: ToolContext,
) {
  const { api, signal } = context;
  const outcomes = outcome === undefined ? undefined : outcomeFilter(outcome);
  const languages = language === undefined ? undefined : languageFilter(language);
  const checks = [outcomes, languages].filter((filter) => filter !== undefined).map(({ check }) => check);
  const isSelected =
    allOf<typeof Call>([
      (window.from || window.to) && withinWindow(window, ({ fields }) => fields.started_at),
      outcomes?.verdict,
      // Only some platforms state the language in their list; the details decide.
      (read) => languages?.verdict(read) !== false,
    ]) ?? (() => true);
  const result = await runSearch<typeof Call>(
    {
      identity: ['search_calls', window, outcome, language, order],
      fetch: (query) => api.listCalls({ query, signal }),
      verdict: (read) => {
        for (const check of checks) check.visit(read);
        // The details of a call without id cannot be read.
        return read.fields.id ? isSelected(read) : false;
      },
      sortKey: ({ fields }) => utcInstant(fields.started_at),
      order,
      startPage: 1,
      after,
      limit: MAX_TRANSCRIPTS,
    },
    context,
  );
  if (result.scan.complete && !result.isCached) for (const check of checks) check.assertKnown();
  return result;
}
