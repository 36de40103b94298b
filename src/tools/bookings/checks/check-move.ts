import type { Booking, CreateBooking, Read } from '../../../contract/index.ts';
import { epochMs } from '../../../lib/time/intervals.ts';
import type { ToolContext } from '../../core/context.ts';
import { ToolError } from '../../core/errors.ts';
import { isCancelled } from '../../idempotency/bookings.ts';
import type { Written } from '../../idempotency/written.ts';
import type { Agreement } from './agreement.ts';
import { checkedBooking } from './check-booking.ts';
import { mayBeClosed } from './opening-hours.ts';
import type { Customer } from './same-person.ts';

/**
 * Changes a booking. If it gets another time, service or length, it is checked like a new one.
 * @param update receives the booking as it was checked, if it was read.
 * @throws QuestionError
 */
export async function checkedMove<R, W extends Written<R>>(
  id: string,
  change: CreateBooking,
  agreement: Agreement,
  context: ToolContext,
  update: (checked?: Read<typeof Booking>) => Promise<W>,
): Promise<W> {
  const { use_service_duration: takesDuration = false } = change;
  const mayMove = change.start_time !== undefined || change.service_id !== undefined || takesDuration;
  const isAgreed = agreement.allow_duplicate && agreement.outside_hours;
  if (!mayMove || (isAgreed && !(await mayBeClosed(context)))) return update();
  const read = await context.api.getBooking({ id, signal: context.signal });
  const { fields } = read;
  const [start, before] = [epochMs(change.start_time ?? fields.start_time), epochMs(fields.start_time)];
  const isSameService = change.service_id === undefined || change.service_id === fields.service_id;
  const isMoved = start !== before || !isSameService || takesDuration;
  if (start === undefined || !isMoved || isCancelled(read)) return update(read);
  const end = isSameService && !takesDuration ? epochMs(fields.end_time) : undefined;
  return checkedBooking<R, W>(
    {
      serviceId: change.service_id ?? fields.service_id ?? undefined,
      start,
      staffId: change.staff_id,
      person: await customerOf(read, change, context),
      moved: {
        id,
        lengthMs: end !== undefined && before !== undefined && end > before ? end - before : undefined,
        usesServiceDuration: takesDuration,
      },
    },
    agreement,
    context,
    () => update(read),
  );
}

/** Returns whom the booking is for after the change. */
async function customerOf({ fields }: Read<typeof Booking>, change: CreateBooking, context: ToolContext) {
  const { name, email, phone } = { ...fields.contact, ...change.contact };
  const customer: Customer = {
    name: name ?? undefined,
    email: email ?? undefined,
    phone: phone ? await inInternationalFormat(phone, context) : undefined,
    // A change of the details may make it the booking of another person.
    contactId: change.contact ? change.contact.id : (fields.contact_id ?? undefined),
  };
  return customer;
}

/** Returns a number as the platform has it, if it is no telephone number. */
async function inInternationalFormat(phone: string, context: ToolContext): Promise<string> {
  try {
    return await context.phone(phone);
  } catch (error) {
    if (error instanceof ToolError) return phone;
    throw error;
  }
}
