import * as z from 'zod';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { FreeSlot } from '../availability/free-slots.ts';
import { updateBooking as changeBooking } from '../bookings/update-booking.ts';
import { defineTool } from '../core/define.ts';
import { verifiedAppointments } from './caller-checks.ts';
import { type Named, readServices } from './catalogue.ts';
import { confirmAloud, type Plan } from './confirm.ts';
import * as field from './fields.ts';
import { readTimesAround } from './free-times.ts';
import { during, type LocalInstants, type Office, openOffice } from './office.ts';
import { chooseAppointment, type OwnAppointment, sayAppointment, sayAppointments } from './own-appointments.ts';
import { isAtOwnLimit } from './own-limit.ts';
import { overlapping, withOwnCheck } from './own-overlaps.ts';
import { readPeople } from './people.ts';
import { isRefused, limitOf, limitReason } from './refusals.ts';
import { spokenSentences } from './speech.ts';
import { spokenLabel } from './spoken-label.ts';
import { freeStart, refusal } from './spoken-times.ts';

export const updateBooking = defineTool({
  name: 'update_booking',
  title: 'Move an appointment',
  description: `Move an appointment of the caller. ${field.ASK_FIRST}`,
  toolset: 'bookings',
  effect: 'update',
  scope: 'write:bookings',
  spoken: true,
  isDryRun: ({ confirmed }) => confirmed !== true,
  input: () =>
    z.strictObject({
      ...field.ownAppointment(),
      new_start: field.start(),
      confirmed: field.confirmed(),
    }),
  output: field.spokenOutput,
  async run(input, context) {
    const office = await openOffice(context);
    const meant = await office.instants(input.new_start);
    const { confirmed, new_start: _, ...named } = input;
    const plan = async () => {
      const verified = await verifiedAppointments(input, office);
      if ('spoken' in verified) return verified;
      const chosen = await chooseAppointment(input, verified.own, office);
      return 'spoken' in chosen ? chosen : planMove(chosen.found, meant, office);
    };
    const change = {
      tool: 'update_booking',
      request: { ...named, start: meant.starts[0] },
      confirmed: confirmed === true,
      plan,
    };
    return { spoken: spokenSentences(await confirmAloud(change, office)) };
  },
});

async function planMove(own: OwnAppointment, meant: LocalInstants, office: Office): Promise<Plan | { spoken: string }> {
  const { phrases } = office.speech;
  if (!meant.isSkipped && meant.starts.includes(own.start))
    return { spoken: phrases.haveAlready([sayAppointment(own, office)]) };
  // It has no free times, and platforms refuse the move.
  const stated = office.business?.fields.services?.find(({ id }) => id === own.serviceId);
  if (stated?.active === false) return { spoken: phrases.notMoved(sayAppointment(own, office)) };
  const moved = await serviceOf(own, office);
  const wanted = { staffIds: undefined, ...moved.service, minutes: moved.minutes };
  const query = { ...moved, staffId: undefined, excludedBookingId: own.id };
  const times = await readTimesAround(meant.starts[0], query, office);
  const { start, slot, reason } = freeStart(meant, times, office);
  const isLimited = await isAtOwnLimit({ start, moved: own }, office);
  if (isLimited || !slot)
    return { spoken: await refusal(start, times, office, isLimited ? limitReason(office) : reason, wanted) };
  const taker = await takerOf(own, slot, office);
  const had = await overlapping({ start, minutes: moved.minutes }, own.id, office);
  const other = taker?.id === own.staffId ? undefined : taker?.name;
  const question = phrases.askToMove(sayAppointment(own, office), office.moment(start), other);
  return {
    question: had.length > 0 ? `${phrases.haveAlready(sayAppointments(had, office))} ${question}` : question,
    basis: [own.id, own.start, own.serviceId, start, taker?.id, had.map(({ id }) => id)],
    perform: (context) => move({ own, start, taker, had, ...moved }, during(office, context)),
  };
}

/**
 * Returns who takes an appointment at another time, so that the question names another person than before, and the platform chooses
 * no third one. Undefined if the platform does not say who could, or chooses itself.
 */
async function takerOf({ staffId }: OwnAppointment, slot: FreeSlot, office: Office): Promise<Named | undefined> {
  const { extensions, signal } = office.context;
  if (staffId === undefined || !(await extensions.has('staff_assignment', signal))) return undefined;
  const free = slot.staffIds();
  const people = (await readPeople(office)).filter(({ id }) => free.includes(id));
  return people.find(({ id }) => id === staffId) ?? people[0];
}

/** Returns the service of an appointment, and the length that the appointment has after a move. */
async function serviceOf({ serviceId = '', start, end }: OwnAppointment, office: Office) {
  const services = await readServices(office);
  const found = services.find(({ id }) => id === serviceId);
  const service = found ?? { id: serviceId, name: serviceId };
  return { service, minutes: found?.minutes ?? (end - start) / MINUTE_MS };
}

interface PlannedMove extends Awaited<ReturnType<typeof serviceOf>> {
  own: OwnAppointment;
  /** Epoch milliseconds. */
  start: number;
  /** Undefined if the platform chooses. */
  taker: Named | undefined;
  had: readonly OwnAppointment[];
}

async function move(
  { own, start, taker, had, service, minutes }: PlannedMove,
  office: Office,
): Promise<string | undefined> {
  const { context, speech } = office;
  const request = {
    booking_id: own.id,
    start_time: new Date(start).toISOString(),
    ...(taker ? { staff_id: taker.id } : {}),
  };
  context.audited.recordId = own.id;
  try {
    const time = { start, minutes, movedId: own.id, had };
    const changed = await withOwnCheck(time, office, (mayOverlap) =>
      changeBooking.run({ ...request, ...(mayOverlap ? { allow_duplicate: true } : {}) }, context),
    );
    if (!changed) return undefined;
    context.audited.isDone = true;
    const { staff_name: staff } = changed.booking as { staff_name?: string };
    const said = { ...own, staff: staff ? spokenLabel(staff) : own.staff, start };
    return speech.phrases.moved(sayAppointment(said, office));
  } catch (error) {
    if (!isRefused(error)) throw error;
    const times = await readTimesAround(start, { service, staffId: undefined, excludedBookingId: own.id }, office);
    const wanted = { staffIds: undefined, ...service, minutes };
    return refusal(start, times, office, await limitOf(error, { start, moved: own }, office), wanted);
  }
}
