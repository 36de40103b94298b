import * as z from 'zod';
import { scan } from '../../api/index.ts';
import type { Booking, Call, Contact, Read } from '../../contract/index.ts';
import { pluralize } from '../../lib/text.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool } from '../core/define.ts';
import { nowLocal, nowSentence } from '../core/now.ts';
import { mayShow } from '../core/record-kinds.ts';
import { bookingShape, briefBooking, presentBooking } from '../presenters/booking.ts';
import { briefCall, callShape, presentListedCall } from '../presenters/call.ts';
import { contactShape, presentContact } from '../presenters/contact.ts';
import { isActiveBooking } from '../search/booking-status.ts';
import {
  createActivityFilters,
  createContactFilter,
  createPersonMatcher,
  type Person,
  parsePerson,
} from '../search/people.ts';
import { incompleteNote, readList } from '../search/read-list.ts';
import { fillNames, SERVICE_NAME, STAFF_NAME } from '../search/record-names.ts';
import { type Found, newestFirst } from '../search/sort-key.ts';

const MAX_NEXT_BOOKINGS = 5;
const MAX_LAST_BOOKINGS = 3;
const MAX_LAST_CALLS = 5;
const MAX_MATCHES = 10;

/** How to get the records of each list that the answer does not show. */
const CUT_ADVICE = {
  matches: 'list_contacts with query has all',
  next_bookings: 'list_bookings with contact_id and from has all',
  last_bookings: 'list_bookings with contact_id has all',
  last_calls: 'list_calls with query has all',
} as const;

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
      bookings_ahead: z.int().optional(),
      next_bookings: z.array(bookingShape()).optional(),
      last_bookings: z.array(bookingShape()).optional(),
      last_calls: z.array(callShape()).optional(),
      unread: z.array(z.string()).optional().describe('What could not be read'),
      omitted: z.string().optional(),
      now_local: z.string(),
      time_zone: z.string(),
    }),
  summary: ({ bookings_ahead: ahead, ...output }) => {
    const now = nowSentence(output.now_local);
    const { total_matches: total } = output;
    if (total > 1) return `${total} contacts match: ask which one is meant. ${now}`;
    const bookings = ahead !== undefined && (ahead > 0 ? `${pluralize(ahead, 'booking')} ahead` : 'no booking ahead');
    const contacts = total === 1 ? 'One contact matches' : 'No contact matches';
    return `${[contacts, bookings].filter(Boolean).join(', ')}. ${now}`;
  },
  cutAdvice: CUT_ADVICE,
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
      now_local: nowLocal(context),
      time_zone: time.zone,
    };
    const unread = contacts.complete ? [] : [incompleteNote('contacts', contacts)];
    if (found.length > 1) {
      const omitted = omittedNotes([['matches', found.length, MAX_MATCHES]]);
      return { ...answer, ...omitted, ...(unread.length > 0 ? { unread } : {}) };
    }

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
  const upcoming = bookings.filter(({ key, read }) => key >= now && isActiveBooking(read.fields));
  const past = bookings.filter(({ key }) => key < now).sort(newestFirst);
  const brief = ({ read }: Found<typeof Booking>) => presentBooking(read, time);
  const rows = async (found: Found<typeof Booking>[]) =>
    (await fillNames(found.map(brief), [SERVICE_NAME, STAFF_NAME], context)).map(briefBooking);
  return {
    history: {
      // An incomplete list does not show that there is none.
      ...(notes[0] === undefined || upcoming.length > 0 ? { bookings_ahead: upcoming.length } : {}),
      next_bookings: await rows(upcoming.sort((a, b) => -newestFirst(a, b)).slice(0, MAX_NEXT_BOOKINGS)),
      last_bookings: await rows(past.slice(0, MAX_LAST_BOOKINGS)),
      last_calls: calls
        .sort(newestFirst)
        .slice(0, MAX_LAST_CALLS)
        .map(({ read }) => briefCall(presentListedCall(read, context))),
      ...omittedNotes([
        ['next_bookings', upcoming.length, MAX_NEXT_BOOKINGS],
        ['last_bookings', past.length, MAX_LAST_BOOKINGS],
        ['last_calls', calls.length, MAX_LAST_CALLS],
      ]),
    },
    unread: notes.filter((note) => typeof note === 'string'),
  };
}

/** States how many records of each list are not shown, and how to get them. */
function omittedNotes(lists: readonly (readonly [name: keyof typeof CUT_ADVICE, found: number, shown: number])[]) {
  const notes = lists
    .filter(([, found, shown]) => found > shown)
    .map(([name, found, shown]) => `${name} shows ${shown} of ${found}: ${CUT_ADVICE[name]}.`);
  return notes.length > 0 ? { omitted: notes.join(' ') } : {};
}
