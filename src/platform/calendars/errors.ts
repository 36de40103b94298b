/** Why a calendar could not be read as a whole, so that nothing in it may count as free time. */
export type UnreadableReason =
  | 'not_a_calendar'
  /** A property or a component that is cut off or closed wrongly. */
  | 'malformed'
  /** The end of the file is missing. */
  | 'truncated'
  | 'too_large'
  /** The time of an event is missing, or has no valid form. */
  | 'time_not_understood'
  /** A recurrence rule has no valid form, or needs too many steps. */
  | 'recurrence_not_understood';

/** Of one event or zone: the others are understood. */
export type MisunderstoodReason = Extract<UnreadableReason, `${string}_not_understood`>;

/** A calendar whose busy times are not all known. The message has nothing of its content. */
export class CalendarUnreadableError extends Error {
  override readonly name = 'CalendarUnreadableError';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(`The calendar is unreadable: ${reason}.`);
    this.reason = reason;
  }
}

/** Returns the reason if only one event was not understood. Throws every other error again. */
export function misunderstoodReason(error: unknown): MisunderstoodReason {
  const reason = error instanceof CalendarUnreadableError ? error.reason : undefined;
  if (reason === 'time_not_understood' || reason === 'recurrence_not_understood') return reason;
  throw error;
}
