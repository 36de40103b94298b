import { HttpError } from '../http/errors.ts';
import type { Db, ServiceRow } from '../store/schema.ts';
import { isAvailable, type Slot, staffOfService, workload } from '../store/staff.ts';
import { toIso } from '../store/time.ts';

const MINUTE_MS = 60_000;

/** The slot that a service occupies from a start time (epoch milliseconds). */
export function slotFor(service: ServiceRow, start: number, excludedBookingId?: string): Slot {
  return { start, end: start + service.duration_minutes * MINUTE_MS, excludedBookingId };
}

/**
 * Assigns a slot to a staff member who performs the service: `preferred` if available, otherwise the one with the
 * fewest bookings within twelve hours, then the first by id. Throws 400 `slot_unavailable` if none is available.
 */
export async function assignStaff(tx: Db, service: ServiceRow, slot: Slot, preferred?: string): Promise<string> {
  const candidates: { id: string; load: number }[] = [];
  for (const id of await staffOfService(tx, service.id)) {
    if (!(await isAvailable(tx, id, slot))) continue;
    if (id === preferred) return id;
    candidates.push({ id, load: await workload(tx, id, slot) });
  }
  const [chosen] = candidates.sort((a, b) => a.load - b.load || (a.id < b.id ? -1 : 1));
  if (!chosen) throw slotUnavailableError(service, slot);
  return chosen.id;
}

function slotUnavailableError(service: ServiceRow, slot: Slot): HttpError {
  const message = `No staff member is available for ${service.name} from ${toIso(slot.start)} to ${toIso(slot.end)}. Choose another time.`;
  return new HttpError(400, { error: 'slot_unavailable', message });
}

/** A concurrent booking took the slot between the availability check and the write. */
export function slotTakenError(): HttpError {
  return new HttpError(400, {
    error: 'slot_unavailable',
    message: 'The slot was taken just now. Choose another time.',
  });
}
