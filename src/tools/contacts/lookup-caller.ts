import * as z from 'zod';
import type { Booking, Contact, Read } from '../../contract/index.ts';
import { pluralize } from '../../lib/text.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool } from '../core/define.ts';
import { nowLocal, nowSentence } from '../core/now.ts';
import { sentence } from '../output/sentence.ts';
import { bookingShape, briefBooking, presentBooking } from '../presenters/booking.ts';
import { briefCall, callShape, presentListedCall } from '../presenters/call.ts';
import { contactShape, presentContact } from '../presenters/contact.ts';
import type { Person } from '../search/people.ts';
import { fillNames, SERVICE_NAME, STAFF_NAME } from '../search/record-names.ts';
import type { Activity, Some, SoughtPerson } from './person-records.ts';

/** Records of each list in the answer. */
const SHOWN = { upcoming: 5, past: 3, calls: 5 };
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
      query: z.string().trim().min(2).max(254).describe('Phone number in any format, e-mail, or name'),
    }),
  output: () =>
    z.object({
      matches: z.array(contactShape()).describe('If one: the bookings and calls are of this contact'),
      total_matches: z.int(),
      bookings_ahead: z.int().optional(),
      noted_bookings: z
        .int()
        .optional()
        .describe('Bookings ahead with this number in their notes, as a caller said it: list_bookings with query'),
      next_bookings: z.array(bookingShape()).optional(),
      last_bookings: z.array(bookingShape()).optional(),
      no_shows: z.int().optional().describe('Past bookings that they did not come to'),
      last_calls: z.array(callShape()).optional(),
      unread: z.array(z.string()).optional().describe('What could not be read'),
      omitted: z.string().optional(),
      note: sentence().optional(),
      now_local: z.string(),
      time_zone: z.string(),
    }),
  summary: ({ bookings_ahead: ahead, noted_bookings: noted, no_shows: noShows, ...output }) => {
    const now = nowSentence(output.now_local);
    const { total_matches: total } = output;
    if (total > 1) return `${total} contacts match: ask which one is meant. ${now}`;
    const bookings = ahead !== undefined && (ahead > 0 ? `${pluralize(ahead, 'booking')} ahead` : 'no booking ahead');
    const inNotes = noted && `but the notes of ${pluralize(noted, 'booking')} ahead name this number, unverified`;
    const missed = noShows && pluralize(noShows, 'no-show');
    const contacts = total === 1 ? 'One contact matches' : 'No contact matches';
    return `${[contacts, bookings, inNotes, missed].filter(Boolean).join(', ')}. ${now}`;
  },
  cutAdvice: CUT_ADVICE,
  textAdvice: 'get_contact, get_booking and get_call have the whole',
  async run({ query }, context) {
    const { extensions, signal, time } = context;
    const { parsePerson } = await import('../search/people.ts');
    const asked = await parsePerson(query, context);
    const records = (await extensions.has('list_filters', signal))
      ? (await import('./ask-for-person.ts')).askForPerson(context)
      : (await import('./scan-for-person.ts')).scanForPerson(context);
    const byWholeName = await records.contacts(asked, MAX_MATCHES);
    // Records seldom have the "Mr." of a name.
    const name =
      byWholeName.total === 0 && asked.name
        ? (await import('../search/titles.ts')).withoutTitles(asked.name)
        : undefined;
    const person = name === undefined ? asked : { name };
    const { found, total, unread } = name === undefined ? byWholeName : await records.contacts(person, MAX_MATCHES);
    const answer = {
      matches: found.map(presentContact),
      total_matches: total,
      now_local: nowLocal(context),
      time_zone: time.zone,
    };
    if (total > 1) {
      const omitted = omittedNotes([['matches', total, MAX_MATCHES]]);
      return { ...answer, ...omitted, ...(unread.length > 0 ? { unread } : {}) };
    }

    const [contact] = found;
    const activity = await records.activity(
      contact ? withQueried(contact, person) : { ...person, asked: detailsOf(person) },
      SHOWN,
    );
    const notes = [...unread, ...activity.unread];
    // Without a contact, bookings are found by the whole name that they were made with, and not in another spelling.
    const areBookingsKnown = activity.areBookingsKnown && (total > 0 || person.name === undefined);
    const { lookupNote } = await import('./other-contacts.ts');
    const note = await lookupNote({ query, asked, total, ...activity }, context);
    return {
      ...answer,
      ...(await presentActivity({ ...activity, areBookingsKnown }, context)),
      ...(note ? { note } : {}),
      ...(notes.length > 0 ? { unread: notes } : {}),
    };
  },
});

/** Details of a contact, completed by those of the query. */
function withQueried({ fields }: Read<typeof Contact>, person: Person): SoughtPerson {
  return {
    ...(fields.id ? { id: fields.id } : {}),
    name: fields.name ?? undefined,
    email: fields.email ?? person.email,
    phone: fields.phone ?? person.phone,
    asked: detailsOf(person),
  };
}

const detailsOf = ({ phone, email }: Person) => ({ phone, email });

async function presentActivity(activity: Activity, context: ToolContext) {
  const { upcoming, noted, past, noShows, calls, areBookingsKnown } = activity;
  const brief = (read: Read<typeof Booking>) => presentBooking(read, context.time);
  const rows = async ({ first }: Some<typeof Booking>) => {
    const bookings = await fillNames(first.map(brief), [SERVICE_NAME, STAFF_NAME], context);
    return bookings.map((booking) => briefBooking(booking, bookings));
  };
  return {
    // An incomplete list does not show that there is none.
    ...(upcoming && (areBookingsKnown || upcoming.total > 0) ? { bookings_ahead: upcoming.total } : {}),
    ...(noted > 0 ? { noted_bookings: noted } : {}),
    ...(upcoming ? { next_bookings: await rows(upcoming) } : {}),
    ...(past ? { last_bookings: await rows(past) } : {}),
    ...(noShows ? { no_shows: noShows } : {}),
    ...(calls ? { last_calls: calls.first.map((read) => briefCall(presentListedCall(read, context))) } : {}),
    ...omittedNotes([
      ['next_bookings', upcoming?.total ?? 0, SHOWN.upcoming],
      ['last_bookings', past?.total ?? 0, SHOWN.past],
      ['last_calls', calls?.total ?? 0, SHOWN.calls],
    ]),
  };
}

/** States how many records of each list are not shown, and how to get them. */
function omittedNotes(lists: readonly (readonly [name: keyof typeof CUT_ADVICE, found: number, shown: number])[]) {
  const notes = lists
    .filter(([, found, shown]) => found > shown)
    .map(([name, found, shown]) => `${name} shows ${shown} of ${found}: ${CUT_ADVICE[name]}.`);
  return notes.length > 0 ? { omitted: notes.join(' ') } : {};
}
