import type { Booking } from '../../contract/index.ts';
import type { Handlers } from '../http/router.ts';
import { book, cancelBooking, changeBooking, requireBooking } from '../rules/book.ts';
import { CancelledBooking, ChangedBooking, NewBooking } from '../rules/booking-body.ts';
import { slotTakenError } from '../rules/scheduling.ts';
import { bookingRecord, listBookings } from '../store/bookings.ts';
import type { Db } from '../store/schema.ts';
import type { RouteContext } from './context.ts';

type Names = 'listBookings' | 'createBooking' | 'getBooking' | 'updateBooking' | 'cancelBooking';

export function bookingRoutes({ store, clock }: RouteContext): Pick<Handlers, Names> {
  /** Converts a violation of the database's overlap constraint, the last line of defence, into a 400. */
  const write = (teamId: string, work: (tx: Db) => Promise<Booking>) =>
    store.write(work, { team: teamId }).catch((error: unknown) => {
      throw store.isOverlap(error) ? slotTakenError() : error;
    });
  /** Runs before the body is read: 404 comes before 400. */
  const mustExist = (teamId: string, id: string) => store.readUncoordinated((db) => requireBooking(db, teamId, id));
  return {
    async listBookings({ caller, page }) {
      const { items, total } = await store.read((db) => listBookings(db, caller.teamId, page));
      return { items: items.map(bookingRecord), total };
    },
    async createBooking({ caller, body }) {
      const input = await body(NewBooking);
      return write(caller.teamId, (tx) => book(tx, caller.teamId, input, clock.now()));
    },
    async getBooking({ caller, params }) {
      return bookingRecord(await mustExist(caller.teamId, params.id));
    },
    async updateBooking({ caller, params, precondition, body }) {
      await mustExist(caller.teamId, params.id);
      const changes = await body(ChangedBooking);
      return write(caller.teamId, async (tx) => {
        const before = await requireBooking(tx, caller.teamId, params.id);
        precondition.assertHolds(bookingRecord(before));
        return changeBooking(tx, before, changes, clock.now());
      });
    },
    async cancelBooking({ caller, params, precondition, body }) {
      await mustExist(caller.teamId, params.id);
      await body(CancelledBooking);
      return write(caller.teamId, async (tx) => {
        const before = await requireBooking(tx, caller.teamId, params.id);
        precondition.assertHolds(bookingRecord(before));
        return cancelBooking(tx, before, clock.now());
      });
    },
  };
}
