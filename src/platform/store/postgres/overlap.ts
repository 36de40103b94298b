import { isObject } from '../../../lib/json.ts';
import { codeOf } from '../../../lib/postgres/errors.ts';

/** The constraint that refuses two confirmed bookings of one staff member that overlap. */
export const OVERLAP_CONSTRAINT = 'bookings_no_overlap';

// SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
const EXCLUSION_VIOLATION = '23P01';

export function isOverlapError(error: unknown): boolean {
  return codeOf(error) === EXCLUSION_VIOLATION && isObject(error) && error.constraint === OVERLAP_CONSTRAINT;
}
