import { ApiError } from '../../../api/index.ts';
import type { Booking, Read } from '../../../contract/index.ts';
import type { CancelSignal } from '../../../lib/concurrency/cancellation.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../../lib/time/units.ts';
import { intervalOf, longestMinutes } from '../../availability/busy-intervals.ts';
import { appointmentOf, type ServiceFacts } from '../../availability/schedule-snapshot.ts';
import type { ToolContext } from '../../core/context.ts';
import { isCancelled, isRejected } from '../../idempotency/bookings.ts';
import { type StartTimes, visitBookingsOf } from '../../search/bookings-of-person.ts';
import { type Customer, samePerson } from './same-person.ts';

type ReadBooking = Read<typeof Booking>;

/**
 * Longest appointment of a service that has become shorter since, or is no longer offered. In milliseconds. The business file
 * allows no longer one.
 */
const MAX_FORMER_MS = 48 * 60 * MINUTE_MS;

/** An appointment that is to be booked. */
interface Wanted {
  person: Customer;
  time: Interval;
  /** The booking that is to be moved. */
  movedId?: string | undefined;
}

/** Bookings of a person at a time. */
interface Overlaps {
  found: ReadBooking[];
  /** True if there is no other one: every booking was read and could be compared. */
  isComplete: boolean;
}

/**
 * Finds the bookings of a person that overlap an appointment. Adjacent ones do not. Reads only the bookings of the person, or
 * around that time, where the platform can find them, otherwise the list until one is found.
 * @param signal ends the search; what was found until then is returned.
 */
export async function findOverlaps(
  { person, time, movedId }: Wanted,
  services: ReadonlyMap<string, ServiceFacts>,
  context: ToolContext,
  signal: CancelSignal,
): Promise<Overlaps> {
  const longest = longestMinutes({ services });
  const isOfPerson = await samePerson(person, context);
  const found: ReadBooking[] = [];
  let unclear = 0;
  const visit = (read: ReadBooking) => {
    if (isCancelled(read) || isRejected(read) || (movedId !== undefined && read.fields.id === movedId)) return;
    const interval = intervalOf(appointmentOf(read), { services }, longest);
    if (interval.end <= time.start || time.end <= interval.start) return;
    const isSame = isOfPerson(read.fields);
    // A booking without a readable time is no reason for a question, which a user could not answer.
    if (isSame && Number.isFinite(interval.start)) found.push(read);
    else if (isSame !== false) unclear++;
  };
  try {
    const times = overlappingStarts(time, longest);
    // Where the list is long, the first booking is enough for the question.
    const isDone = () => found.length > 0;
    const complete = await visitBookingsOf(person, times, { visit, isDone, signal }, context);
    return { found, isComplete: complete && unclear === 0 };
  } catch (error) {
    if (!(error instanceof ApiError) || context.signal.aborted) throw error;
    context.logger.info('the bookings of a person could not be read', { error });
    return { found, isComplete: false };
  }
}

/** @param longest minutes of the longest service. A booking keeps the length of its service at the time when it was made. */
const overlappingStarts = ({ start, end }: Interval, longest: number): StartTimes => ({
  from: new Date(start - Math.max(longest * MINUTE_MS, MAX_FORMER_MS)).toISOString(),
  to: new Date(end).toISOString(),
});
