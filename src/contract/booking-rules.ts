/**
 * The codes of refusals of the extension `booking_rules`, with their meaning. All but `slot_unavailable` can be overridden
 * by the request: no person is in two places at once.
 */
export const BOOKING_RULES = {
  closed: 'the business is closed on that day',
  outside_hours: 'it is outside working hours',
  too_soon: 'less than the minimum notice is left',
  too_far: 'it is beyond the booking window',
  limit_reached: 'the customer or the business has as many bookings on that day as the rules allow',
  slot_unavailable: 'another booking, its buffers included, or a busy time is in the way',
} as const;

export type BookingRule = keyof typeof BOOKING_RULES;
export type OverridableRule = Exclude<BookingRule, 'slot_unavailable'>;

export const OVERRIDABLE_RULES = (Object.keys(BOOKING_RULES) as BookingRule[]).filter(
  (rule): rule is OverridableRule => rule !== 'slot_unavailable',
);
