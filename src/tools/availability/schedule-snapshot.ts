import { type ScanResult, scan } from '../../api/index.ts';
import type { Booking, Read, Service } from '../../contract/index.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';

/** A booking that was not cancelled, as far as it matters for who is free when. Times in milliseconds since the epoch. */
export interface Appointment {
  id: string | undefined;
  serviceId: string | undefined;
  staffId: string | undefined;
  start: number | undefined;
  end: number | undefined;
  status: string | undefined;
}

/** What is known of a service. */
export interface ServiceFacts {
  id: string;
  /** Undefined when the record does not say. */
  minutes: number | undefined;
  /** Who performs it; empty when the record does not say. */
  staffIds: readonly string[];
}

/** Everything that could be read about who is occupied when. */
export interface ScheduleSnapshot {
  services: ReadonlyMap<string, ServiceFacts>;
  /** Whether all services were read. */
  allServices: boolean;
  appointments: readonly Appointment[];
  /** Whether all bookings were read. What is not known of cannot be called free. */
  allBookings: boolean;
  /** Bookings read, and how many there are if the platform says. */
  scanned: number;
  total: number | null;
}

/** Bookings read at most: a diary that was read in part is of no use, so this is more than a search reads. */
const MAX_BOOKINGS = 50_000;
/** A request to cancel is not a cancellation: only what has been cancelled is free. */
const CANCELLED = /cancell?ed/i;
/** Names under which platforms keep a duration in minutes. A bare `duration` may be in anything. */
const MINUTES = /^(duration|length)_?(in_?)?min(ute)?s?$/i;

/**
 * Reads all services and all bookings, whatever their order and number. Services come first: they are few, and a wrong
 * id need not cost the reading of every booking.
 * @throws ToolError when the service is not in a list that was read to its end.
 * @throws ApiError when one of the requests fails.
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
  const allServices = isWhole(catalogue);
  if (allServices && !services.has(serviceId)) {
    throw new ToolError(`There is no service ${serviceId}: list_services has the ids.`);
  }
  const appointments: Appointment[] = [];
  const bookings = await scan(
    (query) => api.listBookings({ query, signal }),
    (read) => {
      if (!CANCELLED.test(read.fields.status ?? '')) appointments.push(appointmentOf(read));
    },
    { clock, progress, maxRecords: MAX_BOOKINGS },
  );
  return {
    services,
    allServices,
    appointments,
    allBookings: isWhole(bookings),
    scanned: bookings.scanned,
    total: bookings.total,
  };
}

/** A platform that gives less a page than it says would end the scan early: its own count decides. */
function isWhole({ complete, scanned, total }: ScanResult): boolean {
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
  const named = Object.entries(other).find(([name, value]) => MINUTES.test(name) && Number(value) > 0);
  const minutes = fields.duration_minutes ?? (named ? Number(named[1]) : undefined);
  return { id: fields.id ?? '', minutes, staffIds: fields.staff_ids ?? [] };
}
