import { scan } from '../../api/index.ts';
import type { Booking, Call, Contact, Read, Resource } from '../../contract/index.ts';
import { normalizeText } from '../../lib/search/text-search.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { isActiveBooking } from '../search/booking-status.ts';
import { createActivityFilters, createContactFilter, createPersonMatcher } from '../search/people.ts';
import { forbiddenNote, incompleteNote, readList } from '../search/read-list.ts';
import { compareBy, type Found, newestFirst, sortKeyOf } from '../search/sort-key.ts';
import { isOfOther } from './other-contacts.ts';
import { createNotesFilter, isNoShow, type PersonRecords, type Some } from './person-records.ts';
import { collectSimilar } from './similar-names.ts';

/** Finds the records of a person by reading the lists as a whole. */
export function scanForPerson(context: ToolContext): PersonRecords {
  const { api, extensions, signal, clock } = context;
  return {
    async contacts(person, limit) {
      const isMatch = createContactFilter(person, await createPersonMatcher(context));
      const found: Found<typeof Contact>[] = [];
      const contacts = await scan(
        (page) => api.listContacts({ query: page, signal }),
        (read) => {
          if (isMatch(read)) found.push(positioned(read, ({ fields: { name } }) => name && normalizeText(name)));
        },
        { clock },
      );
      const first = found.sort(compareBy('asc')).slice(0, limit);
      const unread = contacts.complete ? [] : [incompleteNote('contacts', contacts)];
      return { found: first.map(({ read }) => read), total: found.length, unread };
    },

    async similar(name) {
      const { visit, nearest } = collectSimilar(name);
      await scan((page) => api.listContacts({ query: page, signal }), visit, { clock });
      return nearest();
    },

    async activity(person, limits) {
      const match = await createPersonMatcher(context);
      const filters = createActivityFilters(person, match);
      const hasAsked = createActivityFilters(person.asked, match);
      const belongsToOther = person.id === undefined ? () => false : isOfOther(person.id);
      const namesNumber = createNotesFilter(person);
      const bookings: Found<typeof Booking>[] = [];
      const noted: Found<typeof Booking>[] = [];
      const ofOthers: Found<typeof Booking>[] = [];
      const calls: Found<typeof Call>[] = [];
      // Calls belong to contacts and numbers.
      const hasCalls = person.id !== undefined || person.phone !== undefined;
      const [noteOnBookings, noteOnCalls] = await Promise.all([
        mayShow('booking', context) &&
          readList('bookings', () =>
            scan(
              (page) => api.listBookings({ query: page, signal }),
              (read) => {
                const isTheirs = filters.booking(read.fields);
                const lists = [
                  ...(isTheirs ? [bookings] : namesNumber(read) ? [noted] : []),
                  ...(belongsToOther(read) && hasAsked.booking(read.fields) ? [ofOthers] : []),
                ];
                if (lists.length === 0) return;
                const found = positioned(read, ({ fields }) => utcInstant(fields.start_time));
                for (const list of lists) list.push(found);
              },
              { clock },
            ),
          ),
        hasCalls &&
          mayShow('call', context) &&
          readList('calls', () =>
            scan(
              (page) => api.listCalls({ query: page, signal }),
              (read) => {
                if (filters.call(read.fields))
                  calls.push(positioned(read, ({ fields }) => utcInstant(fields.started_at)));
              },
              { clock },
            ),
          ),
      ]);
      const now = new Date(clock.now()).toISOString();
      const isAhead = ({ key, read }: Found<typeof Booking>) => key >= now && isActiveBooking(read.fields);
      const upcoming = bookings.filter(isAhead);
      const areBookingsRead = noteOnBookings !== false && noteOnBookings !== forbiddenNote('bookings');
      const areCallsRead = noteOnCalls !== false && noteOnCalls !== forbiddenNote('calls');
      const past = bookings.filter(({ key }) => key < now);
      const missed = past.filter(({ read }) => isNoShow(read));
      const areNoShowsKnown = areBookingsRead && (await extensions.has('no_shows', signal));
      return {
        upcoming: areBookingsRead ? some(upcoming.sort(compareBy('asc')), limits.upcoming) : undefined,
        noted: upcoming.length > 0 ? 0 : noted.filter(isAhead).length,
        ofOthers: ofOthers.filter(isAhead).length,
        past: areBookingsRead ? some(past.sort(newestFirst), limits.past) : undefined,
        noShows: areNoShowsKnown ? missed.length : undefined,
        calls: areCallsRead ? some(calls.sort(newestFirst), limits.calls) : undefined,
        areBookingsKnown: noteOnBookings === undefined,
        unread: [noteOnBookings, noteOnCalls].filter((note) => typeof note === 'string'),
      };
    },
  };
}

const positioned = <R extends Resource>(
  read: Read<R>,
  keyOf: (read: Read<R>) => string | null | undefined,
): Found<R> => ({ read, ...sortKeyOf(read, keyOf) });

const some = <R extends Resource>(found: readonly Found<R>[], limit: number): Some<R> => ({
  first: found.slice(0, limit).map(({ read }) => read),
  total: found.length,
});
