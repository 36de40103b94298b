import { loadBusiness } from '../business/business.ts';
import { findPresentMisfits } from '../business/misfits.ts';
import type { RouteContext } from '../routes/context.ts';
import { toIso } from '../store/time.ts';
import { LISTED_MISFITS } from './endpoints-business.ts';
import type { DashboardHandlers } from './router.ts';

/** What the dashboard shows of the business beside the tools. */
export const businessRoutes = ({ store, clock }: RouteContext): Pick<DashboardHandlers, 'listMisfits'> => ({
  async listMisfits({ team }) {
    // Not one transaction: there can be many bookings ahead, and writers would wait.
    const found = await store.readUncoordinated(async (db) =>
      findPresentMisfits(db, await loadBusiness(db, team.id), clock.now()),
    );
    const items = found.slice(0, LISTED_MISFITS).map(({ booking, reason }) => ({
      booking_id: booking.id,
      start_time: toIso(booking.start_time),
      service_name: booking.service_name,
      staff_name: booking.staff_name,
      contact_name: booking.contact_name,
      contact_phone: booking.contact_phone,
      contact_email: booking.contact_email,
      reason,
    }));
    return { items, total: found.length };
  },
});
