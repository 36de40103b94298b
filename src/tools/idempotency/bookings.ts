import { scan } from '../../api/index.ts';
import type { Booking, CreateBooking, Read } from '../../contract/index.ts';
import { normalizeText } from '../../lib/text-search.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { createPersonMatcher, type PersonMatcher } from '../search/people.ts';
import type { RecordWrite } from './concurrent-update.ts';
import { type Created, createIdempotently } from './create-idempotently.ts';
import { asNotApplied, isIndeterminate, readBack, withReadRetries } from './read-back.ts';

type ReadBooking = Read<typeof Booking>;

/** True if the status contains "cancel". The specification lists no statuses, so the word decides. */
export const isCancelled = ({ fields }: ReadBooking) => /cancel/i.test(fields.status ?? '');

/** Creates a booking idempotently. The idempotency key is the service, the start and the person. */
export function createBookingIdempotently(
  body: CreateBooking,
  allowDuplicate: boolean | undefined,
  context: ToolContext,
): Promise<Created<ReadBooking>> {
  const { api, signal } = context;
  const { name, email, phone } = body.contact ?? {};
  const idempotencyKey = [
    'booking',
    body.service_id,
    utcInstant(body.start_time),
    normalizeText(name ?? ''),
    email?.toLowerCase(),
    phone,
  ];
  const create = () => api.createBooking({ body, signal });
  const find = async () => {
    const result = await findBooking(body, context);
    // If a duplicate is allowed, an existing booking may be the first one: it proves nothing.
    return allowDuplicate && result.found ? { certain: false } : result;
  };
  const current = (id: string) => readActive(id, context);
  return createIdempotently({ idempotencyKey, allowDuplicate, create, find, current }, context);
}

async function findBooking(body: CreateBooking, context: ToolContext) {
  const { api, signal, clock } = context;
  const match = await createPersonMatcher(context);
  let found: ReadBooking | undefined;
  let undecided = 0;
  const visit = (read: ReadBooking) => {
    const isSame = isSameBooking(read, body, match);
    if (isSame === undefined) undecided++;
    else if (isSame && !isCancelled(read)) found ??= read;
  };
  const { complete } = await scan((query) => withReadRetries(() => api.listBookings({ query, signal })), visit, {
    clock,
  });
  return { found, certain: complete && undecided === 0 };
}

/** Returns undefined if the record lacks the fields to compare. */
function isSameBooking({ fields }: ReadBooking, body: CreateBooking, match: PersonMatcher): boolean | undefined {
  const start = utcInstant(fields.start_time);
  if (start !== undefined && start !== utcInstant(body.start_time)) return false;
  if (fields.service_id && fields.service_id !== body.service_id) return false;
  if (start === undefined || !fields.service_id || !fields.contact) return undefined;
  const { name, email, phone } = body.contact ?? {};
  if (phone && fields.contact.phone) return match.phone(fields.contact.phone, phone);
  if (email && fields.contact.email) return match.email(fields.contact.email, email);
  return normalizeText(fields.contact.name ?? '') === normalizeText(name ?? '');
}

async function readActive(id: string, { api, signal }: ToolContext): Promise<ReadBooking | 'gone' | undefined> {
  const now = await readBack(() => api.getBooking({ id, signal }));
  return now !== undefined && now !== 'gone' && isCancelled(now) ? 'gone' : now;
}

/** Cancels a booking. If the platform does not confirm it, reads the booking back. */
export async function cancelAndVerify(id: string, { api, signal }: ToolContext): Promise<Created<ReadBooking>> {
  try {
    // The specification declares a body and its sample sends an empty object.
    return { result: await api.cancelBooking({ id, body: {}, signal }) };
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    const now = await readBack(() => api.getBooking({ id, signal }));
    if (now === undefined || now === 'gone') throw error;
    if (isCancelled(now))
      return { result: now, note: 'The platform did not confirm it, but the booking is cancelled.' };
    throw now.fields.status ? asNotApplied(error) : error;
  }
}

/** Updates a booking. If the platform does not confirm it, reads the booking back and compares it with the request. */
export async function updateAndVerify(
  id: string,
  { body, requested, ifMatch }: RecordWrite<CreateBooking>,
  { api, signal }: ToolContext,
): Promise<Created<ReadBooking>> {
  try {
    return { result: await api.updateBooking({ id, body, signal, ...(ifMatch ? { ifMatch } : {}) }) };
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    const now = await readBack(() => api.getBooking({ id, signal }));
    if (now === undefined || now === 'gone') throw error;
    if (now.missing.length > 0) throw error;
    if (isApplied(now, requested))
      return { result: now, note: 'The platform did not confirm it, but the booking is changed.' };
    throw asNotApplied(error);
  }
}

/** True if a booking has every value of the request. */
function isApplied({ fields }: ReadBooking, body: CreateBooking): boolean {
  const { contact = {}, ...requested } = body;
  const hasContact = (name: 'name' | 'email' | 'phone') =>
    contact[name] === undefined || contact[name] === fields.contact?.[name];
  return (
    (requested.service_id === undefined || requested.service_id === fields.service_id) &&
    (requested.start_time === undefined || utcInstant(requested.start_time) === utcInstant(fields.start_time)) &&
    (requested.notes === undefined || requested.notes === fields.notes) &&
    hasContact('name') &&
    hasContact('email') &&
    hasContact('phone')
  );
}
