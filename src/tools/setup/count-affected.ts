import { pluralize } from '../../lib/text/text.ts';

export interface AffectedCounts {
  total: number;
  /** Those of `total` that did not fit before the change. */
  already: number;
  /** False: the change is only planned. */
  isMade: boolean;
}

/** Says how many bookings ahead do not fit. Not that all others fit: a plan compares those that the change concerns. */
export function countAffected({ total, already, isMade }: AffectedCounts): string {
  if (total === 0) return 'No booking ahead is affected';
  const bookings = `${pluralize(total, 'booking')} ahead`;
  if (already === 0) return `${bookings} ${isMade ? `no longer fit${total === 1 ? 's' : ''}` : 'would no longer fit'}`;
  const verb = isMade ? (total === 1 ? 'does not' : 'do not') : 'would not';
  const which = already < total ? `${already} of them` : total === 1 ? 'it' : 'they';
  return `${bookings} ${verb} fit; ${which} did not before, either`;
}
