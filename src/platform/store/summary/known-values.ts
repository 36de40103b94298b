import { normalizeValue } from '../../../lib/stated-values.ts';
import { bookingStatuses } from '../bookings/shown-status.ts';
import type { Db } from '../schema/schema.ts';
import { unmatchedReferences } from '../search/booking-values.ts';
import { type KnownValues, knownParts } from '../search/known-values.ts';
import { distinctValues } from '../search/values.ts';
import { statusVerdict } from './booking-sums.ts';
import type { SummaryQuestion } from './question.ts';

/** Returns the values that bookings of a team have, by the filters of a question whose value none has. */
export async function unmatchedBookingValues(
  db: Db,
  { teamId, filters }: Pick<SummaryQuestion, 'teamId' | 'filters'>,
): Promise<KnownValues> {
  const known: KnownValues = {};
  if (filters.status !== undefined) {
    const statuses = await bookingStatuses(db, teamId);
    if (!statuses.some(statusVerdict(filters.status))) known.status = knownParts('status', statuses);
  }
  return { ...known, ...(await unmatchedReferences(db, teamId, filters)) };
}

/** The columns with which a value is compared, by the filter. */
const CALL_COLUMNS = { status: ['status', 'outcome'], outcome: ['outcome'], direction: ['direction'] } as const;

/** Returns the values that calls of a team have, by the filters of a question whose value none has. */
export async function unmatchedCallValues(
  db: Db,
  { teamId, filters }: Pick<SummaryQuestion, 'teamId' | 'filters'>,
): Promise<KnownValues> {
  const known: KnownValues = {};
  for (const [name, columns] of Object.entries(CALL_COLUMNS)) {
    const wanted = filters[name as keyof typeof CALL_COLUMNS];
    if (wanted === undefined) continue;
    const parts: Record<string, string>[] = [];
    let isKnown = false;
    for (const column of columns) {
      const values = await distinctValues(db, teamId, 'calls', column);
      isKnown ||= values.some((value) => normalizeValue(value) === normalizeValue(wanted));
      parts.push(...knownParts(column, values));
    }
    if (!isKnown) known[name] = parts;
  }
  return known;
}
