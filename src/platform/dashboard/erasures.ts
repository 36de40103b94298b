import { adminErasure, CallMissingError, ContactMissingError, ErasureError } from '../admin/erasure.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { RouteContext } from '../routes/context.ts';
import { describeRecords } from './described-records.ts';
import type { DashboardHandlers } from './router.ts';

/** The erasure of the personal data of one customer of a team, or of one call. */
export function erasureRoutes({
  store,
  clock,
}: RouteContext): Pick<DashboardHandlers, 'planErasure' | 'eraseContact' | 'eraseCall'> {
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

async function explainRefusal<T>(erasure: Promise<T>): Promise<T> {
  return erasure.catch((error: unknown) => {
    if (error instanceof ContactMissingError) throw notFound('contact');
    if (error instanceof CallMissingError) throw notFound('call');
    if (!(error instanceof ErasureError)) throw error;
    throw new HttpError(400, { error: 'erasure_refused', message: error.message });
  });
}
