import * as z from 'zod';
import { type Booking, BookingFilter, BookingSearch } from '../../contract/index.ts';
import { refusalOf } from '../availability/refusal.ts';
import { RuleViolationError } from '../availability/violation.ts';
import { HttpError } from '../http/errors.ts';
import { readQuery } from '../http/query.ts';
import type { Handlers } from '../http/router.ts';
import { filteredResult, readPosition, readSearch, readTimes, timeKey } from '../http/search-query.ts';
import { book, cancelBooking, changeBooking, requireBooking } from '../rules/book.ts';
import { CancelledBooking, ChangedBooking, NewBooking } from '../rules/booking-body.ts';
import { bookingRecord, listBookings, listBookingsStarting, type StartTimes } from '../store/bookings.ts';
import type { Db } from '../store/schema.ts';
import { searchBookings } from '../store/search/booking-search.ts';
import type { RouteContext } from './context.ts';

type Names = 'listBookings' | 'createBooking' | 'getBooking' | 'updateBooking' | 'cancelBooking';

/** All filters of bookings. */
const SEARCH = z.object({ ...BookingFilter.shape, ...BookingSearch.shape });

export function bookingRoutes({ store, clock }: RouteContext): Pick<Handlers, Names> {
  /** Converts violations of the business's rules and of the database's overlap constraint, the last defence, into a 400. */
  const write = <T extends Booking>(teamId: string, work: (tx: Db) => Promise<T>) =>
    store.write(work, { team: teamId }).catch(async (error: unknown) => {
      if (error instanceof RuleViolationError) throw await refusalOf(store.read, error);
      throw store.isOverlap(error) ? slotTakenError() : error;
    });
  /** Runs before the body is read: 404 comes before 400. */
  const mustExist = (teamId: string, id: string) => store.readUncoordinated((db) => requireBooking(db, teamId, id));
  return {
    async listBookings({ caller, page, searchParams }) {
      const query = readSearch(searchParams, SEARCH, Object.keys(BookingFilter.shape));
      if (query) {
        const { order = 'asc', after, from: _from, to: _to, ...filters } = query;
        const search = { order, after: readPosition(after, timeKey), perPage: page.perPage };
        const wanted = { ...filters, ...readTimes(query) };
        const found = await store.readUncoordinated((db) => searchBookings(db, caller.teamId, wanted, search));
        return filteredResult(found, search, bookingRecord);
      }
      const starts = readStartTimes(searchParams);
      const { items, total } = await store.read((db) =>
        starts ? listBookingsStarting(db, caller.teamId, starts, page) : listBookings(db, caller.teamId, page),
      );
      return { items: items.map(bookingRecord), total };
    },
    async createBooking({ caller, callReference, body }) {
      const input = await body(NewBooking);
      return write(caller.teamId, (tx) => book(tx, input, { now: clock.now(), caller, callReference }));
    },
    async getBooking({ caller, params }) {
      return bookingRecord(await mustExist(caller.teamId, params.id));
    },
    async updateBooking({ caller, params, precondition, callReference, body }) {
      await mustExist(caller.teamId, params.id);
      const changes = await body(ChangedBooking);
      return write(caller.teamId, async (tx) => {
        const before = await requireBooking(tx, caller.teamId, params.id);
        precondition.assertHolds(bookingRecord(before));
        return changeBooking(tx, before, changes, { now: clock.now(), caller, callReference });
      });
    },
    async cancelBooking({ caller, params, precondition, callReference, body }) {
      await mustExist(caller.teamId, params.id);
      await body(CancelledBooking);
      return write(caller.teamId, async (tx) => {
        const before = await requireBooking(tx, caller.teamId, params.id);
        precondition.assertHolds(bookingRecord(before));
        return cancelBooking(tx, before, { now: clock.now(), callReference });
      });
    },
  };
}

/** Returns the start times that the query asks for; undefined if it asks for all bookings. */
function readStartTimes(searchParams: URLSearchParams): StartTimes | undefined {
  const query = readQuery(only(searchParams, Object.keys(BookingFilter.shape)), BookingFilter);
  const times = readTimes(query);
  return times.from === undefined && times.to === undefined ? undefined : times;
}

/** Lists have always ignored parameters that they do not know. */
const only = (parameters: URLSearchParams, names: readonly string[]) =>
  new URLSearchParams([...parameters].filter(([name]) => names.includes(name)));

/** A concurrent booking took the slot between the availability check and the write. */
const slotTakenError = () =>
  new HttpError(400, { error: 'slot_unavailable', message: 'The slot was taken just now. Choose another time.' });
