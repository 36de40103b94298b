import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from './context.ts';
import type { ToolDefinition } from './define.ts';
import type { ToolFailure } from './errors.ts';

/** Refusals of what was asked for, as against of who asks: bad request, conflict, unprocessable. */
const SUGGESTIBLE = [400, 409, 422];
/** The failed call is answered after this time at the latest, in milliseconds. */
const TIME_LIMIT_MS = 8_000;

/**
 * A refusal with the tool's own help, where it has some. It stands as it is when the help cannot be had.
 * @param input undefined: the call was refused before its arguments were understood.
 */
export async function withSuggestions(
  failure: ToolFailure,
  tool: ToolDefinition,
  input: JsonObject | undefined,
  contextOf: () => Promise<ToolContext>,
): Promise<ToolFailure> {
  if (!tool.suggestAlternatives || !input || failure.changed !== 'no' || !SUGGESTIBLE.includes(failure.status ?? 0))
    return failure;
  const context = await contextOf();
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  try {
    const help = await tool.suggestAlternatives(input, { ...context, signal });
    if (!help) return failure;
    return { ...failure, message: `${failure.message} ${help.sentence}`, alternatives: help.alternatives };
  } catch (error) {
    context.logger.info('no help after a refusal', { tool: tool.name, error });
    return failure;
  }
}
