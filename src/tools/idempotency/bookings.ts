import { scan } from '../../api/index.ts';
import type { Booking, CreateBooking, Read } from '../../contract/index.ts';
import { normalizeText } from '../../lib/text-search.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { type PersonMatcher, personMatcher } from '../search/people.ts';
import { type Created, createIdempotently } from './create-idempotently.ts';
import { asNotApplied, isIndeterminate, readBack, withReadRetries } from './read-back.ts';

type ReadBooking = Read<typeof Booking>;

/** Whether a booking's status says that it is cancelled. The specification shows no states, so the word decides. */
export const isCancelled = ({ fields }: ReadBooking) => /cancel/i.test(fields.status ?? '');

/** Books once: see `once`. The same wish is the same service, moment and person. */
export function createBookingIdempotently(
  body: CreateBooking,
  again: boolean | undefined,
  context: ToolContext,
): Promise<Created<ReadBooking>> {
  const { api, signal } = context;
  const { name, email, phone } = body.contact ?? {};
  const intent = [
    'booking',
    body.service_id,
    utcInstant(body.start_time),
    normalizeText(name ?? ''),
    email?.toLowerCase(),
    phone,
  ];
  const create = () => api.createBooking({ body, signal });
  const look = async () => {
    const seen = await find(body, context);
    // Where a second one was wanted, one that is there may be the first: it proves nothing.
    return again && seen.found ? { certain: false } : seen;
  };
  return createIdempotently(
    { idempotencyKey: intent, allowDuplicate: again, create, find: look, current: (id) => current(id, context) },
    context,
  );
}

async function find(body: CreateBooking, { api, signal, clock, ...context }: ToolContext) {
  const match = await personMatcher({ api, signal, clock, ...context });
  let found: ReadBooking | undefined;
  let unclear = 0;
  const visit = (read: ReadBooking) => {
    const same = isSame(read, body, match);
    if (same === undefined) unclear++;
    else if (same && !isCancelled(read)) found ??= read;
  };
  const seen = await scan((query) => withReadRetries(() => api.listBookings({ query, signal })), visit, { clock });
  return { found, certain: seen.complete && unclear === 0 };
}

/** Undefined when the record does not say enough. */
function isSame({ fields }: ReadBooking, body: CreateBooking, match: PersonMatcher): boolean | undefined {
  const start = utcInstant(fields.start_time);
  if (start !== undefined && start !== utcInstant(body.start_time)) return false;
  if (fields.service_id && fields.service_id !== body.service_id) return false;
  if (start === undefined || !fields.service_id || !fields.contact) return undefined;
  const { name, email, phone } = body.contact ?? {};
  if (phone && fields.contact.phone) return match.phone(fields.contact.phone, phone);
  if (email && fields.contact.email) return match.email(fields.contact.email, email);
  return normalizeText(fields.contact.name ?? '') === normalizeText(name ?? '');
}

async function current(id: string, { api, signal }: ToolContext): Promise<ReadBooking | 'gone' | undefined> {
  const now = await readBack(() => api.getBooking({ id, signal }));
  return now !== undefined && now !== 'gone' && isCancelled(now) ? 'gone' : now;
}

/** Cancels, and where the platform did not confirm it, asks what became of it. */
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

/** Changes, and where the platform did not confirm it, compares what is there with what was sent. */
export async function updateAndVerify(
  id: string,
  body: CreateBooking,
  { api, signal }: ToolContext,
): Promise<Created<ReadBooking>> {
  try {
    return { result: await api.updateBooking({ id, body, signal }) };
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    const now = await readBack(() => api.getBooking({ id, signal }));
    if (now === undefined || now === 'gone') throw error;
    if (now.missing.length > 0) throw error;
    if (holds(now, body)) return { result: now, note: 'The platform did not confirm it, but the booking is changed.' };
    throw asNotApplied(error);
  }
}

/** Whether a booking has all that was sent. */
function holds({ fields }: ReadBooking, body: CreateBooking): boolean {
  const { contact: sent = {}, ...own } = body;
  const has = (name: 'name' | 'email' | 'phone') => sent[name] === undefined || sent[name] === fields.contact?.[name];
  return (
    (own.service_id === undefined || own.service_id === fields.service_id) &&
    (own.start_time === undefined || utcInstant(own.start_time) === utcInstant(fields.start_time)) &&
    (own.notes === undefined || own.notes === fields.notes) &&
    has('name') &&
    has('email') &&
    has('phone')
  );
}
