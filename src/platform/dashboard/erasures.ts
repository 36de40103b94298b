import { adminCustomerData } from '../admin/customer-data.ts';
import {
  adminErasure,
  CallMissingError,
  ContactMissingError,
  ErasureError,
  PartialErasureError,
} from '../admin/erasure.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { RouteContext } from '../routes/context.ts';
import { describeRecords } from './described-records.ts';
import type { DashboardHandlers } from './router.ts';

/** A copy of the personal data of one customer of a team, and the erasure of these, or of one call. */
export function erasureRoutes({
  store,
  clock,
}: RouteContext): Pick<DashboardHandlers, 'planErasure' | 'copyContactData' | 'eraseContact' | 'eraseCall'> {
  const erasureOf = ({ id }: { id: string }) => adminErasure(store, clock, id);
  return {
    async planErasure({ team, params: { contact_id = '' } }) {
      const plan = await explainRefusal(erasureOf(team).plan(contact_id));
      const { bookings, calls, next, ofOthers, callsOfOthers, possible } = plan;
      const named = {
        contacts: possible.contacts,
        bookings: [...new Set([...ofOthers, ...possible.bookings])],
        calls: [...new Set([...callsOfOthers, ...possible.calls])],
      };
      const records = await store.readUncoordinated((db) =>
        describeRecords({ db, teamId: team.id, now: clock.now() }, named),
      );
      return {
        contact_id,
        bookings,
        calls,
        next: next ? { id: next.id, start_time: next.start } : null,
        bookings_of_others: ofOthers,
        calls_of_others: callsOfOthers,
        possible,
        records,
      };
    },
    async copyContactData({ team, params: { contact_id = '' }, body: { format, include } }) {
      const { text } = await explainRefusal(
        adminCustomerData(store, clock, erasureOf(team), team.id).copy(contact_id, format, include),
        'data_refused',
      );
      const isPage = format === 'page';
      return {
        name: `customer-${contact_id}.${isPage ? 'html' : 'json'}`,
        type: isPage ? 'text/html' : 'application/json',
        text,
      };
    },
    async eraseContact({ team, params: { contact_id = '' }, body: { include } }) {
      const erased = await explainRefusal(erasureOf(team).erase(contact_id, include));
      return { contact_id, ...erased };
    },
    async eraseCall({ team, params: { call_id = '' } }) {
      const erased = await explainRefusal(erasureOf(team).eraseCall(call_id));
      return { call_id, ...erased };
    },
  };
}

async function explainRefusal<T>(erasure: Promise<T>, code = 'erasure_refused'): Promise<T> {
  return erasure.catch((error: unknown) => {
    if (error instanceof ContactMissingError) throw notFound('contact');
    if (error instanceof CallMissingError) throw notFound('call');
    if (!(error instanceof ErasureError)) throw error;
    throw new HttpError(400, { error: code, message: error.message }, {}, error instanceof PartialErasureError);
  });
}
