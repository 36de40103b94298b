import { nextSlice } from '../../../lib/concurrency/slices.ts';
import { callHasTerms } from '../../../lib/search/call-text.ts';
import type { TermFinder } from '../../../lib/search/terms.ts';
import { type DetailedCall, findCalls } from '../calls/calls.ts';
import { readTotal } from '../paging.ts';
import type { Store } from '../store.ts';
import { positionsAmong } from './among-candidates.ts';
import { selectCalls } from './call-search.ts';
import type { CallFilters } from './call-streams.ts';
import { countRecords, firstPositions } from './keyset.ts';
import type { KnownValues } from './known-values.ts';
import { compareBy, type ListSearch } from './search.ts';
import type { KeyRange, Position, Stream } from './stream.ts';
import { wordCandidates } from './word-candidates.ts';

/** A search for what was said in calls. */
interface TranscriptSearch extends ListSearch {
  finder: TermFinder;
  /** Only what this speaker said. */
  speaker: string | undefined;
  filters: Pick<CallFilters, 'from' | 'to' | 'outcome' | 'language'>;
}

interface FoundTranscripts {
  /** The calls in which all terms occur, in order. */
  calls: DetailedCall[];
  /** Position of the last call that was compared, if others follow. */
  next: Position | undefined;
  /** Number of calls that the filters select. */
  selected: number;
  /** Number of further ones whose outcome or language is not known. */
  undecided: number;
  knownValues: KnownValues;
}

/** Characters of transcripts that one search compares: a fraction of a second, in slices. */
const MAX_COMPARED = 10_000_000;
/** Calls that are read at a time, at most. */
const BATCH = 16;
/** Characters of transcripts that are read at a time, about: a call of hours has millions. */
const BATCH_CHARACTERS = 500_000;
/** Positions that are read at a time where too many calls can match. */
const WALK = 208;

/**
 * Finds the calls of a team in which all terms of a query occur. The index names those that can match, and each is compared;
 * where they are too many, calls are compared in their order until there are enough.
 */
export async function searchTranscripts(
  store: Store,
  teamId: string,
  search: TranscriptSearch,
): Promise<FoundTranscripts> {
  const { finder, filters, after, perPage } = search;
  const { streams, range, undecided, knownValues } = await store.readUncoordinated((db) =>
    selectCalls(db, teamId, filters),
  );
  const candidates =
    streams.length === 0
      ? []
      : await wordCandidates(store, { kind: 'calls', teamId, hasSequences: true }, finder.terms);
  const positions = candidates ? amongCandidates(streams, range, candidates, search) : inOrder(streams, range, search);
  const calls: DetailedCall[] = [];
  let compared = 0;
  let last = after;
  let next: Position | undefined;
  for await (const { position, call } of readCalls(store, teamId, positions)) {
    if (calls.length === perPage || compared > MAX_COMPARED) {
      next = last;
      break;
    }
    if (call && hasTerms(call, search)) calls.push(call);
    compared += call?.transcript_json.length ?? 0;
    last = position;
  }
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const selected = isFiltered
    ? await countSelected(streams, range)
    : await store.readUncoordinated((db) => readTotal(db, teamId, 'calls'));
  return { calls, next, selected, undecided, knownValues };
}

/** Reads the calls at positions, a few at a time, by what the last ones lead to expect. A call may have been deleted meanwhile. */
async function* readCalls(
  store: Store,
  teamId: string,
  positions: AsyncIterable<Position[]>,
): AsyncGenerator<{ position: Position; call: DetailedCall | undefined }, void> {
  let size = 1;
  for await (const ordered of positions) {
    for (let start = 0; start < ordered.length; ) {
      const batch = ordered.slice(start, start + size);
      start += batch.length;
      const ids = batch.map(({ id }) => id);
      const rows = await store.readUncoordinated((db) => findCalls(db, teamId, ids));
      yield* batch.map((position) => ({ position, call: rows.find(({ id }) => id === position.id) }));
      const characters = rows.reduce((sum, { transcript_json }) => sum + transcript_json.length, 0);
      size = Math.max(1, Math.min(BATCH, Math.floor((BATCH_CHARACTERS * batch.length) / Math.max(1, characters))));
      await nextSlice();
    }
  }
}

function hasTerms({ transcript_json, summary }: DetailedCall, { finder, speaker }: TranscriptSearch): boolean {
  return callHasTerms({ transcript: transcript_json, summary }, finder, speaker);
}

type Calls = Stream<'calls'>;

/** The positions of calls that can match, in their order. */
async function* amongCandidates(
  streams: readonly Calls[],
  range: KeyRange,
  candidates: readonly string[],
  { order, after }: ListSearch,
): AsyncGenerator<Position[], void> {
  const compare = compareBy(order, undefined);
  const all = await positionsAmong(streams, range, candidates, order);
  const ordered = all.filter((position) => !after || compare(position, after) > 0);
  yield ordered;
}

/** The positions of all calls, in their order. */
async function* inOrder(
  streams: readonly Calls[],
  range: KeyRange,
  { order, after: start }: ListSearch,
): AsyncGenerator<Position[], void> {
  const compare = compareBy(order, undefined);
  let after = start;
  for (;;) {
    const parts = await Promise.all(
      streams.map((stream) => firstPositions(stream, { range, order, after, limit: WALK })),
    );
    const ordered = parts.flat().sort(compare).slice(0, WALK);
    yield ordered;
    if (ordered.length < WALK) return;
    after = ordered.at(-1);
  }
}

/** The number of calls that filters select, however many: an index has what they read. */
async function countSelected(streams: readonly Calls[], range: KeyRange): Promise<number> {
  let selected = 0;
  const limits = { limit: Number.MAX_SAFE_INTEGER, maxSlices: Number.MAX_SAFE_INTEGER };
  for (const stream of streams) selected += (await countRecords(stream, { range, ...limits })) ?? 0;
  return selected;
}
