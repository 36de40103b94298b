import type { QueryTerm } from '../../lib/search/query-term.ts';
import { truncate } from '../../lib/text/text.ts';
import type { Turn } from '../../lib/turns.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactTurnTexts } from '../output/redact.ts';
import { answerIndex } from './find-answer.ts';
import type { QuotedTurn } from './hit-shape.ts';
import type { MatchedTurn } from './match-turns.ts';

const MAX_EXCERPT_CHARACTERS = 240;

/** Returns excerpts of turns. A question has its answer, unless that is one of the turns. */
export async function quoteTurns(
  turns: readonly Turn[],
  matched: readonly MatchedTurn[],
  settings: ToolSettings,
): Promise<QuotedTurn[]> {
  const shown = new Set(matched.map(({ index }) => index));
  const quoted: QuotedTurn[] = [];
  for (const { index, turn, found } of matched) {
    const at = answerIndex(turns, index);
    const [answer] =
      at === undefined || shown.has(at) ? [] : await redactTurnTexts(turns, settings, { from: at, to: at + 1 });
    quoted.push({
      ...turn,
      text: excerpt(turn.text, found),
      ...(answer ? { answer: { ...answer, text: truncate(answer.text, MAX_EXCERPT_CHARACTERS) } } : {}),
    });
  }
  return quoted;
}

/** Returns the part of a text around the first of the terms that occur in it. */
export function excerpt(text: string, found: ReadonlyMap<QueryTerm, number>): string {
  if (text.length <= MAX_EXCERPT_CHARACTERS) return text;
  const first = Math.min(...found.values(), text.length);
  const start = Math.max(0, Math.floor(first - MAX_EXCERPT_CHARACTERS / 3));
  // Not between the halves of a surrogate pair.
  const part = text.slice(start).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start > 0 ? '…' : ''}${truncate(part, MAX_EXCERPT_CHARACTERS)}`;
}
