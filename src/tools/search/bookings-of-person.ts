import { type Page, scan } from '../../api/index.ts';
import { type Booking, MAX_PER_PAGE, type Read } from '../../contract/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import { spellingsOfName } from '../../lib/search/equal-names.ts';
import type { ToolContext } from '../core/context.ts';
import { isSearchFailure } from './search-failure.ts';

type ReadBooking = Read<typeof Booking>;

/** Values of which one is enough: a booking that has another one may be among those that are visited. */
export interface PersonValues {
  contactId?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  /** In international format (E.164) if it can be read as a telephone number. */
  phone?: string | undefined;
}

/** Start times in UTC, `from` inclusive and `to` exclusive. */
export interface StartTimes {
  from?: string;
  to?: string;
}

interface BookingReads {
  visit(read: ReadBooking): void;
  /** Ends the read of everybody's bookings at all times, once it returns true. */
  isDone?: () => boolean;
  signal: CancelSignal;
  /** Sends each request. Default: once. */
  send?: <T>(request: () => Promise<T>) => Promise<T>;
}

const once = <T>(request: () => Promise<T>): Promise<T> => request();

/**
 * Visits the bookings of a person, and perhaps those of others: only theirs where the platform can find them (extension
 * `list_filters`), otherwise those of the whole list that start in time (extension `booking_time_filter`), or all.
 * @returns false if not all bookings of the person were read.
 */
export async function visitBookingsOf(
  person: PersonValues,
  times: StartTimes,
  { visit, isDone, signal, send = once }: BookingReads,
  context: ToolContext,
): Promise<boolean> {
  const { api, clock, extensions } = context;
  const list: typeof api.listBookings = (request) => send(() => api.listBookings(request));
  const found = await askPlatform(person, times, { list, signal }, context);
  if (found) {
    for (const read of found) visit(read);
    return true;
  }
  const filter = (await extensions.has('booking_time_filter', context.signal)) ? times : undefined;
  const { complete } = await scan((query) => list({ query: { ...query, ...filter }, signal }), visit, {
    clock,
    ...(isDone && !filter ? { isDone } : {}),
  });
  return complete;
}

/** Returns undefined if the platform does not find the bookings of one person, fails to, not in one answer, or only by too many requests. */
async function askPlatform(
  { contactId, name, email, phone }: PersonValues,
  times: StartTimes,
  { list, signal }: { list: ToolContext['api']['listBookings']; signal: CancelSignal },
  { extensions, signal: callSignal }: ToolContext,
): Promise<ReadBooking[] | undefined> {
  // Platforms may store empty texts, and refuse them as filters.
  const values = {
    contact_phone: phone || undefined,
    contact_email: email || undefined,
    contact_name: name || undefined,
  };
  const spellings = spellingsOfName(name ?? '');
  if (!spellings) return undefined;
  // With a contact id, other values find only bookings without a contact.
  const people = [
    ...(contactId ? [{ contact_id: contactId }] : []),
    ...(Object.values(values).some(Boolean) ? [values] : []),
    ...spellings.slice(1).map((spelling) => ({ contact_name: spelling })),
  ];
  if (people.length === 0 || !(await extensions.announces('list_filters', callSignal))) return undefined;
  const part = { ...times, order: 'asc', per_page: MAX_PER_PAGE } as const;
  const searches = people.map((of) => list({ query: { ...of, ...part }, signal }));
  const pages = await Promise.all(searches).catch((error: unknown) => {
    if (isSearchFailure(error)) return undefined;
    throw error;
  });
  if (!pages?.every(isWhole)) return undefined;
  const byId = new Map(pages.flatMap(({ items }) => items).map((read) => [read.fields.id ?? read, read]));
  return [...byId.values()];
}

const isWhole = ({ has_more }: Page<typeof Booking>) => has_more === false;
