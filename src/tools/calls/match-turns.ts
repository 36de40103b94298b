import { forEachInSlices } from '../../lib/concurrency/slices.ts';
import type { QueryTerm } from '../../lib/search/query-term.ts';
import type { TermFinder } from '../../lib/search/terms.ts';
import { normalizeText } from '../../lib/search/text-search.ts';
import { cleanText } from '../../lib/text/text.ts';
import type { Turn } from '../../lib/turns.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactTurnTexts } from '../output/redact.ts';

/** Turns of a call that are masked for its excerpts, and as many for each term. */
const MAX_CANDIDATES = 20;
/** Turns between two candidates that are masked together. */
const MAX_GAP = 30;

/** A turn that has terms of a query, as the transcript has it. */
export interface Candidate {
  /** Index in the transcript. */
  index: number;
  terms: readonly QueryTerm[];
}

/** A turn that has terms of a query also after it was masked. */
export interface MatchedTurn {
  /** Index in the transcript. */
  index: number;
  /** Masked. */
  turn: Turn;
  found: ReadonlyMap<QueryTerm, number>;
}

/** Returns all turns with terms, in order. */
export async function findCandidates(
  turns: readonly Turn[],
  finder: TermFinder,
  speaker: string | undefined,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const requested = normalizeText(speaker ?? '');
  await forEachInSlices(turns.entries(), ([index, turn]) => {
    if (speaker && normalizeText(turn.speaker ?? '') !== requested) return;
    const found = finder.find(cleanText(turn.text));
    if (found.size > 0) candidates.push({ index, terms: [...found.keys()] });
  });
  return candidates;
}

/**
 * Returns the candidates that are worth masking: those with the most terms, and the first ones with each term. Masking takes
 * much longer than searching.
 */
export function bestCandidates(candidates: readonly Candidate[], { terms }: TermFinder): Candidate[] {
  const byNumber = [...candidates].sort((a, b) => b.terms.length - a.terms.length || a.index - b.index);
  const ofEachTerm = terms.flatMap((term) =>
    candidates.filter((candidate) => candidate.terms.includes(term)).slice(0, MAX_CANDIDATES),
  );
  return [...new Set([...byNumber.slice(0, MAX_CANDIDATES), ...ofEachTerm])].sort((a, b) => a.index - b.index);
}

/**
 * Masks candidates and returns those that still have terms, in order: a search must not find what it must not show.
 * @param candidates in order.
 */
export async function matchMasked(
  turns: readonly Turn[],
  candidates: readonly Candidate[],
  finder: TermFinder,
  settings: ToolSettings,
): Promise<MatchedTurn[]> {
  const termsAt = new Map(candidates.map(({ index, terms }) => [index, terms]));
  const matched: MatchedTurn[] = [];
  for (const range of neighbours(termsAt.keys())) {
    const masked = await redactTurnTexts(turns, settings, range);
    for (const [offset, turn] of masked.entries()) {
      const index = range.from + offset;
      // The words of a mask are not what was said.
      const said = termsAt.get(index) ?? [];
      const found = new Map(
        [...(said.length > 0 ? finder.find(turn.text) : [])].filter(([term]) => said.includes(term)),
      );
      if (found.size > 0) matched.push({ index, turn, found });
    }
  }
  return matched;
}

/** Groups indices that are close to each other, because what is between them is read with each of them anyway. */
function neighbours(indices: Iterable<number>): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const index of indices) {
    const last = ranges.at(-1);
    if (last && index - last.to < MAX_GAP) last.to = index + 1;
    else ranges.push({ from: index, to: index + 1 });
  }
  return ranges;
}
