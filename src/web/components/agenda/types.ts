/** What the agenda draws. Instants are milliseconds since 1970, UTC; dates are YYYY-MM-DD in the zone of the business. */

export interface Interval {
  start: number;
  end: number;
}

export interface Booking extends Interval {
  /** Unique in an agenda. */
  key: string;
  id?: string | undefined;
  /** False: the end is assumed. */
  isEndKnown: boolean;
  serviceId?: string | undefined;
  service?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  staffId?: string | undefined;
  staff?: string | undefined;
  status?: string | undefined;
  notes?: string | undefined;
  contactId?: string | undefined;
  callReference?: string | undefined;
  overrides: { rule: string; by: string }[];
  updatedAt?: string | undefined;
  /** Cancelled or rejected: it takes no time. */
  isOff: boolean;
  /** Its customer did not come: it took its time. */
  isMissed: boolean;
  isPending: boolean;
  /** When the private calendar of its person is busy during it. */
  privateBusy: Interval[];
  /** Minutes that staff are busy around it. */
  bufferBefore: number;
  bufferAfter: number;
}

export interface StaffName {
  id?: string | undefined;
  name: string;
}

/** A service that an appointment can get. */
export interface ServiceChoice {
  id: string;
  name: string;
  /** Undefined: the platform does not say how long it takes. */
  minutes?: number | undefined;
}

/** A free start. */
export interface Slot extends Interval {
  key: string;
  /** Who is free; empty if unknown. */
  staff: StaffName[];
  /** The user typed it: whether it is free is unknown. */
  isTyped?: true;
}

export interface OpenDay {
  open: Interval[];
  /** Why the business is closed all day. */
  closed?: string | undefined;
}

export interface WorkingDay {
  hours: Interval[];
  away: Interval[];
}

export interface Person extends StaffName {
  key: string;
  /** By date; undefined: working hours are unknown. */
  days: ReadonlyMap<string, WorkingDay> | undefined;
}

/** Free starts for a service. */
export interface FreeTimes {
  serviceId: string;
  service?: string | undefined;
  minutes: number;
  /** Who performs the service; empty if unknown. */
  people: readonly StaffName[];
  slots: Slot[];
  /** The first ones after the window, if it has none. */
  next: Slot[];
  /** Why nothing is free, or not on the last days of the window: sentences of the server. */
  reasons: string[];
  /** The first and the last start that the rules of the business allow, where they limit the window. */
  earliest?: number | undefined;
  latest?: number | undefined;
  /** How they were found, and what could not be read: sentences of the server. */
  assumptions: string[];
  unread: string[];
}

/** Where an answer begins and ends, if not with the drawn days. */
export interface Reach {
  /** Appointments that start before it are not shown. */
  from?: number;
  /** Those that start after it are not shown: minus infinity if it is unknown where a part begins and ends. */
  to?: number;
}

/** How many appointments a part shows of how many, whether more can be read, and what of its list it shows. */
export interface Rest extends Reach {
  shown: number;
  total: number | undefined;
  /** What is missing can be read, or at least what follows. */
  isReadable: boolean;
}

export interface Agenda {
  /** The tool that made the answer. */
  tool: string;
  zone: string;
  /** When the answer was made; undefined if it does not say. */
  takenAt: number | undefined;
  business?: string | undefined;
  /** The days that are drawn: at least one, at most `MAX_DAYS`, in order. */
  dates: string[];
  /** Opening hours by date; empty if unknown. */
  days: ReadonlyMap<string, OpenDay>;
  /** These hours are not known: the server assumed them. */
  isHoursAssumed: boolean;
  people: Person[];
  /** The person whom the answer was asked for: it has nothing of others. */
  person: Person | undefined;
  /** In order of their start; undefined: the answer is not about bookings. */
  bookings: Booking[] | undefined;
  /** Bookings of the answer whose time cannot be read. */
  unplaced: Booking[];
  /** Bookings of the answer on days that are not drawn. */
  elsewhere: number;
  /** Private calendars could not be read, or not completely. */
  isBusyUnknown: boolean;
  /** It can be recorded that a customer did not come. */
  hasNoShows: boolean;
  free?: FreeTimes | undefined;
  /** The answer is a part. */
  rest?: Rest | undefined;
  /** The window that was asked for, where it begins or ends within the drawn days. */
  asked?: Reach | undefined;
  /** Opening hours in words, if they are known in no other form. */
  openingHours?: string | undefined;
}

export interface Moving {
  booking: Booking;
  /** The service that it gets with the move; undefined if it keeps the one it has. */
  service?: ServiceChoice | undefined;
  free: FreeTimes;
  /** The days from the first of which free times were looked for: those that were drawn, or another one. */
  dates: readonly string[];
  /** True if it was begun on other days: what showed these keeps the focus. */
  isCarried?: boolean;
}
