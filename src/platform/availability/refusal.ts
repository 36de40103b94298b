import { HttpError } from '../http/errors.ts';
import type { Db } from '../store/schema/schema.ts';
import { toIso } from '../store/time.ts';
import { nextFreeStart } from './availability.ts';
import { describe, type RuleViolationError } from './violation.ts';

/**
 * The response to a booking that violates a rule: 400 with the rule as its code, the reason, and the next start at which it
 * would be possible. To be called after the transaction, because the search for that start can take a while.
 */
export async function refusalOf(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  { violation, request }: RuleViolationError,
): Promise<HttpError> {
  const { rule, reason } = violation;
  const { business, start, kept } = request;
  // Beyond the booking window nothing is possible, and the last start inside is of no use to the customer.
  // A booking that keeps its time keeps its buffers, and the search is for those that its service has now.
  const from = kept ? start + 1 : start;
  const next = rule === 'too_far' ? undefined : await nextFreeStart(read, request, from);
  const zone = business.team.time_zone;
  const possible = next === undefined ? 'Choose another time' : `The next possible start is ${describe(next, zone)}`;
  return new HttpError(400, {
    error: rule,
    message: `${reason}. ${possible}.`,
    ...(next === undefined ? {} : { next_start_time: toIso(next) }),
  });
}
