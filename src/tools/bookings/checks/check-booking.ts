import { ApiError } from '../../../api/index.ts';
import type { Booking, Read } from '../../../contract/index.ts';
import type { CancelSignal } from '../../../lib/concurrency/cancellation.ts';
import { Deadline } from '../../../lib/concurrency/deadline.ts';
import { areEqualNames } from '../../../lib/search/equal-names.ts';
import { listed, quoted, type Sentence, say, trusted } from '../../../lib/text/sentence.ts';
import { pluralize } from '../../../lib/text/text.ts';
import { MINUTE_MS } from '../../../lib/time/units.ts';
import { ASSUMED_MINUTES } from '../../availability/busy-intervals.ts';
import { loadServices, type ServiceFacts } from '../../availability/schedule-snapshot.ts';
import type { ToolContext } from '../../core/context.ts';
import { QuestionError } from '../../core/question.ts';
import { mayShow } from '../../core/record-kinds.ts';
import { serialise } from '../../idempotency/mutex.ts';
import type { Written } from '../../idempotency/written.ts';
import { presentBooking } from '../../presenters/booking.ts';
import type { Agreement } from './agreement.ts';
import { assertNotRefused, type OwnBookings } from './certain-refusal.ts';
import { assertWithinOpeningHours, mayBeClosed } from './opening-hours.ts';
import { findOverlaps } from './overlaps.ts';
import { type Customer, personDays } from './same-person.ts';

/** Maximum duration of each read before a booking, in milliseconds: a person waits on the telephone. */
const TIMEOUT_MS = 5_000;

/** An appointment that a call wants to book. */
interface WantedAppointment {
  serviceId: string | undefined;
  /** Epoch milliseconds. */
  start: number;
  person: Customer;
  /** Who is to take it; undefined: anybody, or who has the booking that is to be moved. */
  staffId?: string | undefined;
  /**
   * The booking that is to be moved, and how long it takes now, in milliseconds; undefined if it gets another service, or the
   * present duration of its service.
   */
  moved?: { id: string; lengthMs: number | undefined; usesServiceDuration?: boolean };
}

/**
 * Books or moves an appointment, unless the user has to be asked first: whether it may be outside the opening hours, and whether
 * the person may have another one at the same time. One person has one appointment booked at a time, also by simultaneous callers.
 * @param write sends the request. It is not called if there is a question.
 * @throws QuestionError
 * @throws RuleError instead of a question, if the business is closed, or the platform would refuse it whatever the user answers.
 */
export async function checkedBooking<R, W extends Written<R>>(
  wanted: WantedAppointment,
  agreement: Agreement,
  context: ToolContext,
  write: () => Promise<W>,
): Promise<W> {
  const { serviceId, start, person, moved } = wanted;
  const { allow_duplicate: allowDuplicate, outside_hours: outsideHours, override } = agreement;
  if (allowDuplicate && outsideHours && !(await mayBeClosed(context))) return write();
  const services = await inTime(context, (signal) => readServices(context, signal));
  const minutes = serviceId === undefined ? undefined : services.get(serviceId)?.minutes;
  // A platform may move an appointment with its own length, or with that of its service.
  const lengths = [minutes === undefined ? undefined : minutes * MINUTE_MS, moved?.lengthMs].filter(
    (length) => length !== undefined,
  );
  // With an assumed length, only the start is known.
  const minimal = { start, end: start + (lengths.length > 0 ? Math.min(...lengths) : 1) };
  await inTime(context, (signal) => assertWithinOpeningHours(minimal, agreement, context, signal));
  if (allowDuplicate) return write();
  const time = { start, end: start + (lengths.length > 0 ? Math.max(...lengths) : ASSUMED_MINUTES * MINUTE_MS) };
  const keys = personDays(person, time);
  if (keys.length === 0) return withNote(await write());
  return serialise(keys, context, async (isHeld) => {
    const { found, isComplete } = await inTime(context, (signal) =>
      findOverlaps({ person, time, movedId: moved?.id }, services, context, signal),
    );
    if (found.length > 0) {
      const own = { found, sentence: bookedAlready(person, found, context) };
      if (!outsideHours && !override?.length)
        await inTime(context, (signal) => assertNotRefused(wanted, own, context, signal));
      throw questionAbout(own, wanted, context);
    }
    const written = await write();
    return isComplete && isHeld ? written : withNote(written);
  });
}

function questionAbout(
  { found, sentence }: OwnBookings,
  { moved }: WantedAppointment,
  context: ToolContext,
): QuestionError {
  return new QuestionError({
    kind: 'same_person',
    argument: 'allow_duplicate',
    sentence: say`${sentence} ${trusted(moved === undefined ? 'Book another one' : 'Move this one there anyway')}?`,
    existing: found.map((read) => presentBooking(read, context.time)),
  });
}

/**
 * Returns the statement that a person has bookings at a time. If one of them has another name, it may be that of another person,
 * such as of the same family: the names are stated, to callers that may read bookings.
 */
function bookedAlready({ name }: Customer, found: readonly Read<typeof Booking>[], context: ToolContext): Sentence {
  const bookings = trusted(`${pluralize(found.length, 'booking')} at that time`);
  const names = [...new Set(found.flatMap(({ fields }) => fields.contact?.name || []))];
  const isOfOneName = !name || names.every((other) => areEqualNames(other, name));
  if (isOfOneName || !mayShow('booking', context)) return say`This person has ${bookings}.`;
  const shown = listed(names.map((other) => quoted(other)));
  return say`The same telephone number, e-mail address or contact has ${bookings}, for ${shown}.`;
}

/** Runs reads with a signal that aborts after `TIMEOUT_MS`. */
async function inTime<T>(context: ToolContext, read: (signal: CancelSignal) => Promise<T>): Promise<T> {
  const deadline = new Deadline(TIMEOUT_MS, context.signal);
  try {
    return await read(deadline.signal);
  } finally {
    deadline.end();
  }
}

/** Returns no services if they cannot be read: durations are assumed then. */
async function readServices(context: ToolContext, signal: CancelSignal) {
  try {
    return (await loadServices(context, signal)).services;
  } catch (error) {
    if (!(error instanceof ApiError) || context.signal.aborted) throw error;
    context.logger.info('services could not be read', { error });
    return new Map<string, ServiceFacts>();
  }
}

const UNCHECKED = 'Whether this person has another booking at that time could not be checked completely.';

const withNote = <W extends { note?: string }>(written: W): W => ({
  ...written,
  note: [written.note, UNCHECKED].filter(Boolean).join(' '),
});
