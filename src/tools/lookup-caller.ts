import * as z from 'zod';
import { ApiError, type ScanResult, scan } from '../api/index.ts';
import type { Booking, Call, Contact, Read } from '../contract/index.ts';
import { pluralize } from '../lib/text.ts';
import { utcInstant } from '../lib/time/intervals.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { mayShow } from './core/record-kinds.ts';
import { BRIEF_BOOKING, bookingShape, presentBooking } from './presenters/booking.ts';
import { callShape, presentCall } from './presenters/call.ts';
import { contactShape, presentContact } from './presenters/contact.ts';
import {
  createActivityFilters,
  createContactFilter,
  createPersonMatcher,
  type Person,
  parsePerson,
} from './search/people.ts';
import { type Found, newestFirst } from './search/sort-key.ts';

const MAX_NEXT_BOOKINGS = 5;
const MAX_LAST_BOOKINGS = 3;
const MAX_LAST_CALLS = 5;
const MAX_MATCHES = 10;

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
      unread: z.array(z.string()).optional().describe('What could not be read'),
      time_zone: z.string(),
    }),
  summary: ({ total_matches: total, next_bookings: next }) => {
    if (total > 1) return `${total} contacts match: ask which one is meant.`;
    const bookings = next && (next.length > 0 ? `${pluralize(next.length, 'booking')} ahead` : 'no booking ahead');
    const contacts = total === 1 ? 'One contact matches' : 'No contact matches';
    return `${[contacts, bookings].filter(Boolean).join(', ')}.`;
  },
  async run({ query }, context) {
    const { api, signal, clock, time } = context;
    const person = await parsePerson(query, context);
    const isMatch = createContactFilter(person, await createPersonMatcher(context));
    const found: Read<typeof Contact>[] = [];
    const contacts = await scan(
      (page) => api.listContacts({ query: page, signal }),
      (read) => void (isMatch(read.fields) && found.push(read)),
      { clock },
    );
    const answer = {
      matches: found.slice(0, MAX_MATCHES).map(presentContact),
      total_matches: found.length,
      time_zone: time.zone,
    };
    const unread = contacts.complete ? [] : [incompleteNote('contacts', contacts)];
    if (found.length > 1) return { ...answer, ...(unread.length > 0 ? { unread } : {}) };

    const [contact] = found;
    const activity = await readActivity(contact ? withQueried(contact, person) : person, context);
    const notes = [...unread, ...activity.unread];
    return { ...answer, ...activity.history, ...(notes.length > 0 ? { unread: notes } : {}) };
  },
});

/** Details of a contact, completed by those of the query. */
function withQueried({ fields }: Read<typeof Contact>, person: Person): Person & { id?: string } {
  return {
    ...(fields.id ? { id: fields.id } : {}),
    name: fields.name ?? undefined,
    email: fields.email ?? person.email,
    phone: fields.phone ?? person.phone,
  };
}

async function readActivity(person: Person & { id?: string }, context: ToolContext) {
  const { api, signal, clock, time } = context;
  const filters = createActivityFilters(person, await createPersonMatcher(context));
  const bookings: Found<typeof Booking>[] = [];
  const calls: Found<typeof Call>[] = [];
  const withKey = <R>(read: R, at: string | null | undefined, id: string | null | undefined) => ({
    read,
    key: utcInstant(at) ?? '',
    id: id ?? '',
  });
  // The answer has no lists of records that the caller may not read, so they are not read for it.
  const notes = await Promise.all([
    mayShow('booking', context) &&
      readList('bookings', () =>
        scan(
          (page) => api.listBookings({ query: page, signal }),
          (read) => {
            const { fields } = read;
            if (filters.booking(fields)) bookings.push(withKey(read, fields.start_time, fields.id));
          },
          { clock },
        ),
      ),
    mayShow('call', context) &&
      readList('calls', () =>
        scan(
          (page) => api.listCalls({ query: page, signal }),
          (read) => {
            const { fields } = read;
            if (filters.call(fields)) calls.push(withKey(read, fields.started_at, fields.id));
          },
          { clock },
        ),
      ),
  ]);

  const now = new Date(clock.now()).toISOString();
  const upcoming = bookings.filter(({ key, read }) => key >= now && !/cancel/i.test(read.fields.status ?? ''));
  const past = bookings.filter(({ key }) => key < now).sort(newestFirst);
  const brief = ({ read }: Found<typeof Booking>) => {
    const booking = presentBooking(read, time);
    return Object.fromEntries(BRIEF_BOOKING.map((name) => [name, booking[name]]));
  };
  return {
    history: {
      next_bookings: upcoming
        .sort((a, b) => -newestFirst(a, b))
        .slice(0, MAX_NEXT_BOOKINGS)
        .map(brief),
      last_bookings: past.slice(0, MAX_LAST_BOOKINGS).map(brief),
      last_calls: calls
        .sort(newestFirst)
        .slice(0, MAX_LAST_CALLS)
        .map(({ read }) => presentCall(read, time)),
    },
    unread: notes.filter((note) => typeof note === 'string'),
  };
}

/** Reads a list. Returns a note on what could not be read, so that a missing scope does not fail the whole answer. */
async function readList(records: string, scanAll: () => Promise<ScanResult>): Promise<string | undefined> {
  try {
    const result = await scanAll();
    return result.complete ? undefined : incompleteNote(records, result);
  } catch (error) {
    if (error instanceof ApiError && error.details.kind === 'forbidden')
      return `${records}: the key lacks the scope read:${records}`;
    throw error;
  }
}

function incompleteNote(records: string, { scanned, total }: ScanResult): string {
  return `${records}: only ${scanned} of ${total ?? 'an unknown number'} were read`;
}
