import * as z from 'zod';
import { type Booking, bookingFilterSchema, bookingSearchSchema } from '../../contract/index.ts';
import { memoize } from '../../lib/concurrency/lazy.ts';
import type { Caller } from '../auth/caller.ts';
import { refusalOf } from '../availability/refusal.ts';
import { createTimeHolds } from '../availability/time-holds.ts';
import { RuleViolationError } from '../availability/violation.ts';
import type { BusinessCache, ReadBusiness } from '../business/cache.ts';
import { HttpError } from '../http/errors.ts';
import { readQuery } from '../http/query.ts';
import type { Handlers } from '../http/router.ts';
import { filteredResult, readPosition, readSearch, readTimes, timeKey, timeText } from '../http/search-query.ts';
import { book, cancelBooking, changeBooking, requireBooking } from '../rules/book.ts';
import { cancelledBookingSchema, changedBookingSchema, newBookingSchema } from '../rules/booking-body.ts';
import type { BookingContext } from '../rules/booking-context.ts';
import { bookingRecord, listBookings, listBookingsStarting, type StartTimes } from '../store/bookings/bookings.ts';
import type { Decision } from '../store/engine.ts';
import type { Db } from '../store/schema/schema.ts';
import { searchBookings } from '../store/search/booking-search.ts';
import type { RouteContext } from './context.ts';

type Names = 'listBookings' | 'createBooking' | 'getBooking' | 'updateBooking' | 'cancelBooking';

/** All filters of bookings. */
const searchSchema = memoize(() => z.object({ ...bookingFilterSchema().shape, ...bookingSearchSchema().shape }));

export function bookingRoutes({ store, clock }: RouteContext, businesses: BusinessCache): Pick<Handlers, Names> {
  const holds = createTimeHolds();
  /** Converts violations of the business's rules and of the database's overlap constraint, the last defence, into a 400. */
  const decide = async <T extends Booking>(
    { teamId }: Caller,
    decision: (db: Db, present: Pick<BookingContext, 'business' | 'hold' | 'isLocked'>) => Promise<Decision<T>>,
  ) => {
    let last: ReadBusiness | undefined;
    const hold = holds.open();
    const work = async (db: Db, isLocked: boolean) => {
      const present = await businesses.read(db, teamId, isLocked);
      last = present;
      const { conditions, store } = await decision(db, { business: present.business, hold, isLocked });
      return { conditions: [present.isPresent, ...conditions], store };
    };
    const stored = await store
      .decide(teamId, work)
      .catch(async (error: unknown) => {
        if (error instanceof RuleViolationError) throw await refusalOf(store.read, error);
        throw store.isOverlap(error) ? slotTakenError() : error;
      })
      .finally(hold.end);
    if (last) businesses.keep(last.business);
    return stored;
  };
  /** Runs before the body is read: 404 comes before 400. */
  const mustExist = (teamId: string, id: string) => store.readUncoordinated((db) => requireBooking(db, teamId, id));
  return {
    async listBookings({ caller, page, searchParams }) {
      const query = readSearch(searchParams, searchSchema(), Object.keys(bookingFilterSchema().shape));
      if (query) {
        const { order = 'asc', after, from: _from, to: _to, ...filters } = query;
        const search = { order, after: readPosition(after, timeKey), perPage: page.perPage };
        const wanted = { ...filters, ...readTimes(query), withNames: query.without_names !== 'true' };
        const found = await searchBookings(store, caller.teamId, wanted, search);
        return filteredResult(found, search, bookingRecord, timeText);
      }
      const starts = readStartTimes(searchParams);
      const { items, total } = await store.read((db) =>
        starts ? listBookingsStarting(db, caller.teamId, starts, page) : listBookings(db, caller.teamId, page),
      );
      return { items: items.map(bookingRecord), total };
    },
    async createBooking({ caller, callReference, body }) {
      const input = await body(newBookingSchema());
      return decide(caller, (db, present) => book(db, input, { now: clock.now(), caller, callReference, ...present }));
    },
    async getBooking({ caller, params }) {
      return bookingRecord(await mustExist(caller.teamId, params.id));
    },
    async updateBooking({ caller, params, precondition, callReference, body }) {
      await mustExist(caller.teamId, params.id);
      const changes = await body(changedBookingSchema());
      return decide(caller, async (db, present) => {
        const before = await requireBooking(db, caller.teamId, params.id);
        precondition.assertHolds(bookingRecord(before));
        return changeBooking(db, before, changes, { now: clock.now(), caller, callReference, ...present });
      });
    },
    async cancelBooking({ caller, params, precondition, callReference, body }) {
      await mustExist(caller.teamId, params.id);
      await body(cancelledBookingSchema());
      return decide(caller, async (db) => {
        const before = await requireBooking(db, caller.teamId, params.id);
        precondition.assertHolds(bookingRecord(before));
        return cancelBooking(db, before, { now: clock.now(), callReference });
      });
    },
  };
}

/** Returns the start times that the query asks for; undefined if it asks for all bookings. */
function readStartTimes(searchParams: URLSearchParams): StartTimes | undefined {
  const query = readQuery(only(searchParams, Object.keys(bookingFilterSchema().shape)), bookingFilterSchema());
  const times = readTimes(query);
  return times.from === undefined && times.to === undefined ? undefined : times;
}

/** Lists have always ignored parameters that they do not know. */
const only = (parameters: URLSearchParams, names: readonly string[]) =>
  new URLSearchParams([...parameters].filter(([name]) => names.includes(name)));

/** A concurrent booking took the slot between the availability check and the write. */
const slotTakenError = () =>
  new HttpError(400, { error: 'slot_unavailable', message: 'The slot was taken just now. Choose another time.' });
