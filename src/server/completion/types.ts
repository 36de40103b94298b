/**
 * The kinds of completion, with their documentation. URIs are completed with ids; the arguments of prompts, which people
 * fill in, with the id of the record and a label.
 */
export const COMPLETIONS = {
  booking_id: 'ids of bookings, found by id, name or time',
  contact_id: 'ids of contacts, found by id, name or telephone number',
  call_id: 'ids of calls, found by id, time, outcome or telephone number',
  appointment: 'appointments still to come: `[id] weekday date time, name`',
  customer: 'contacts: `[id] name, telephone number`',
  call: 'calls: `[id] weekday date time, outcome, telephone number`',
  service: 'services: `[id] name`',
  coming_day: 'today and the 13 days after it',
  past_day: 'today and the 13 days before it',
  time_zone: 'IANA zones, that of the business first',
} as const;
export type CompletionKind = keyof typeof COMPLETIONS;

/** The kinds that suggest records, with the tool that lists these. */
export const RECORD_TOOLS: { readonly [K in CompletionKind]?: string } = {
  booking_id: 'list_bookings',
  appointment: 'list_bookings',
  contact_id: 'list_contacts',
  customer: 'list_contacts',
  call_id: 'list_calls',
  call: 'list_calls',
  service: 'list_services',
};

/** The kinds that suggest records with labels, with the argument of tools that takes the id. */
export const RECORD_ARGUMENTS: { readonly [K in CompletionKind]?: string } = {
  appointment: 'booking_id',
  customer: 'contact_id',
  call: 'call_id',
  service: 'service_id',
};

/** Returns the suggestions for the typed text. */
export type Completer = (typed: string) => Promise<string[]>;

/** Completers by kind. */
export type Completers = { readonly [K in CompletionKind]?: Completer };
