import { ApiError } from '../../api/index.ts';
import { Booking, type CreateBooking, type Read, readRecord } from '../../contract/index.ts';
import { epochMs, utcInstant } from '../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { ToolContext } from '../core/context.ts';
import { type StartTimes, visitBookingsOf } from '../search/bookings-of-person.ts';
import { bookingComparer, type Comparison, comparableName } from './comparison.ts';
import type { RecordWrite } from './concurrent-update.ts';
import { type CreateRequest, createIdempotently } from './create-idempotently.ts';
import { changeAndVerify, readBack, withReadRetries } from './read-back.ts';
import type { Written } from './written.ts';

type ReadBooking = Read<typeof Booking>;

/** True if the status contains "cancel". The specification lists no statuses, so the word decides. */
export const isCancelled = ({ fields }: ReadBooking) =>
  /cancel/i.test(fields.status ?? (fields.cancelled_at ? 'cancelled' : ''));

/** Statuses of a booking that the platform did not make. */
export const isRejected = ({ fields }: ReadBooking) => /reject|declin|denied|fail|error/i.test(fields.status ?? '');

/** How a booking is created: see `CreateRequest`. */
interface BookingCreation extends Pick<CreateRequest<ReadBooking>, 'check'> {
  /** Whether the customer may have a second, equal booking. */
  allowDuplicate?: boolean | undefined;
  /**
   * Distinguishes people who give neither e-mail address nor telephone number, and may have one name. Their bookings are
   * also compared by notes.
   */
  requester?: string | undefined;
}

/** A booking that was created now or by an earlier request. */
interface CreatedBooking extends Written<ReadBooking> {
  /** True if an earlier request created it, with another person or other notes than this one asks for. */
  isOther: boolean;
}

/**
 * Creates a booking idempotently. The idempotency key is the service, the start and the customer: one customer has one
 * appointment at a time. Who takes it, its notes and exceptions from rules are no part of it, except of a second booking:
 * these distinguish the places that one customer books for several people.
 */
export async function createBookingIdempotently(
  body: CreateBooking,
  { allowDuplicate, check, requester }: BookingCreation,
  context: ToolContext,
): Promise<CreatedBooking> {
  const { api, signal } = context;
  const { notes, staff_id, override: _, new_contact: __, ...identity } = body;
  const { name, email, phone } = body.contact ?? {};
  const compareIdentity = await bookingComparer(identity, context);
  const compareFound =
    requester === undefined ? compareIdentity : await bookingComparer({ ...identity, notes }, context);
  const compareNotes = await bookingComparer({ notes }, context);
  const compareStaff = await bookingComparer({ staff_id }, context);
  const compare = (read: ReadBooking) => withStatus(compareIdentity(read), isCancelled(read) || isRejected(read));
  /** The platform's answer to this call. */
  let answered: ReadBooking | undefined;
  const search = () => findBooking(body, compareFound, context);
  const created = await createIdempotently(
    {
      endpoint: 'createBooking',
      idempotencyKey: [
        'booking',
        body.service_id,
        utcInstant(body.start_time),
        comparableName(name ?? ''),
        email?.toLowerCase(),
        phone,
        ...(requester === undefined ? [] : [requester]),
      ],
      duplicateKey: allowDuplicate ? [notes, staff_id, body.contact?.id] : undefined,
      hasEqual: () =>
        search().then(
          ({ found }) => found !== undefined,
          () => false,
        ),
      check,
      create: async () => {
        answered = await api.createBooking({ body, signal });
        return answered;
      },
      compare,
      // If a duplicate is allowed, an existing booking may be the first one: it proves nothing.
      find: allowDuplicate ? undefined : search,
      unread: (id) => readRecord(Booking, { id }),
      current: async (id) => {
        const now = await readBack(id, () => api.getBooking({ id, signal }));
        // One that was moved, or given to another person, is not what this request asks for.
        return now !== undefined && now !== 'gone' && compare(now).differing.length > 0 ? 'gone' : now;
      },
    },
    context,
  );
  const isNew = created.result === answered;
  const differences = [
    noteOnNotes(compareNotes(created.result), created.result, isNew),
    compareStaff(created.result).differing.length > 0 ? OTHER_STAFF : undefined,
  ].filter((sentence) => sentence !== undefined);
  const oneMore = allowDuplicate && !isNew ? ONE_MORE : undefined;
  const note = [created.note, ...differences, oneMore].filter((sentence) => sentence !== undefined).join(' ');
  return { ...created, ...(note === '' ? {} : { note }), isOther: !isNew && differences.length > 0 };
}

const ONE_MORE = 'For one more, repeat it with other notes, such as whom it is for.';

const OTHER_STAFF = 'It is with another person than requested: change staff_id with update_booking, or tell the user.';

/** States that a booking has other notes than requested. Only an earlier booking lacks them for certain where they are null. */
function noteOnNotes({ differing, absent }: Comparison, { fields }: ReadBooking, isNew: boolean): string | undefined {
  if (isNew) return differing.length > 0 ? 'The platform stored other notes than requested.' : undefined;
  const isEmpty = absent.length > 0 && fields.notes === null;
  return differing.length > 0 || isEmpty ? OTHER_NOTES : undefined;
}

const OTHER_NOTES = 'Its notes are not those requested: change them with update_booking.';

const withStatus = ({ differing, absent }: Comparison, isOtherStatus: boolean): Comparison => ({
  differing: isOtherStatus ? [...differing, 'status'] : differing,
  absent,
});

/** Finds the booking of a request by every value of its idempotency key. */
async function findBooking(
  { contact, start_time }: CreateBooking,
  compare: (read: ReadBooking) => Comparison,
  context: ToolContext,
) {
  let found: ReadBooking | undefined;
  let undecided = 0;
  const visit = (read: ReadBooking) => {
    const { differing, absent } = compare(read);
    if (differing.length > 0 || isCancelled(read) || isRejected(read)) return;
    // Without a telephone number or an e-mail address, a namesake cannot be distinguished.
    const mayBeNamesake =
      !contact?.phone && !contact?.email && (read.fields.contact?.phone || read.fields.contact?.email);
    if (absent.length > 0 || mayBeNamesake) undecided++;
    else found ??= read;
  };
  const { id: contactId, name, email, phone } = contact ?? {};
  const person = { contactId, name, email: email ?? undefined, phone: phone ?? undefined };
  const reads = { visit, signal: context.signal, send: withReadRetries };
  const complete = await visitBookingsOf(person, startsAround(start_time), reads, context);
  return { found, certain: complete && undecided === 0 };
}

/** Platforms may drop seconds. */
function startsAround(start: string | undefined): StartTimes {
  const at = epochMs(start);
  if (at === undefined) return {};
  return { from: new Date(at - MINUTE_MS).toISOString(), to: new Date(at + MINUTE_MS).toISOString() };
}

/** Cancels a booking. Unless the answer shows it, reads the booking back. */
export async function cancelAndVerify(id: string, { api, signal }: ToolContext): Promise<Written<ReadBooking>> {
  const read = () => api.getBooking({ id, signal });
  try {
    return await changeAndVerify(
      {
        endpoint: 'cancelBooking',
        id,
        // The specification declares a body and its sample sends an empty object.
        send: () => api.cancelBooking({ id, body: {}, signal }),
        read,
        compare: (booking) => {
          const hasStatus = typeof booking.fields.status === 'string';
          const absent = hasStatus || isCancelled(booking) ? [] : ['status'];
          return withStatus({ differing: [], absent }, hasStatus && !isCancelled(booking));
        },
        note: 'The platform did not confirm it, but the booking is cancelled.',
      },
      signal,
    );
  } catch (error) {
    // A platform may refuse to cancel twice, for example when an earlier cancellation was applied late.
    if (!(error instanceof ApiError) || error.details.kind !== 'bad_request') throw error;
    const now = await readBack(id, read);
    if (now === undefined || now === 'gone' || !isCancelled(now)) throw error;
    return { result: now, note: 'The platform refused to cancel it again: the booking is cancelled.' };
  }
}

/** Updates a booking. Unless the answer shows the requested values, reads the booking back. */
export async function updateAndVerify(
  id: string,
  { body, requested, ifMatch }: RecordWrite<CreateBooking>,
  context: ToolContext,
): Promise<Written<ReadBooking>> {
  const { api, signal } = context;
  return changeAndVerify(
    {
      endpoint: 'updateBooking',
      id,
      send: () => api.updateBooking({ id, body, signal, ...(ifMatch ? { ifMatch } : {}) }),
      read: () => api.getBooking({ id, signal }),
      compare: await bookingComparer(requested, context),
      note: 'The platform did not confirm it, but the booking is changed.',
    },
    signal,
  );
}
