/**
 * The advisory locks of this program, whose parts can share one database. Each has two keys; where the second one is a hash,
 * the first one is a namespace of its own.
 */

/** "rcpt" in ASCII, so that the locks do not clash with other programs'. */
const NAMESPACE = 0x72637074;

export const WHOLE_DATABASE = [NAMESPACE, 0] as const;
/** Migrations of the state that replicas share. */
export const STATE_SCHEMA = [NAMESPACE, 1] as const;
/** Appends to the log of events that replicas share. */
export const STATE_EVENTS = [NAMESPACE, 2] as const;
/** What is stored of bookings for summaries. */
export const BOOKING_DAYS = [NAMESPACE, 3] as const;

export const TEAMS = NAMESPACE + 1;
export const IDEMPOTENCY_KEYS = NAMESPACE + 2;
