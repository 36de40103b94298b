import { Temporal } from 'temporal-polyfill';
import type { BookingRule } from '../../contract/index.ts';
import { weekdayName } from '../../lib/time/weekdays.ts';
import type { PlacementRequest } from './placement.ts';

export type { BookingRule };

/** A violated rule. */
export interface Violation {
  rule: BookingRule;
  /** A sentence, without the full stop, that says which rule. */
  reason: string;
}

/** A booking violates a rule that its request does not override. `refusalOf` makes the response. */
export class RuleViolationError extends Error {
  override readonly name = 'RuleViolationError';
  readonly violation: Violation;
  /** The request, and the people who were considered. */
  readonly request: PlacementRequest & { staffIds: readonly string[] };

  constructor(violation: Violation, request: PlacementRequest & { staffIds: readonly string[] }) {
    super(violation.reason);
    this.violation = violation;
    this.request = request;
  }
}

/** `Monday 2026-11-30 08:00 (America/Denver)`. */
export function describe(instant: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return `${weekdayName(local.dayOfWeek)} ${local.toPlainDate().toString()} ${time} (${zone})`;
}
