import type { BookingRule } from '../../contract/index.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import type { Business, OfferedService } from '../business/business.ts';
import type { Condition } from '../store/engine.ts';
import type { OutdatedCalendar } from './busy-times.ts';
import type { TimeHold } from './time-holds.ts';

/** A booking that is to be made or moved. */
export interface PlacementRequest {
  business: Business;
  service: OfferedService;
  /** Epoch milliseconds. */
  start: number;
  /** Length of the appointment without buffers. */
  lengthMs: number;
  now: number;
  /** The person who must take it; undefined: anybody who performs the service. */
  staffId?: string | undefined;
  /** The person who takes it if available. */
  preferredStaffId?: string | undefined;
  /** The contact whose limit counts; undefined for a new contact. */
  contactId?: string | undefined;
  /** The booking that is moved. */
  excludedBookingId?: string | undefined;
  /** The time of the booking if only the person changes: notice, window and limits were checked when it was booked. */
  kept?: Pick<Placement, 'slot' | 'busy'> | undefined;
  /** Rules that are deliberately not applied. */
  override: ReadonlySet<BookingRule>;
  /** The times that other decisions are about to take. */
  hold: TimeHold;
  /** True if these do not count, because they are stored later than this decision. */
  isLocked: boolean;
}

/** Where a booking goes. Times in epoch milliseconds. */
export interface Placement {
  staffId: string;
  slot: Interval;
  /** The slot with buffers: the time that it takes from the person. */
  busy: Interval;
  /** The rules that it violates, all of which the request overrides. */
  overridden: BookingRule[];
  /** The private calendar of the person, if it is not up to date. */
  outdated: readonly OutdatedCalendar[];
  /** What must still hold when it is stored, beside that the person has no other booking then. */
  conditions: Condition[];
}
