import { abortSignalOf } from '../../lib/concurrency/cancellation.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { renderSentence } from '../output/quote.ts';
import type { ToolContext } from './context.ts';
import type { ToolDefinition } from './define.ts';
import type { ToolFailure } from './errors.ts';

/** Statuses that reject the content of a request, not its sender: bad request, conflict, unprocessable content. */
const SUGGESTIBLE_STATUSES = [400, 409, 422];
/** Limits the extra time before the failed call is answered. */
const SUGGESTION_TIMEOUT_MS = 8_000;

/**
 * Adds the tool's alternatives to a failure. Returns the failure unchanged if there are none or they cannot be determined.
 * @param call undefined if it failed before its arguments were parsed.
 */
export async function withSuggestions(
  failure: ToolFailure,
  tool: ToolDefinition,
  call: { input: JsonObject; context: ToolContext } | undefined,
  logger: Logger,
): Promise<ToolFailure> {
  const isSuggestible = failure.rule !== undefined || SUGGESTIBLE_STATUSES.includes(failure.status ?? 0);
  if (!tool.suggestAlternatives || !call || failure.changed !== 'no' || !isSuggestible) return failure;
  const { input, context } = call;
  const signal = AbortSignal.any([abortSignalOf(context.signal), AbortSignal.timeout(SUGGESTION_TIMEOUT_MS)]);
  try {
    const suggestion = await tool.suggestAlternatives(input, { ...context, logger, signal }, failure);
    if (!suggestion) return failure;
    const { sentence, alternatives } = suggestion;
    const message = `${failure.message} ${renderSentence(sentence, context.settings)}`;
    return { ...failure, message, ...(alternatives.length > 0 ? { alternatives } : {}) };
  } catch (error) {
    logger.info('alternatives could not be determined', { tool: tool.name, error });
    return failure;
  }
}
