import { MINUTE_MS } from '../../lib/time/units.ts';
import type { OfferedService } from '../business/business.ts';
import type { BookingRow } from '../store/schema/schema.ts';

/**
 * Returns the length of an appointment of a service in milliseconds, without buffers. An appointment that is moved keeps its
 * own, which is not always that of its service: it can be imported, or older than the present duration of the service.
 * @param moved undefined for an appointment that is new or takes the present duration of its service.
 */
export function appointmentLength(
  { row }: Pick<OfferedService, 'row'>,
  moved?: Pick<BookingRow, 'service_id' | 'start_time' | 'end_time'>,
): number {
  return moved?.service_id === row.id ? moved.end_time - moved.start_time : row.duration_minutes * MINUTE_MS;
}
