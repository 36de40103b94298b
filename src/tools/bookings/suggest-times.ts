import { OVERRIDABLE_RULES } from '../../contract/index.ts';
import { joined, type Sentence, trusted } from '../../lib/sentence.ts';
import { findAlternatives, type RefusedSlot } from '../availability/alternatives.ts';
import type { ToolContext } from '../core/context.ts';
import type { Suggestion, ToolFailure } from '../core/errors.ts';

/** Suggests other times after a refusal, and how to make a deliberate exception from its rule. */
export async function suggestTimes(
  refused: Omit<RefusedSlot, 'rule' | 'next'> | undefined,
  { rule, next_start_time: next }: ToolFailure,
  context: ToolContext,
): Promise<Suggestion | undefined> {
  const isOverridable = OVERRIDABLE_RULES.some((one) => one === rule);
  const exception =
    isOverridable && (await context.extensions.has('booking_rules', context.signal))
      ? `If the user decides on an exception, repeat it with override ["${rule}"].`
      : undefined;
  const found =
    refused &&
    (await findAlternatives({ ...refused, rule, next }, context).catch((error: unknown) => {
      if (!exception) throw error;
      context.logger.info('alternatives could not be determined', { error });
      return undefined;
    }));
  if (!found && !exception) return undefined;
  const sentences = [found?.sentence, exception].flatMap((one) => (one === undefined ? [] : [asSentence(one)]));
  const sentence = joined(sentences, ' ');
  return { sentence, alternatives: found?.alternatives ?? [] };
}

const asSentence = (text: string | Sentence) => (typeof text === 'string' ? trusted(text) : text);
