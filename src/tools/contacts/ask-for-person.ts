import { ApiError, type Page } from '../../api/index.ts';
import { type Call, MAX_PER_PAGE, NO_SHOW, type Read, type Resource } from '../../contract/index.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { forbiddenNote } from '../search/read-list.ts';
import { isOfOther } from './other-contacts.ts';
import { createNotesFilter, isNoShow, type PersonRecords, type Some, type SoughtPerson } from './person-records.ts';
import { beginningsOf, collectSimilar } from './similar-names.ts';

/** Bookings ahead of which some are counted: one page, and more than a person has. */
const COUNTED = 100;

/** Finds the records of a person with the extension `list_filters`: at most nine requests, however many records there are. */
export function askForPerson(context: ToolContext): PersonRecords {
  const { api, extensions, signal, clock } = context;
  return {
    async contacts({ name, email, phone }, limit) {
      const by = email !== undefined ? { email } : phone !== undefined ? { phone } : { name };
      const page = await api.listContacts({ query: { ...by, order: 'asc', per_page: limit }, signal });
      const { first, total } = some(page);
      return { found: first, total, unread: [] };
    },

    async similar(name) {
      const { visit, nearest } = collectSimilar(name);
      const pages = beginningsOf(name).map((beginning) =>
        api.listContacts({ query: { name: beginning, order: 'asc', per_page: MAX_PER_PAGE }, signal }),
      );
      for (const { items } of await Promise.all(pages)) items.forEach(visit);
      return nearest();
    },

    async activity(person, limits) {
      const now = new Date(clock.now()).toISOString();
      const { id, phone, otherPhones = [], asked } = person;
      const booked = bookingParameters(person);
      const unread = new Set<string>();
      const read = async <R extends Resource>(
        kind: 'booking' | 'call',
        ask: () => Promise<Some<R>>,
      ): Promise<Some<R> | undefined> => {
        // The answer has no lists of records that the caller may not read.
        if (!mayShow(kind, context)) return undefined;
        try {
          return await ask();
        } catch (error) {
          if (!(error instanceof ApiError) || error.details.kind !== 'forbidden') throw error;
          unread.add(forbiddenNote(`${kind}s`));
          return undefined;
        }
      };
      const [upcoming, past, calls] = await Promise.all([
        read('booking', async () => {
          const query = { ...booked, status: 'active', from: now, order: 'asc', per_page: limits.upcoming } as const;
          return some(await api.listBookings({ query, signal }));
        }),
        read('booking', async () => {
          const query = { ...booked, to: now, order: 'desc', per_page: limits.past } as const;
          return some(await api.listBookings({ query, signal }));
        }),
        // Without either, the list has the calls of everybody.
        id === undefined && phone === undefined
          ? undefined
          : read('call', async () => {
              const whose = [{ contact_id: id, phone }, ...otherPhones.map((other) => ({ phone: other }))];
              const part = { order: 'desc', per_page: limits.calls } as const;
              const pages = await Promise.all(whose.map((of) => api.listCalls({ query: { ...of, ...part }, signal })));
              return latestCalls(pages.map(some), limits.calls);
            }),
      ]);
      // The rest of the answer does not depend on these numbers.
      const counted = async (failure: string, count: () => Promise<number | undefined>) => {
        try {
          return await count();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          unread.add(failure);
          return undefined;
        }
      };
      const countNoted = async () => {
        if (upcoming?.total !== 0 || phone === undefined) return 0;
        const query = { query: phone, status: 'active', from: now, order: 'asc', per_page: COUNTED } as const;
        return (await api.listBookings({ query, signal })).items.filter(createNotesFilter(person)).length;
      };
      const countOfOthers = async () => {
        if (!upcoming || id === undefined || (asked.phone ?? asked.email) === undefined) return 0;
        const by = { contact_phone: asked.phone, contact_email: asked.email };
        const query = { ...by, status: 'active', from: now, order: 'asc', per_page: COUNTED } as const;
        return (await api.listBookings({ query, signal })).items.filter(isOfOther(id)).length;
      };
      const countNoShows = async () => {
        if (!past || !(await extensions.has('no_shows', signal))) return undefined;
        if (past.total <= past.first.length) return past.first.filter(isNoShow).length;
        const query = { ...booked, status: NO_SHOW, to: now, order: 'desc', per_page: 1 } as const;
        return some(await api.listBookings({ query, signal })).total;
      };
      const [noted = 0, ofOthers = 0, noShows] = await Promise.all([
        counted('notes of bookings ahead: the search for this number failed', countNoted),
        counted('bookings ahead of other contacts: the search for them failed', countOfOthers),
        counted('no-shows: they could not be counted', countNoShows),
      ]);
      return {
        upcoming,
        noted,
        ofOthers,
        past,
        noShows,
        calls,
        areBookingsKnown: upcoming !== undefined,
        unread: [...unread],
      };
    },
  };
}

/** Joins lists of calls that have none in common: a call of a contact is not found by its number. */
function latestCalls(lists: readonly Some<typeof Call>[], limit: number): Some<typeof Call> {
  const startOf = ({ fields }: Read<typeof Call>) => epochMs(fields.started_at) ?? 0;
  const all = lists.flatMap(({ first }) => first).sort((a, b) => startOf(b) - startOf(a));
  return { first: all.slice(0, limit), total: lists.reduce((sum, { total }) => sum + total, 0) };
}

/** The parameters that describe a person. */
const bookingParameters = ({ id, phone, email, name }: SoughtPerson) => ({
  contact_id: id,
  contact_phone: phone,
  contact_email: email,
  contact_name: name,
});

const some = <R extends Resource>({ items, total, search }: Pick<Page<R>, 'items' | 'total' | 'search'>): Some<R> => ({
  first: items,
  total: total ?? search?.total_at_least ?? items.length,
});
