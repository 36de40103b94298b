import { type ScanResult, scan } from '../../api/index.ts';
import type { Booking, Contact, ReadFields } from '../../contract/index.ts';
import { say, trusted } from '../../lib/text/sentence.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow } from '../core/record-kinds.ts';
import { namedFilter } from './booking-filters.ts';
import { isActiveBooking } from './booking-status.ts';

/** The appointments of a contact that take place: neither cancelled nor missed. Times are UTC instants. */
export interface Visits {
  /** Start of the last one before now. */
  last?: string;
  /** Start of the first one from now on. */
  next?: string;
  /** Present if one before now was for the requested service. */
  hadService?: true;
}

/** The visits of all contacts, from one scan of the bookings. */
interface VisitIndex {
  of(contact: ReadFields<typeof Contact>): Visits;
  /** States that bookings were not read; undefined if all were. */
  unread: string | undefined;
}

interface CachedVisits {
  visits: [key: string, visits: Visits][];
  unread?: string | undefined;
}

/**
 * Reads the visits of all contacts. A booking belongs to the contact with its contact id; without one, to those with its
 * telephone number or e-mail address. Cached until records change, for the cursors of the answer.
 * @param service id or name of the service for `hadService`.
 * @throws ToolError if the caller may not read bookings, or there is no such service.
 */
export async function readVisits(service: string | undefined, context: ToolContext): Promise<VisitIndex> {
  rejectHiddenBookings(context);
  const cache = await context.searchCache.open();
  const keys = await createKeys(context);
  const cacheKey = `visits ${service ?? ''}`;
  let read = cache.get(cacheKey) as CachedVisits | undefined;
  if (!read) {
    const generation = cache.generation();
    read = await scanVisits(service, keys, context);
    cache.set(cacheKey, read, generation);
  }
  const byKey = new Map(read.visits);
  return {
    unread: read.unread,
    of: (contact) => keys.ofContact(contact).reduce((all: Visits, key) => merge(all, byKey.get(key)), {}),
  };
}

/** @throws ToolError if the caller may not read bookings. */
export function rejectHiddenBookings(context: ToolContext): void {
  if (mayShow('booking', context)) return;
  const reason = context.hidden.find(({ name }) => name === 'get_booking')?.reason ?? 'get_booking is not offered';
  throw new ToolError(
    say`last_visit_before, no_appointment_ahead and service_id read bookings, which this caller may not do: ${trusted(reason)}.`,
  );
}

async function scanVisits(service: string | undefined, keys: Keys, context: ToolContext): Promise<CachedVisits> {
  const { api, signal, clock } = context;
  const filter = service === undefined ? undefined : await namedFilter('service', service, context);
  const now = new Date(clock.now()).toISOString();
  const visits = new Map<string, Visits>();
  const result = await scan(
    (query) => api.listBookings({ query, signal }),
    (read) => {
      filter?.check.visit(read);
      const start = utcInstant(read.fields.start_time);
      if (!start || !isActiveBooking(read.fields)) return;
      const isPast = start < now;
      const visit: Visits = isPast
        ? { last: start, ...(filter?.verdict(read) === true ? { hadService: true } : {}) }
        : { next: start };
      for (const key of keys.ofBooking(read.fields)) visits.set(key, merge(visits.get(key) ?? {}, visit));
    },
    { clock },
  );
  if (result.complete) filter?.check.assertKnown();
  return { visits: [...visits], unread: result.complete ? undefined : unreadBookings(result) };
}

function unreadBookings({ scanned, total }: ScanResult): string {
  return `Only ${scanned} of ${total ?? 'an unknown number of'} bookings were read: visits among the others are not known.`;
}

/** Returns the later last visit, and the earlier next one. */
function merge(one: Visits, other: Visits | undefined): Visits {
  if (!other) return one;
  const last = [one.last, other.last]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
  const next = [one.next, other.next].filter((time) => time !== undefined).sort()[0];
  return {
    ...(last ? { last } : {}),
    ...(next ? { next } : {}),
    ...(one.hadService || other.hadService ? { hadService: true } : {}),
  };
}

/** Keys by which bookings are joined with contacts. */
interface Keys {
  ofBooking(fields: ReadFields<typeof Booking>): string[];
  ofContact(fields: ReadFields<typeof Contact>): string[];
}

async function createKeys({ settings }: ToolContext): Promise<Keys> {
  const { normalizePhone } = await import('../../lib/phone/phone.ts');
  const personKeys = (phone: string | null | undefined, email: string | null | undefined) => [
    ...(phone && phone.length <= MAX_LENGTH
      ? [`phone ${normalizePhone(phone, settings.defaultCountry) ?? phone}`]
      : []),
    ...(email && email.length <= MAX_LENGTH ? [`email ${email.trim().toLowerCase()}`] : []),
  ];
  return {
    ofBooking: ({ contact_id: id, contact }) => (id ? [`id ${id}`] : personKeys(contact?.phone, contact?.email)),
    ofContact: ({ id, phone, email }) => [...(id ? [`id ${id}`] : []), ...personKeys(phone, email)],
  };
}

/** Longer texts are no number or address. */
const MAX_LENGTH = 1_000;
