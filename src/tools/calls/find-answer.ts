import { foldText, normalizeText } from '../../lib/search/text-search.ts';
import type { Turn } from '../../lib/turns.ts';

/** Question marks of all scripts; the Greek one only at the end, because it is a semicolon. */
const QUESTION_MARK = /[?？؟՞፧]|[;;]\s*$/u;
const PUNCTUATION = /[.!?;？؟。！]/u;

/** First words of questions, folded, for transcripts without punctuation. */
const QUESTION_WORDS = new RegExp(
  `^(?:(?:and|so|but|ok|okay|well|y|e|et|und) )?(?:${[
    'what|when|where|who|whom|whose|which|why|how',
    '(?:can|could|may|would|will|do|does|did|is|are|was|have|has|should) (?:you|i|we|he|she|they|it|that|this|there|the)',
    'que|cual|cuando|cuant[oa]s?|donde|quien|por que|como',
    'est ce que|quel(?:le)?s?|quand|combien|pourquoi|comment|qui',
    'wann|wo|wer|wie|warum|wieso|welche[rs]?|wieviel|konnen sie|kann ich|haben sie',
    'qual|quais|quando|quant[oa]|onde|quem|quale|quali|dove|chi|perche',
  ].join('|')})(?!\\p{L})`,
  'u',
);

/** Turns after a question, of which one may be its answer. */
const MAX_TURNS_TO_ANSWER = 5;

/** True for a text that asks something. */
function isQuestion(text: string): boolean {
  if (QUESTION_MARK.test(text)) return true;
  return !PUNCTUATION.test(text) && QUESTION_WORDS.test(foldText(text.slice(0, 100)).replace(/^\P{L}+/u, ''));
}

/**
 * Returns the index of the answer to a turn: the next turn of another speaker; undefined if the turn asks nothing. Without
 * speakers it is the next turn.
 */
export function answerIndex(turns: readonly Turn[], index: number): number | undefined {
  const question = turns[index];
  if (!question || !isQuestion(question.text)) return undefined;
  const asker = normalizeText(question.speaker ?? '');
  const following = turns.slice(index + 1, index + 1 + MAX_TURNS_TO_ANSWER);
  const offset = following.findIndex(({ speaker }) => !asker || !speaker || normalizeText(speaker) !== asker);
  return offset < 0 ? undefined : index + 1 + offset;
}
