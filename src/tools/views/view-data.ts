/**
 * What a view gets with a result besides the answer: `_meta['rcpt-mcp/view']`. It is for the view alone, and no model reads
 * it. Everything in it was cleaned, masked and permission-checked like the answer. A part that is missing is unknown, and
 * a view draws without it. The browser code imports these types, so this file imports nothing.
 */

/** Key of `ViewData` in the `_meta` of a result. */
export const VIEW_META = 'rcpt-mcp/view';

/** The tools that views call, or ask the assistant to use. */
export const VIEW_TOOLS = [
  'cancel_booking',
  'create_booking',
  'find_follow_ups',
  'find_open_times',
  'get_booking',
  'get_call',
  'get_call_transcript',
  'list_bookings',
  'list_services',
  'search_calls',
  'update_booking',
] as const;

export interface ViewData {
  /** The tool that made the result. */
  tool: string;
  /** Those of `VIEW_TOOLS` that the caller is offered. */
  tools: (typeof VIEW_TOOLS)[number][];
  /** IANA zone of the local times. */
  time_zone: string;
  /** The time of the answer, UTC. */
  now: string;
  business_name?: string;
  /**
   * The telephone numbers of the answer in groups: `+1 518 555 0169`. The answer has them without spaces (E.164). Only the
   * server knows how countries group numbers: these rules would make the pages larger by half.
   */
  numbers?: string[];
  /** For tools with the view `agenda`. */
  agenda?: AgendaData;
  /** For `get_call` and `get_call_transcript`. */
  call?: CallData;
}

/** A part of a local day: `HH:MM` to `HH:MM`; 24:00 is its end. */
export interface Span {
  from: string;
  to: string;
}

export interface AgendaData {
  /** The days to draw, local dates; `to` is inclusive. At most 31: those of the request, otherwise those of its bookings, otherwise today. */
  from: string;
  to: string;
  /** Opening hours of each day. */
  days: AgendaDay[];
  /** True if they are not known, and usual ones are assumed. */
  hours_assumed?: true;
  /** Working hours of people, for each day; empty if unknown. Only those of the person whom the call asked for. */
  staff: AgendaPerson[];
  /** The person whom the call asked for: bookings and free times of others are not shown. */
  staff_id?: string;
  services: AgendaService[];
  /**
   * The bookings of the answer, or of today for `get_account_context`, with all fields; absent if unknown. Before them those
   * that began before the window and reach into it.
   */
  bookings?: AgendaBooking[];
  /** It could not be read, or not completely, when private calendars of staff are busy during the bookings. */
  conflicts_unknown?: true;
  /** The platform records that a customer did not come: `no_show` of `update_booking`. */
  no_shows?: true;
  /** For `find_open_times`: the free starts of the answer's window. */
  free?: FreeTimes;
}

export interface AgendaDay {
  /** `2026-11-26` */
  date: string;
  open: Span[];
  /** Why the business is closed on the whole day: a public reason, or `closed`. */
  closed?: string;
}

export interface AgendaPerson {
  id: string;
  name: string;
  days: { date: string; hours: Span[]; away?: Span[] }[];
}

export interface AgendaService {
  id: string;
  name: string;
  duration_minutes?: number;
  buffer_before_minutes?: number;
  buffer_after_minutes?: number;
}

/** A booking with all fields that the caller may see. Times are UTC (`…_time`) and in the zone of the business (`…_local`). */
export interface AgendaBooking {
  id?: string | undefined;
  service_id?: string | undefined;
  service_name?: string | undefined;
  status?: string | undefined;
  weekday?: string | undefined;
  start_time?: string | undefined;
  start_local?: string | undefined;
  end_time?: string | undefined;
  end_local?: string | undefined;
  contact_name?: string | undefined;
  contact_email?: string | undefined;
  contact_phone?: string | undefined;
  contact_id?: string | undefined;
  staff_id?: string | undefined;
  staff_name?: string | undefined;
  overrides?: { rule: string; by: string }[] | undefined;
  /** When the private calendar of its staff member is busy during it: ISO 8601 intervals, in the zone of the business. */
  private_calendar_busy?: string[] | undefined;
  notes?: string | undefined;
  call_reference?: string | undefined;
  updated_at?: string | undefined;
}

export interface FreeTimes {
  service_id: string;
  duration_minutes: number;
  /** Distance between two starts of a range. */
  step_minutes: number;
  /** Ranges of starts, UTC; both ends are starts. In order of `from`; `staff_ids` is empty if it is unknown who is free. */
  starts: { from: string; to: string; staff_ids: string[] }[];
}

export interface CallData {
  /** What the business promised in this call. Whether it was kept is not known here: `find_follow_ups` says. */
  follow_ups?: CallPromiseData[];
  /** The bookings that the call is linked with. */
  bookings?: Pick<AgendaBooking, 'id' | 'service_name' | 'contact_name' | 'status' | 'start_time' | 'start_local'>[];
}

export interface CallPromiseData {
  kind: string;
  /** Of several of this kind in the call; absent for the first. */
  number?: number;
  /** Number of the turn that has the promise, 1-indexed; absent if it is in the summary, or only in the outcome. */
  turn?: number;
  /** Absent if only the outcome of the call says so. */
  sentence?: string;
  due_local: string;
  /** No time was named: the end of the next opening day, or of the 20th for a waiting list. */
  due_assumed?: boolean;
}
