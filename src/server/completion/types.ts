/**
 * The kinds of completion, with their documentation. URIs are completed with ids; the arguments of prompts, which people
 * fill in, with a label of the record and its id.
 */
export const COMPLETIONS = {
  booking_id: 'ids of bookings, found by id, name or time',
  contact_id: 'ids of contacts, found by id, name or telephone number',
  call_id: 'ids of calls, found by id, time, outcome or telephone number',
  appointment: 'appointments still to come: `name, weekday date time (id)`',
  customer: 'contacts: `name, telephone number (id)`',
  call: 'calls: `weekday date time, outcome, telephone number (id)`',
  service: 'names of services',
  coming_day: 'today and the 13 days after it',
  past_day: 'today and the 13 days before it',
  time_zone: 'IANA zones, that of the business first',
} as const;
export type CompletionKind = keyof typeof COMPLETIONS;

/** Returns the suggestions for the typed text. */
export type Completer = (typed: string) => Promise<string[]>;

/** Completers by kind. */
export type Completers = { readonly [K in CompletionKind]?: Completer };
