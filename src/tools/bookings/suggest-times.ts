import { OVERRIDABLE_RULES } from '../../contract/index.ts';
import { asSentence, joined, type Sentence } from '../../lib/text/sentence.ts';
import { findAlternatives, type RefusedSlot } from '../availability/alternatives.ts';
import type { ToolContext } from '../core/context.ts';
import { type Suggestion, ToolError, type ToolFailure } from '../core/errors.ts';
import { bookedServiceId, serviceIdOf } from '../search/record-by-name.ts';
import { parseFutureStart, type StartOptions } from './start-time.ts';

/**
 * Suggests other times after a refusal, and how to make a deliberate exception from its rule. If there are none, and the
 * service does not exist, names those that do.
 * @param input of the call: the rules that it was to override, which the next one needs, too, and the contact that it named.
 */
export async function suggestTimes(
  refused: Omit<RefusedSlot, 'rule' | 'next'> | undefined,
  { rule, next_start_time: next }: ToolFailure,
  context: ToolContext,
  { override = [], contact_id: contactId, contact_name: name }: RefusedInput,
): Promise<Suggestion | undefined> {
  const isOverridable = OVERRIDABLE_RULES.some((one) => one === rule);
  const exception =
    isOverridable && (await context.extensions.has('booking_rules', context.signal))
      ? `If the user decides on an exception, repeat it with override ${JSON.stringify([...new Set([...override, rule])])}.`
      : undefined;
  const unknownBy = (error: unknown) => {
    context.logger.info('alternatives could not be determined', { error });
    return undefined;
  };
  const [away, found] = refused
    ? await Promise.all([
        rule === 'outside_hours' ? absence(refused, context).catch(unknownBy) : undefined,
        findAlternatives({ ...refused, rule, next }, context).catch(unknownBy),
      ])
    : [];
  const unknown = refused && !found && !rule ? await unknownService(refused.serviceId, context) : undefined;
  const isByDetails = rule === 'limit_reached' && name !== undefined && contactId === undefined;
  const namesake = isByDetails && context.offered.includes('create_contact') ? OTHER_PERSON : undefined;
  const length = refused?.usesServiceDuration ? (found ? TAKE_WITH_LENGTH : KEEP_LENGTH) : undefined;
  const sentences = [away, found?.sentence, length, exception, namesake, unknown].flatMap((one) =>
    one === undefined ? [] : [asSentence(one)],
  );
  if (sentences.length === 0) return undefined;
  return { sentence: joined(sentences, ' '), alternatives: found?.alternatives ?? [] };
}

/** States that the person who was to take a booking is away: the rule of the platform is that of working hours. */
async function absence(refused: RefusedSlot, context: ToolContext): Promise<Sentence | undefined> {
  const { whyImpossible } = await import('../availability/why-none.ts');
  const why = await whyImpossible({ ...refused, start: Date.parse(refused.start) }, context);
  return why?.isAway ? joined(why.reasons, ' ') : undefined;
}

/** Suggests other times after a refused change of a booking, if it was to get another time, service, person or length. */
export async function suggestTimesOfMove(
  input: RefusedMove,
  failure: ToolFailure,
  context: ToolContext,
): Promise<Suggestion | undefined> {
  const { booking_id: id, service_id: service, start_time: time, use_service_duration: usesServiceDuration } = input;
  if (!time && !service && !input.staff_id && !usesServiceDuration)
    return suggestTimes(undefined, failure, context, input);
  const { fields } = await context.api.getBooking({ id, signal: context.signal });
  const serviceId = service ? await bookedServiceId(service, context) : fields.service_id;
  const start = time ? await parseFutureStart(time, input, context) : fields.start_time;
  // A new length alone does not pass it on to another person.
  const staff = input.staff_id ?? (time || service ? undefined : (fields.staff_id ?? undefined));
  const isOther = service ?? input.staff_id ?? usesServiceDuration;
  const presentStart = isOther ? undefined : fields.start_time;
  const refused = { start: start ?? '', staff, excludedBookingId: id, usesServiceDuration, presentStart };
  return suggestTimes(serviceId && start ? { serviceId, ...refused } : undefined, failure, context, input);
}

/** The times that are found are those for the new length. */
const TAKE_WITH_LENGTH = 'To take one, give it as start_time together with use_service_duration.';
const KEEP_LENGTH = 'Without use_service_duration, the booking keeps its present length.';

/** Contacts are found by their telephone number or e-mail address, whatever the name. */
const OTHER_PERSON =
  'The limit is that of the contact with this number or e-mail address. For another person, such as one of a family: create_contact with allow_duplicate, then repeat it with its contact_id.';

/** What the refused call had. */
interface RefusedInput {
  override?: readonly string[] | undefined;
  contact_id?: string | undefined;
  contact_name?: string | undefined;
}

/** What a refused change of a booking had. */
interface RefusedMove extends RefusedInput, StartOptions {
  booking_id: string;
  service_id?: string | undefined;
  start_time?: string | undefined;
  staff_id?: string | undefined;
  use_service_duration?: boolean | undefined;
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
