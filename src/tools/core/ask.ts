import type { JsonObject } from '../../lib/json.ts';
import { Sentence } from '../../lib/text/sentence.ts';
import { hiddenSentence } from '../output/hidden-records.ts';
import { UNTRUSTED_META, untrustedPaths } from '../output/protect.ts';
import { renderSentence } from '../output/quote.ts';
import { renderText, type ToolResult } from '../output/render.ts';
import { sanitizeAnswer } from '../output/sanitize.ts';
import { estimateTokens } from '../output/token-budget.ts';
import type { BookingShape } from '../presenters/booking.ts';
import { VIEW_META } from '../views/view-data.ts';
import { type Consent, QUESTION_TTL_MINUTES } from './confirm.ts';
import type { ToolContext } from './context.ts';
import { CONFIRM_TOKEN, existingOutput, formSentence, type PendingQuestion, questionMessage } from './question.ts';

/** A form with a question to the user, returned instead of an answer. */
export interface QuestionForm {
  question: string;
  /** Signed state that the reply returns. Valid for this call only. */
  state: string;
}

/** Returns the form with a question. The bookings in it are those that the caller may read. */
export async function formOf(pending: PendingQuestion, consent: Consent, context: ToolContext): Promise<QuestionForm> {
  const { existing_bookings: shown } = await recordsOf(pending, context);
  const sentence = formSentence(pending, shown as readonly BookingShape[] | undefined);
  return { question: renderSentence(sentence, context.settings), state: await consent.stateFor(pending) };
}

/**
 * Returns the answer that asks the user of a client without forms. It is no error: the call is complete when it is repeated
 * with the arguments in `repeat_with`. A view also gets the question as a form would show it, because what surrounds it in
 * the message is for models.
 */
export async function questionResult(
  pending: PendingQuestion,
  consent: Consent,
  context: ToolContext,
  isForView: boolean,
): Promise<Required<Pick<ToolResult, 'structuredContent'>> & ToolResult> {
  const { kind, argument, sentence } = pending;
  const token = await consent.tokenFor(pending);
  const repeatWith = {
    ...(argument ? { [argument]: true as const } : {}),
    ...(token === undefined ? {} : { [CONFIRM_TOKEN]: token }),
  };
  const message = renderSentence(questionMessage(pending, repeatWith, QUESTION_TTL_MINUTES), context.settings);
  const question = { kind, message, changed: 'no', repeat_with: repeatWith };
  const records = await recordsOf(pending, context, estimateTokens({ question }));
  const shown = Object.keys(records).length > 0 ? renderText(records, existingOutput(), hiddenSentence(records)) : '';
  const isQuoting = sentence instanceof Sentence && sentence.isQuoting;
  const untrusted = [...(isQuoting ? ['question.message'] : []), ...untrustedPaths(existingOutput(), records)];
  const labels = untrusted.length > 0 ? { [UNTRUSTED_META]: untrusted } : undefined;
  const existing = records.existing_bookings as readonly BookingShape[] | undefined;
  const view = isForView && {
    [VIEW_META]: { question: renderSentence(formSentence(pending, existing), context.settings) },
  };
  return {
    content: [{ type: 'text', text: [message, shown].filter(Boolean).join('\n') }],
    structuredContent: { question, ...records },
    ...(labels || view ? { _meta: { ...labels, ...view } } : {}),
  };
}

/**
 * Returns the records that a question is about: cleaned, masked, without those that the caller may not read, and within the
 * token budget that remains.
 */
async function recordsOf(
  { existing = [] }: PendingQuestion,
  context: ToolContext,
  usedTokens = 0,
): Promise<JsonObject> {
  if (existing.length === 0) return {};
  const maxTokens = Math.max(0, context.settings.maxTokens - usedTokens);
  return sanitizeAnswer(
    existingOutput(),
    { existing_bookings: existing },
    { ...context, settings: { ...context.settings, maxTokens } },
  );
}
