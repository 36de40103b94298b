import { scan } from '../../api/index.ts';
import type { Booking, Call, Contact, Read } from '../../contract/index.ts';
import { eventTypeOf } from '../../lib/promises/contact-events.ts';
import { MAX_WORD_LENGTH } from '../../lib/promises/outcome-words.ts';
import { pluralize } from '../../lib/text/text.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { incompleteNote, readList } from '../search/read-list.ts';
import { newestFirst, type SortKey } from '../search/sort-key.ts';
import { createEventIndex, type EventIndex, type PersonKeys } from './resolution.ts';

/** A call of the window. Thousands are held, so texts that the platform sends are cut. */
export interface ListedCall extends SortKey {
  /** Start and end, in milliseconds since the epoch. */
  at: number;
  end: number;
  direction: string | undefined;
  status: string | undefined;
  outcome: string | undefined;
  /** As the platform writes it. */
  phone: string | undefined;
  contactId: string | undefined;
  /** An undocumented field of lists. */
  summary: string | undefined;
}

/** The person of a call, with the name of the contact. */
export type Person = PersonKeys & { name?: string | undefined };

/** The calls of a window, and what the records say about these people since. */
export interface Activity {
  /** Latest first. */
  calls: ListedCall[];
  events: EventIndex;
  personOf(call: ListedCall): Person;
  /** Whether every call was listed. */
  isComplete: boolean;
  /** Calls without a readable time. */
  undated: number;
  /** What could not be read, and what follows from it. */
  unread: string[];
}

/** Reads lists of calls, bookings and contacts, each at most up to the limits of a scan. */
export async function readActivity(window: { from?: string; to?: string }, context: ToolContext): Promise<Activity> {
  const { api, signal, clock, progress } = context;
  const { normalizePhone } = await import('../../lib/phone/phone.ts');
  const from = epochMs(window.from) ?? Number.NEGATIVE_INFINITY;
  const to = epochMs(window.to) ?? Number.POSITIVE_INFINITY;
  const now = clock.now();
  const events = createEventIndex();
  const calls: ListedCall[] = [];
  const contacts = new Map<string, Person | undefined>();
  const unread: string[] = [];
  let undated = 0;
  let undatedBookings = 0;
  const phoneOf = (text: Text) => {
    const number = shortPhone(text);
    return number && (normalizePhone(number, context.settings.defaultCountry) ?? number);
  };
  const emailOf = (text: Text) => short(text, MAX_EMAIL_LENGTH)?.trim().toLowerCase();

  const visitCall = (read: Read<typeof Call>) => {
    const { fields } = read;
    const at = epochMs(fields.started_at);
    if (at === undefined) undated++;
    const id = short(fields.id, MAX_ID_LENGTH);
    if (!id || at === undefined || at < from) return;
    const contactId = short(fields.contact_id, MAX_ID_LENGTH);
    const type = eventTypeOf(fields);
    if (type) events.add({ contactId, phone: phoneOf(fields.phone) }, type, { kind: 'call', id, at });
    if (at >= to) return;
    if (contactId) contacts.set(contactId, undefined);
    calls.push({
      ...{ id, at, end: at + (fields.duration_seconds ?? 0) * 1_000, key: new Date(at).toISOString(), contactId },
      direction: fields.direction?.slice(0, MAX_WORD_LENGTH),
      status: fields.status?.slice(0, MAX_WORD_LENGTH),
      outcome: fields.outcome?.slice(0, MAX_WORD_LENGTH),
      phone: shortPhone(fields.phone),
      summary: fields.summary?.slice(0, MAX_LISTED_SUMMARY),
    });
  };
  const visitBooking = ({ fields }: Read<typeof Booking>) => {
    const { contact, created_at, start_time } = fields;
    const id = short(fields.id, MAX_ID_LENGTH);
    const started = epochMs(start_time);
    // Without the time at which it was made, only an appointment that has begun shows that the person was there.
    const at = epochMs(created_at) ?? (started !== undefined && started <= now ? started : undefined);
    if (at === undefined) undatedBookings++;
    if (!id || at === undefined || at < from) return;
    const person = {
      contactId: short(fields.contact_id, MAX_ID_LENGTH),
      phone: phoneOf(contact?.phone),
      email: emailOf(contact?.email),
    };
    events.add(person, 'booked', { kind: 'booking', id, at });
  };
  const visitContact = ({ fields: { id, name, phone, email } }: Read<typeof Contact>) => {
    if (!id || !contacts.has(id)) return;
    contacts.set(id, {
      ...(name ? { name: shortName(name) } : {}),
      phone: phoneOf(phone),
      email: emailOf(email),
    });
  };
  const listed = await scan((query) => api.listCalls({ query, signal }), visitCall, { clock, progress });
  if (calls.length > 0) {
    const [bookings, people] = await Promise.all([
      mayShow('booking', context) &&
        readList('bookings', () => scan((query) => api.listBookings({ query, signal }), visitBooking, { clock })),
      mayShow('contact', context) &&
        contacts.size > 0 &&
        readList('contacts', () => scan((query) => api.listContacts({ query, signal }), visitContact, { clock })),
    ]);
    if (!mayShow('booking', context)) unread.push(BOOKINGS_NOT_SHOWN);
    for (const note of [bookings, people]) if (typeof note === 'string') unread.push(note);
    if (undatedBookings > 0) {
      unread.push(`${pluralize(undatedBookings, 'booking')} to come that the platform gives no creation time for`);
    }
  }
  if (!listed.complete) unread.push(incompleteNote('calls', listed));
  return {
    calls: calls.sort(newestFirst),
    events,
    personOf({ contactId, phone }) {
      const contact = contactId === undefined ? undefined : contacts.get(contactId);
      return { ...contact, contactId, phone: phoneOf(phone) ?? contact?.phone };
    },
    isComplete: listed.complete,
    undated,
    unread,
  };
}

type Text = string | null | undefined;

/** Longer texts are no id, number or address. In characters. */
const MAX_ID_LENGTH = 256;
const MAX_PHONE_LENGTH = 64;
const MAX_EMAIL_LENGTH = 254;
/** Longer texts are cut. In characters. */
const MAX_NAME_LENGTH = 200;
const MAX_LISTED_SUMMARY = 1_000;

/** Returns undefined for a text that is empty or too long to be what it should be. */
const short = (text: Text, max: number): string | undefined => (text && text.length <= max ? text : undefined);

export const shortPhone = (text: Text): string | undefined => short(text, MAX_PHONE_LENGTH);
export const shortName = (text: Text): string | undefined => text?.slice(0, MAX_NAME_LENGTH) || undefined;

export const BOOKINGS_NOT_SHOWN = 'bookings: this caller may not read them, so none closes a promise';
