import { ApiError } from '../../../api/index.ts';
import { BOOKING_RULES } from '../../../contract/index.ts';
import { RuleError } from '../../core/errors.ts';
import { QuestionError } from '../../core/question.ts';
import { isOwnLimit, type LimitedTime } from '../caller/own-limit.ts';
import type { RefusalReason } from '../speech/spoken-times.ts';
import type { Office } from './office.ts';

/** A time that the platform, or a rule of the operator, does not allow. Nothing was changed. */
export type Refused = ApiError | QuestionError | RuleError;

export function isRefused(error: unknown): error is Refused {
  if (error instanceof QuestionError) return error.kind === 'outside_hours';
  if (error instanceof RuleError) return true;
  return error instanceof ApiError && error.details.kind === 'bad_request' && error.details.changed === 'no';
}

/** True if the customer or the business has as many bookings on that day as the rules allow. */
const isLimit = (error: Refused): boolean =>
  error instanceof RuleError
    ? error.rule === 'limit_reached'
    : error instanceof ApiError && error.details.code === 'limit_reached';

/** True if no rule is named: the platform may require what the request does not have. */
export const isUnspecific = (error: Refused): boolean =>
  error instanceof ApiError && !Object.hasOwn(BOOKING_RULES, error.details.code ?? '');

/** The reason of a refusal because the customer has enough bookings on that day. */
export const limitReason = ({ speech }: Office): RefusalReason => ({
  withoutDay: true,
  why: speech.phrases.customerLimit,
});

/** Returns the reason of a refusal, as far as it is a limit. That of the business has no sentence. */
export async function limitOf(error: Refused, time: LimitedTime, office: Office): Promise<RefusalReason> {
  if (!isLimit(error)) return {};
  return (await isOwnLimit(time, office)) ? limitReason(office) : { withoutDay: true };
}
