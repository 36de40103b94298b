import { type Call, type CallDetail, MAX_SUMMARY_LENGTH, type Read } from '../../contract/index.ts';
import { transcriptOf } from '../../contract/read-transcript.ts';
import type { TermFinder } from '../../lib/search/terms.ts';
import { cleanText } from '../../lib/text/text.ts';
import type { Turn } from '../../lib/turns.ts';
import type { ToolContext } from '../core/context.ts';
import { redactBeginning } from '../output/redact.ts';
import { estimateTokens } from '../output/token-budget.ts';
import { contactNameOf, presentCall, summaryLine } from '../presenters/call.ts';
import { omitNullish } from '../presenters/record.ts';
import { namesOf } from '../search/record-names.ts';
import type { SortKey } from '../search/sort-key.ts';
import type { Hit, QuotedTurn } from './hit-shape.ts';
import { bestCandidates, type Candidate, findCandidates, type MatchedTurn, matchMasked } from './match-turns.ts';
import { excerpt, quoteTurns } from './quote-turns.ts';

const MAX_TURNS_PER_CALL = 3;
/** Turns of one call that are masked together. */
const BATCH_TURNS = 20;

/** A search of one or many calls. */
export interface CallSearch {
  query: string;
  finder: TermFinder;
  /** Only what this speaker said. */
  speaker: string | undefined;
  /** Position behind which the search continues. */
  after: SortKey | undefined;
  /** Size of the answer. */
  tokens: number;
  cursorAfter(position: SortKey): string;
  /** Visits each call in which all terms occur. */
  visit?(call: Read<typeof CallDetail>): void;
}

/** A call in which all terms of a query occur. */
interface CallMatch {
  turns: readonly Turn[];
  /** All turns with terms, before masking. */
  candidates: readonly Candidate[];
  /** The best of them, masked. */
  matched: readonly MatchedTurn[];
  summary: string | undefined;
}

/**
 * Searches the transcript and the summary of a call; undefined if a term does not occur. A summary has no speaker, so it is
 * not searched if the caller asks for one.
 */
export async function matchCall(
  detail: Read<typeof CallDetail>,
  { finder, speaker, visit }: Pick<CallSearch, 'finder' | 'speaker' | 'visit'>,
  context: ToolContext,
): Promise<CallMatch | undefined> {
  const { settings } = context;
  const { summary: text } = detail.fields;
  const turns = transcriptOf(detail) ?? [];
  const candidates = await findCandidates(turns, finder, speaker);
  // Masked before the search and before excerpts are cut: a search must not find what it must not show.
  const matched = await matchMasked(turns, bestCandidates(candidates, finder), finder, settings);
  const summary = speaker ? '' : redactBeginning(text ?? '', MAX_SUMMARY_LENGTH, settings);
  // The words of a mask are not what the summary says, and neither is a number that the cut leaves of a longer one.
  const stated = speaker ? undefined : finder.find(cleanText(text ?? ''));
  const inSummary = new Map([...finder.find(summary)].filter(([term]) => stated?.has(term)));
  const isFound = (term: TermFinder['terms'][number]) =>
    inSummary.has(term) || matched.some(({ found }) => found.has(term));
  if (!finder.terms.every(isFound)) return undefined;
  visit?.(detail);
  return {
    turns,
    candidates,
    matched,
    summary: inSummary.size > 0 ? excerpt(summary, inSummary).replace(/\s+/g, ' ').trim() : summaryLine(text, context),
  };
}

/** Quotes the turns with the most terms, in their order. */
export function quoteBest({ turns, matched }: CallMatch, { settings }: ToolContext): Promise<QuotedTurn[]> {
  const best = [...matched].sort((a, b) => b.found.size - a.found.size).slice(0, MAX_TURNS_PER_CALL);
  return quoteTurns(
    turns,
    best.sort((a, b) => a.index - b.index),
    settings,
  );
}

/**
 * Quotes all turns with terms after a turn, as many as fit, at least one. `lastTurn` is the number of the last one, if
 * others follow.
 * @param after number of the turn; 0: from the beginning.
 * @param tokens size of the quotes.
 */
export async function quoteAll(
  { turns, candidates }: CallMatch,
  finder: TermFinder,
  { after, tokens }: { after: number; tokens: number },
  { settings }: ToolContext,
): Promise<{ quoted: QuotedTurn[]; lastTurn?: number }> {
  const rest = candidates.filter(({ index }) => (turns[index] as Turn).turn > after);
  const quoted: QuotedTurn[] = [];
  let remaining = tokens;
  for (let start = 0; start < rest.length; start += BATCH_TURNS) {
    const matched = await matchMasked(turns, rest.slice(start, start + BATCH_TURNS), finder, settings);
    for (const turn of await quoteTurns(turns, matched, settings)) {
      remaining -= estimateTokens(turn);
      const last = quoted.at(-1);
      if (remaining < 0 && last) return { quoted, lastTurn: last.turn };
      quoted.push(turn);
    }
  }
  return { quoted };
}

/** Returns a call with its quotes. Its contact is named by the platform, otherwise by the list of contacts. */
export async function presentHit(
  call: Read<typeof Call>,
  id: string,
  { summary }: CallMatch,
  turns: QuotedTurn[],
  context: ToolContext,
): Promise<Hit> {
  const { started_local, weekday, outcome, phone: number, contact_id } = presentCall(call, context.time);
  const { language } = call.fields;
  const contact_name =
    contactNameOf(call, context) ?? (contact_id ? (await namesOf('contact', context)).get(contact_id) : undefined);
  return {
    call_id: id,
    ...omitNullish({
      started_local,
      weekday,
      outcome,
      language,
      contact_name: contact_name || undefined,
      contact_id,
      phone: number,
      summary,
    }),
    turns,
  };
}
