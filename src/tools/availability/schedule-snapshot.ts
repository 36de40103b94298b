import { type ScanResult, scan } from '../../api/index.ts';
import type { Booking, Read, Service } from '../../contract/index.ts';
import { say } from '../../lib/sentence.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';

/** A booking that is not cancelled, reduced to what availability depends on. Times in milliseconds since the epoch. */
export interface Appointment {
  id: string | undefined;
  serviceId: string | undefined;
  staffId: string | undefined;
  start: number | undefined;
  end: number | undefined;
  status: string | undefined;
}

/** Duration and staff of a service. */
export interface ServiceFacts {
  id: string;
  /** Undefined if the record has no duration. */
  minutes: number | undefined;
  /** Staff who perform it. Empty if the record names none. */
  staffIds: readonly string[];
}

/** All services and bookings that could be read, at one point in time. */
export interface ScheduleSnapshot {
  services: ReadonlyMap<string, ServiceFacts>;
  /** True if all services were read. */
  hasAllServices: boolean;
  appointments: readonly Appointment[];
  /** True if all bookings were read. Otherwise no time can be called free. */
  hasAllBookings: boolean;
  /** Number of bookings that were read. */
  scanned: number;
  /** Number of bookings that exist; null if the platform does not report it. */
  total: number | null;
}

/** More than a search reads, because a partial schedule is of no use. */
const MAX_BOOKINGS = 50_000;
/** A requested cancellation still blocks its time: only a completed one frees it. */
const CANCELLED_STATUS = /cancell?ed/i;
/** Field names that platforms use for a duration in minutes. The unit of a bare `duration` is unknown. */
const DURATION_FIELD = /^(duration|length)_?(in_?)?min(ute)?s?$/i;

/**
 * Reads all services and all bookings, in any order and number. Services come first: they are few, and a wrong id then
 * fails before every booking is read.
 * @throws ToolError if the service is not in a completely read list.
 * @throws ApiError if one of the requests fails.
 */
export async function loadSchedule(
  serviceId: string,
  { api, clock, progress }: Pick<ToolContext, 'api' | 'clock' | 'progress'>,
  signal: AbortSignal,
): Promise<ScheduleSnapshot> {
  const services = new Map<string, ServiceFacts>();
  const catalogue = await scan(
    (query) => api.listServices({ query, signal }),
    (read) => {
      if (read.fields.id) services.set(read.fields.id, factsOf(read));
    },
    { clock },
  );
  const hasAllServices = isComplete(catalogue);
  if (hasAllServices && !services.has(serviceId)) {
    throw new ToolError(say`There is no service ${serviceId}: list_services has the ids.`);
  }
  const appointments: Appointment[] = [];
  const bookings = await scan(
    (query) => api.listBookings({ query, signal }),
    (read) => {
      if (!CANCELLED_STATUS.test(read.fields.status ?? '')) appointments.push(appointmentOf(read));
    },
    { clock, progress, maxRecords: MAX_BOOKINGS },
  );
  return {
    services,
    hasAllServices,
    appointments,
    hasAllBookings: isComplete(bookings),
    scanned: bookings.scanned,
    total: bookings.total,
  };
}

/** A platform whose pages are smaller than it reports would end the scan early, so its own total decides. */
function isComplete({ complete, scanned, total }: ScanResult): boolean {
  return complete && (total === null || scanned >= total);
}

function appointmentOf({ fields }: Read<typeof Booking>): Appointment {
  return {
    id: fields.id ?? undefined,
    serviceId: fields.service_id ?? undefined,
    staffId: fields.staff_id ?? undefined,
    start: epochMs(fields.start_time),
    end: epochMs(fields.end_time),
    status: fields.status ?? undefined,
  };
}

function factsOf({ fields, other }: Read<typeof Service>): ServiceFacts {
  const undocumented = Object.entries(other).find(([name, value]) => DURATION_FIELD.test(name) && Number(value) > 0);
  const minutes = fields.duration_minutes ?? (undocumented ? Number(undocumented[1]) : undefined);
  return { id: fields.id ?? '', minutes, staffIds: fields.staff_ids ?? [] };
}
