import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inSlices } from '../../src/lib/concurrency/slices.ts';
import { busyIntervals } from '../../src/tools/availability/busy-intervals.ts';
import { freeSlots, possibleStarts } from '../../src/tools/availability/free-slots.ts';
import type { Appointment, ScheduleSnapshot, ServiceFacts } from '../../src/tools/availability/schedule-snapshot.ts';

const MINUTE_MS = 60_000;
const STAFF = ['a', 'b', 'c', 'd'];
const SERVICES = ['s1', 's2', 's3'];
/** An interval of 12 hours; some appointments lie outside of it or across its ends. */
const WITHIN = { start: 0, end: 12 * 60 * MINUTE_MS };

const time = fc.integer({ min: -120, max: 14 * 60 }).map((minutes) => minutes * MINUTE_MS);
const services = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...SERVICES),
      name: fc.constant(undefined),
      minutes: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
      staffIds: fc.array(fc.constantFrom(...STAFF, 'x')),
    }),
    { selector: ({ id }) => id },
  )
  .map((list) => new Map(list.map((service): [string, ServiceFacts] => [service.id, service])));
const appointments = fc.array(
  fc.record<Appointment>({
    id: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
    serviceId: fc.option(fc.constantFrom(...SERVICES, 'unknown'), { nil: undefined }),
    staffId: fc.option(fc.constantFrom(...STAFF, 'x'), { nil: undefined }),
    start: fc.option(time, { nil: undefined, freq: 20 }),
    end: fc.option(time, { nil: undefined }),
    status: fc.constant('confirmed'),
  }),
  { maxLength: 20 },
);

/** The definition of an appointment's interval, applied to one candidate and one slot. */
function isBusy(staffId: string | undefined, slot: { start: number; end: number }, schedule: ScheduleSnapshot) {
  const known = [...schedule.services.values()].flatMap(({ minutes }) => minutes ?? []);
  const longest = known.length > 0 ? Math.max(...known) : 60;
  return schedule.appointments.some((appointment) => {
    if (appointment.id === '1') return false;
    const service = schedule.services.get(appointment.serviceId ?? '');
    const performers = service?.staffIds ?? [];
    const isNeeded =
      staffId === undefined ||
      (appointment.staffId === undefined
        ? performers.length === 0 || performers.includes(staffId)
        : appointment.staffId === staffId);
    const lengthMs = (service?.minutes ?? longest) * MINUTE_MS;
    const { start: from, end: to } = appointment;
    const start = from ?? (to === undefined ? Number.NEGATIVE_INFINITY : to - lengthMs);
    const end =
      to !== undefined && (from === undefined || to > from) ? to : from === undefined ? Infinity : from + lengthMs;
    return isNeeded && start < slot.end && end > slot.start;
  });
}

it('free slots agree with a comparison of every slot with every booking for every member of staff', async () => {
  await fc.assert(
    fc.asyncProperty(
      services,
      appointments,
      fc.subarray(STAFF),
      fc.integer({ min: 1, max: 300 }),
      async (known, booked, staffIds, minutes) => {
        const schedule: ScheduleSnapshot = {
          serviceId: SERVICES[0] as string,
          staff: new Map(),
          services: known,
          appointments: booked,
          hasAllServices: true,
          hasAllBookings: true,
          scanned: booked.length,
          total: booked.length,
        };
        const lengthMs = minutes * MINUTE_MS;
        const open = [
          { start: 30 * MINUTE_MS, end: 300 * MINUTE_MS },
          { start: 307 * MINUTE_MS, end: 700 * MINUTE_MS },
        ];
        const window = { start: WITHIN.start, end: WITHIN.end - lengthMs };
        const starts = possibleStarts(open, lengthMs, window);
        const schedules = await inSlices(busyIntervals(schedule, staffIds, WITHIN, '1'));
        const slots = await inSlices(freeSlots(starts, lengthMs, schedules));
        const candidates = staffIds.length > 0 ? staffIds : [undefined];
        const expected = starts.flatMap((start) => {
          const slot = { start, end: start + lengthMs };
          const free = candidates.filter((staffId) => !isBusy(staffId, slot, schedule));
          return free.length > 0 ? [{ ...slot, staffIds: free.filter((id) => id !== undefined) }] : [];
        });
        expect(slots.map((slot) => ({ ...slot, staffIds: slot.staffIds() }))).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});
