import * as z from 'zod';
import { ApiError, type ScanResult, scan } from '../api/index.ts';
import type { Booking, Call, Contact, Read } from '../contract/index.ts';
import { pluralize } from '../lib/text.ts';
import { utcInstant } from '../lib/time/intervals.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { BRIEF_BOOKING, bookingShape, presentBooking } from './presenters/booking.ts';
import { callShape, presentCall } from './presenters/call.ts';
import { contactShape, presentContact } from './presenters/contact.ts';
import { concernsPerson, isContact, type Person, personMatcher, readPerson } from './search/people.ts';
import { type Found, newestFirst } from './search/sort-key.ts';

const NEXT_BOOKINGS = 5;
const LAST_BOOKINGS = 3;
const LAST_CALLS = 5;
/** Several matches are listed up to this many. */
const MATCHES = 10;

export const lookupCaller = defineTool({
  name: 'lookup_caller',
  title: 'Look up a caller',
  description:
    'Find who a phone number, e-mail or name belongs to, with their next and last bookings and last calls. Several matches are listed, not guessed.',
  toolset: 'contacts',
  effect: 'read',
  scope: 'read:contacts',
  input: () =>
    z.strictObject({
      query: z.string().trim().min(2).max(254).describe('Phone number in any writing, e-mail, or name'),
    }),
  output: () =>
    z.object({
      matches: z.array(contactShape()).describe('One: the bookings and calls are theirs'),
      total_matches: z.int(),
      next_bookings: z.array(bookingShape()).optional(),
      last_bookings: z.array(bookingShape()).optional(),
      last_calls: z.array(callShape()).optional(),
      unread: z.array(z.string()).optional().describe('What could not be looked at'),
      time_zone: z.string(),
    }),
  summary: ({ total_matches: total, next_bookings: next }) => {
    if (total > 1) return `${total} contacts match: ask which one is meant.`;
    const bookings = next && next.length > 0 ? `${pluralize(next.length, 'booking')} ahead` : 'no booking ahead';
    return total === 1 ? `One contact matches, ${bookings}.` : `No contact matches; ${bookings}.`;
  },
  async run({ query }, context) {
    const { api, signal, clock, time } = context;
    const person = await readPerson(query, context);
    const match = await personMatcher(context);
    const isTheOne = isContact(person, match);
    const found: Read<typeof Contact>[] = [];
    const seen = await scan(
      (page) => api.listContacts({ query: page, signal }),
      (read) => void (isTheOne(read.fields) && found.push(read)),
      { clock },
    );
    const answer = {
      matches: found.slice(0, MATCHES).map(presentContact),
      total_matches: found.length,
      time_zone: time.zone,
    };
    const unread = seen.complete ? [] : [partly('contacts', seen)];
    if (found.length > 1) return { ...answer, ...(unread.length > 0 ? { unread } : {}) };

    const [contact] = found;
    const theirs = await historyOf(contact ? known(contact, person) : person, context);
    const notRead = [...unread, ...theirs.unread];
    return { ...answer, ...theirs.history, ...(notRead.length > 0 ? { unread: notRead } : {}) };
  },
});

/** A contact's own details; what was looked for stands in for what it lacks. */
function known({ fields }: Read<typeof Contact>, person: Person): Person & { id?: string } {
  return {
    ...(fields.id ? { id: fields.id } : {}),
    name: fields.name ?? undefined,
    email: fields.email ?? person.email,
    phone: fields.phone ?? person.phone,
  };
}

async function historyOf(person: Person & { id?: string }, context: ToolContext) {
  const { api, signal, clock, time } = context;
  const { booking, call } = concernsPerson(person, await personMatcher(context));
  const bookings: Found<typeof Booking>[] = [];
  const calls: Found<typeof Call>[] = [];
  const at = <R>(read: R, when: string | null | undefined, id: string | null | undefined) => ({
    read,
    key: utcInstant(when) ?? '',
    id: id ?? '',
  });
  const unread = await Promise.all([
    read('bookings', () =>
      scan(
        (page) => api.listBookings({ query: page, signal }),
        (one) => void (booking(one.fields) && bookings.push(at(one, one.fields.start_time, one.fields.id))),
        { clock },
      ),
    ),
    read('calls', () =>
      scan(
        (page) => api.listCalls({ query: page, signal }),
        (one) => void (call(one.fields) && calls.push(at(one, one.fields.started_at, one.fields.id))),
        { clock },
      ),
    ),
  ]);

  const now = new Date(clock.now()).toISOString();
  const ahead = bookings.filter((one) => one.key >= now && !/cancel/i.test(one.read.fields.status ?? ''));
  const past = bookings.filter((one) => one.key < now).sort(newestFirst);
  const brief = ({ read: one }: Found<typeof Booking>) => {
    const shaped = presentBooking(one, time);
    return Object.fromEntries(BRIEF_BOOKING.map((name) => [name, shaped[name]]));
  };
  return {
    history: {
      next_bookings: ahead
        .sort((a, b) => -newestFirst(a, b))
        .slice(0, NEXT_BOOKINGS)
        .map(brief),
      last_bookings: past.slice(0, LAST_BOOKINGS).map(brief),
      last_calls: calls
        .sort(newestFirst)
        .slice(0, LAST_CALLS)
        .map(({ read: one }) => presentCall(one, time)),
    },
    unread: unread.filter((note) => note !== undefined),
  };
}

/** Reads a list; what the key may not see is named instead of failing the whole answer. */
async function read(what: string, all: () => Promise<ScanResult>): Promise<string | undefined> {
  try {
    const seen = await all();
    return seen.complete ? undefined : partly(what, seen);
  } catch (error) {
    if (error instanceof ApiError && error.details.kind === 'forbidden')
      return `${what}: the key lacks the scope read:${what}`;
    throw error;
  }
}

function partly(what: string, { scanned, total }: ScanResult): string {
  return `${what}: only ${scanned} of ${total ?? 'an unknown number'} were looked at`;
}
