import { OVERRIDABLE_RULES } from '../../contract/index.ts';
import { asSentence, joined, type Sentence } from '../../lib/sentence.ts';
import { findAlternatives, type RefusedSlot } from '../availability/alternatives.ts';
import type { ToolContext } from '../core/context.ts';
import { type Suggestion, ToolError, type ToolFailure } from '../core/errors.ts';
import { serviceIdOf } from '../search/record-by-name.ts';

/**
 * Suggests other times after a refusal, and how to make a deliberate exception from its rule. If there are none, and the
 * service does not exist, names those that do.
 * @param overridden the rules that the refused call was to override: the next one needs them, too.
 */
export async function suggestTimes(
  refused: Omit<RefusedSlot, 'rule' | 'next'> | undefined,
  { rule, next_start_time: next }: ToolFailure,
  context: ToolContext,
  overridden: readonly string[] = [],
): Promise<Suggestion | undefined> {
  const isOverridable = OVERRIDABLE_RULES.some((one) => one === rule);
  const exception =
    isOverridable && (await context.extensions.has('booking_rules', context.signal))
      ? `If the user decides on an exception, repeat it with override ${JSON.stringify([...new Set([...overridden, rule])])}.`
      : undefined;
  const found =
    refused &&
    (await findAlternatives({ ...refused, rule, next }, context).catch((error: unknown) => {
      context.logger.info('alternatives could not be determined', { error });
      return undefined;
    }));
  const unknown = refused && !found && !rule ? await unknownService(refused.serviceId, context) : undefined;
  const sentences = [found?.sentence, exception, unknown].flatMap((one) =>
    one === undefined ? [] : [asSentence(one)],
  );
  if (sentences.length === 0) return undefined;
  return { sentence: joined(sentences, ' '), alternatives: found?.alternatives ?? [] };
}

/** Returns which services there are if the platform's list does not have this one; undefined if it has it. */
async function unknownService(serviceId: string, context: ToolContext): Promise<string | Sentence | undefined> {
  try {
    await serviceIdOf(serviceId, context);
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error.sentence;
    throw error;
  }
}
