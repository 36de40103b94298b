import { type ScanResult, scan } from '../../api/index.ts';
import type { Booking, Read, Service } from '../../contract/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { allServices } from '../search/all-records.ts';
import { identifyService } from './known-services.ts';
import type { KnownStaff } from './known-staff.ts';

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
  name: string | undefined;
  /** Undefined if the record has no duration. */
  minutes: number | undefined;
  /** Staff who perform it. Empty if the record names none. */
  staffIds: readonly string[];
}

/** All services and bookings that could be read, at one point in time. */
export interface ScheduleSnapshot {
  /** The service that was asked for. */
  serviceId: string;
  services: ReadonlyMap<string, ServiceFacts>;
  /** True if all services were read. */
  hasAllServices: boolean;
  appointments: readonly Appointment[];
  /** The people whom services and bookings name. */
  staff: KnownStaff;
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
 * Reads all services and all bookings, in any order and number. Services come first: they are few, and a wrong service then
 * fails before every booking is read.
 * @param wanted id or name of the service.
 * @throws ToolError if the service is not in a completely read list, or a name means several.
 * @throws ApiError if one of the requests fails.
 */
export async function loadSchedule(
  wanted: string,
  context: Pick<ToolContext, 'api' | 'clock' | 'progress' | 'offered' | 'reads'>,
  signal: CancelSignal,
): Promise<ScheduleSnapshot> {
  const { api, clock, progress } = context;
  const { services, hasAllServices } = await loadServices(context, signal);
  const serviceId = identifyService(wanted, [...services.values()], hasAllServices, context);
  const staff = new Map<string, string | undefined>();
  for (const { staffIds } of services.values()) for (const id of staffIds) staff.set(id, undefined);
  const appointments: Appointment[] = [];
  const bookings = await scan(
    (query) => api.listBookings({ query, signal }),
    (read) => {
      const { staff_id: id, staff_name: name } = read.fields;
      if (id) staff.set(id, name ?? staff.get(id));
      if (!CANCELLED_STATUS.test(read.fields.status ?? '')) appointments.push(appointmentOf(read));
    },
    { clock, progress, maxRecords: MAX_BOOKINGS },
  );
  return {
    serviceId,
    staff,
    services,
    hasAllServices,
    appointments,
    hasAllBookings: isComplete(bookings),
    scanned: bookings.scanned,
    total: bookings.total,
  };
}

/** Reads all services. */
export async function loadServices(
  context: Pick<ToolContext, 'api' | 'clock' | 'reads'>,
  signal: CancelSignal,
): Promise<Pick<ScheduleSnapshot, 'services' | 'hasAllServices'>> {
  const catalogue = await allServices(context, signal);
  const services = new Map(
    catalogue.records.flatMap((read) => (read.fields.id ? [[read.fields.id, factsOf(read)] as const] : [])),
  );
  return { services, hasAllServices: isComplete(catalogue) };
}

/** A platform whose pages are smaller than it reports would end the scan early, so its own total decides. */
function isComplete({ complete, scanned, total }: ScanResult): boolean {
  return complete && (total === null || scanned >= total);
}

/** Reduces a booking to what availability depends on. */
export function appointmentOf({ fields }: Read<typeof Booking>): Appointment {
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
  return { id: fields.id ?? '', name: fields.name ?? undefined, minutes, staffIds: fields.staff_ids ?? [] };
}
