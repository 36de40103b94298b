import { type Booking, type Contact, otherDetails, type Read } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { nowLocal } from '../core/now.ts';
import { briefBooking, presentBooking } from '../presenters/booking.ts';
import { briefCall, presentListedCall } from '../presenters/call.ts';
import { presentContact } from '../presenters/contact.ts';
import { type Person, parsePerson } from '../search/people.ts';
import { fillNames, SERVICE_NAME, STAFF_NAME } from '../search/record-names.ts';
import { findContacts } from './find-contacts.ts';
import { lookupNote } from './other-contacts.ts';
import type { Activity, Some, SoughtPerson } from './person-records.ts';

/** Records of each list in the answer. */
const SHOWN = { upcoming: 5, past: 3, calls: 5 };
const MAX_MATCHES = 10;
/** Other numbers of a contact whose calls are searched, each with a request. */
const MAX_OTHER_PHONES = 5;

/** How to get the records of each list that the answer does not show. */
type CutAdvice = Readonly<Record<'matches' | 'next_bookings' | 'last_bookings' | 'last_calls', string>>;

/** Returns who a telephone number, an e-mail address or a name belongs to, with the records of that person. */
export async function findCaller(query: string, advice: CutAdvice, context: ToolContext) {
  const { extensions, signal, time } = context;
  const asked = await parsePerson(query, context);
  const records = (await extensions.has('list_filters', signal))
    ? (await import('./ask-for-person.ts')).askForPerson(context)
    : (await import('./scan-for-person.ts')).scanForPerson(context);
  const { found, total, unread, person, similar } = await findContacts(asked, MAX_MATCHES, records);
  const answer = {
    matches: found.map(presentContact),
    total_matches: total,
    ...(similar.length > 0 ? { similar: similar.map(presentContact) } : {}),
    now_local: nowLocal(context),
    time_zone: time.zone,
  };
  if (total > 1) {
    const omitted = omittedNotes(advice, [['matches', total, MAX_MATCHES]]);
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
  const note = await lookupNote({ query, asked, total, ...activity }, context);
  return {
    ...answer,
    ...(await presentActivity({ ...activity, areBookingsKnown }, advice, context)),
    ...(note ? { note } : {}),
    ...(notes.length > 0 ? { unread: notes } : {}),
  };
}

/** Details of a contact, completed by those of the query. */
function withQueried({ fields, other }: Read<typeof Contact>, person: Person): SoughtPerson {
  return {
    otherPhones: otherDetails(other)
      .phones.filter((number) => number !== fields.phone)
      .slice(0, MAX_OTHER_PHONES),
    ...(fields.id ? { id: fields.id } : {}),
    name: fields.name ?? undefined,
    email: fields.email ?? person.email,
    phone: fields.phone ?? person.phone,
    asked: detailsOf(person),
  };
}

const detailsOf = ({ phone, email }: Person) => ({ phone, email });

async function presentActivity(activity: Activity, advice: CutAdvice, context: ToolContext) {
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
    ...omittedNotes(advice, [
      ['next_bookings', upcoming?.total ?? 0, SHOWN.upcoming],
      ['last_bookings', past?.total ?? 0, SHOWN.past],
      ['last_calls', calls?.total ?? 0, SHOWN.calls],
    ]),
  };
}

/** States how many records of each list are not shown, and how to get them. */
function omittedNotes(
  advice: CutAdvice,
  lists: readonly (readonly [name: keyof CutAdvice, found: number, shown: number])[],
) {
  const notes = lists
    .filter(([, found, shown]) => found > shown)
    .map(([name, found, shown]) => `${name} shows ${shown} of ${found}: ${advice[name]}.`);
  return notes.length > 0 ? { omitted: notes.join(' ') } : {};
}
