import { type Api, type Extensions, ifPermitted, scan } from '../../api/index.ts';
import type { Booking, BusinessRecord, ReadFields, Staff } from '../../contract/index.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { parseMinutes } from '../../lib/time/minutes.ts';

interface AgendaReader {
  api: Api;
  extensions: Extensions;
  clock: Clock;
}

/** A service as far as an agenda needs it. Minutes. */
interface AgendaService {
  name: string | undefined;
  minutes: number | undefined;
  bufferBefore: number;
  bufferAfter: number;
}

/** What a platform says about its business. */
export interface Description {
  /** Empty if the platform does not describe its business. */
  business: ReadFields<typeof BusinessRecord>;
  staff: readonly (Pick<Staff, 'id' | 'name' | 'active' | 'opening_hours' | 'time_off'> & {
    /** True if busy times of a private calendar count; absent if the platform does not say it. */
    has_calendar?: boolean;
  })[];
  services: ReadonlyMap<string, AgendaService>;
}

export interface Booked {
  /** Those that start in the time that was asked for; more where the platform cannot select them. */
  bookings: ReadFields<typeof Booking>[];
  /** True if all bookings were read. */
  isComplete: boolean;
}

/** Busy times of private calendars during bookings, by the ids of the bookings. */
export type PrivateBusy = ReadonlyMap<string, readonly { from: string; to: string }[]>;

/** The records that an agenda is made of. */
export type AgendaRecords = Description & Booked & { privateBusy: PrivateBusy };

/** As many as the tools read for free times. */
const MAX_BOOKINGS = 50_000;
/** What one of the steps may take in all, in milliseconds; each request has a timeout of its own. */
const TIMEOUT_MS = 120_000;

/**
 * Reads hours, people and services, as far as the platform has them and the key may read them: bookings are enough for an agenda.
 * @throws ApiError
 */
export async function readDescription(reader: AgendaReader): Promise<Description> {
  const { api, extensions } = reader;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const described = (await extensions.has('business', signal))
    ? await ifPermitted(() => api.getBusiness({ signal }))
    : undefined;
  const business = described?.fields ?? {};
  return {
    business,
    staff: business.staff ?? (await readStaff(reader, signal)),
    services: business.services ? describedServices(business.services) : await readServices(reader, signal),
  };
}

/** Reads the bookings that start in a time, or all where the platform cannot select them. @throws ApiError */
export async function readBookings(
  { api, clock, extensions }: AgendaReader,
  { start, end }: Interval,
): Promise<Booked> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const filter = (await extensions.has('booking_time_filter', signal))
    ? { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
    : {};
  const bookings: Booked['bookings'] = [];
  const { complete, total, scanned } = await scan(
    (query) => api.listBookings({ query: { ...query, ...filter }, signal }),
    ({ fields }) => void bookings.push(fields),
    { clock, maxRecords: MAX_BOOKINGS },
  );
  return { bookings, isComplete: complete && (total === null || scanned >= total) };
}

/** Reads which bookings of a time collide with private calendars, where the platform says it. @throws ApiError */
export async function readPrivateBusy(
  { api, extensions }: AgendaReader,
  { start, end }: Interval,
): Promise<PrivateBusy> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  if (!(await extensions.has('calendar_conflicts', signal))) return new Map();
  const query = { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
  const read = await ifPermitted(() => api.getCalendarConflicts({ query, signal }));
  return new Map((read?.fields.conflicts ?? []).map(({ booking_id, busy }) => [booking_id, busy]));
}

function describedServices(services: NonNullable<Description['business']['services']>) {
  return new Map(
    services.map(({ id, name, duration, buffer_before: before, buffer_after: after }): [string, AgendaService] => [
      id,
      {
        name,
        minutes: parseMinutes(duration),
        bufferBefore: parseMinutes(before ?? '') ?? 0,
        bufferAfter: parseMinutes(after ?? '') ?? 0,
      },
    ]),
  );
}

async function readServices({ api, clock }: AgendaReader, signal: AbortSignal): Promise<Description['services']> {
  const services = new Map<string, AgendaService>();
  await ifPermitted(() =>
    scan(
      (query) => api.listServices({ query, signal }),
      ({ fields: { id, name, duration_minutes: minutes } }) => {
        if (id)
          services.set(id, { name: name ?? undefined, minutes: minutes ?? undefined, bufferBefore: 0, bufferAfter: 0 });
      },
      { clock },
    ),
  );
  return services;
}

async function readStaff({ api, clock, extensions }: AgendaReader, signal: AbortSignal): Promise<Description['staff']> {
  const staff: Description['staff'][number][] = [];
  if (!(await extensions.has('staff', signal))) return staff;
  await ifPermitted(() =>
    scan(
      (query) => api.listStaff({ query, signal }),
      ({ fields: { id, name, active, opening_hours, time_off } }) => {
        if (id)
          staff.push({
            id,
            name: name ?? id,
            active: active ?? true,
            opening_hours: opening_hours ?? null,
            time_off: time_off ?? [],
          });
      },
      { clock },
    ),
  );
  return staff;
}
