import * as z from 'zod';
import { Booking, Call, Contact, personName, phone, readRecord } from '../../contract/index.ts';
import { KINDS, type Kind, type PlatformEvent, SOURCES } from '../../events/event.ts';
import type { ToolTime } from '../core/context.ts';
import { presentBooking } from './booking.ts';
import { presentCall } from './call.ts';
import { present } from './record.ts';

/** An event as tools answer it: what happened, when, and whom it concerns. The record itself is read by its address. */
export const eventShape = () =>
  z.object({
    type: z.string(),
    at: z.string().describe('UTC'),
    at_local: z.string().optional(),
    kind: z.enum(KINDS),
    record_id: z.string().optional(),
    contact_name: personName().optional(),
    contact_phone: phone().optional(),
    start_local: z.string().optional().describe('Of a booking'),
    status: z.string().optional(),
    outcome: z.string().optional(),
    resource_uri: z.string().optional(),
    source: z.enum(SOURCES),
  });

/** The tool that reads a record, and where the same can be read as a resource. */
const READ_BY = { booking: 'get_booking', contact: 'get_contact', call: 'get_call' } as const;

/** The address of a record; undefined when it has none here. */
export function recordUri(kind: Kind, recordId: string | undefined, offered: readonly string[]): string | undefined {
  if (kind === 'unknown' || recordId === undefined || !offered.includes(READ_BY[kind])) return undefined;
  return `rcpt://${kind}s/${encodeURIComponent(recordId)}`;
}

export function presentEvent(event: PlatformEvent, time: ToolTime, offered: readonly string[]) {
  const { type, at, kind, recordId, source, data } = event;
  const moment = time.describe(at);
  const name = [data.contact_name, data.caller_name, data.customer_name].find((text) => typeof text === 'string');
  return present({
    type,
    at: moment?.utc ?? at,
    at_local: moment?.local,
    kind,
    record_id: recordId,
    contact_name: name as string | undefined,
    ...concerned(event, time),
    resource_uri: recordUri(kind, recordId, offered),
    source,
  }) as z.input<ReturnType<typeof eventShape>>;
}

/** What of the record says whom and what it is about. */
function concerned({ kind, data }: PlatformEvent, time: ToolTime) {
  if (kind === 'booking') {
    const { contact_name, contact_phone, start_local, status } = presentBooking(readRecord(Booking, data), time);
    return present({ contact_name, contact_phone, start_local, status });
  }
  if (kind === 'call') {
    const { phone: contact_phone, status, outcome } = presentCall(readRecord(Call, data), time);
    return present({ contact_phone, status, outcome });
  }
  if (kind !== 'contact') return {};
  const { name: contact_name, phone: contact_phone } = readRecord(Contact, data).fields;
  return present({ contact_name, contact_phone });
}
