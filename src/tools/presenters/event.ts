import * as z from 'zod';
import { Booking, Call, Contact, personName, phone, readRecord } from '../../contract/index.ts';
import { KINDS, type PlatformEvent, SOURCES } from '../../events/event.ts';
import { kindsNamedBy, mayShow, type RecordAccess, recordShape } from '../core/record-kinds.ts';
import type { ToolTime } from '../core/times.ts';
import { presentBooking } from './booking.ts';
import { presentCall } from './call.ts';
import { omitNullish } from './record.ts';

/** An event in answers: its type, time and person. `resource_uri` is the URI of the record itself. */
export const eventShape = () =>
  recordShape(KINDS, {
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

/** Returns whether a caller may read the records that an event is about, by its record and by its type. */
export function mayShowEvent({ kind, type }: PlatformEvent, access: RecordAccess): boolean {
  return [kind, ...kindsNamedBy(type)].every((one) => mayShow(one, access));
}

/** Returns the resource URI of an event's record; undefined if the record is not available as a resource. */
export function recordUri({ kind, recordId }: PlatformEvent, access: RecordAccess): string | undefined {
  if (kind === 'unknown' || recordId === undefined || !mayShow(kind, access)) return undefined;
  return `rcpt://${kind}s/${encodeURIComponent(recordId)}`;
}

export function presentEvent(event: PlatformEvent, { time, offered }: RecordAccess & { time: ToolTime }) {
  const { type, at, kind, recordId, source, data } = event;
  const local = time.describe(at);
  // The contact's name in a call is the contact's.
  const mayName = kind !== 'call' || mayShow('contact', { offered });
  const name = [mayName && data.contact_name, data.caller_name, data.customer_name].find(
    (text) => typeof text === 'string',
  );
  return omitNullish({
    type,
    at: local?.utc ?? at,
    at_local: local?.local,
    kind,
    record_id: recordId,
    contact_name: name as string | undefined,
    ...personAndState(event, time),
    resource_uri: recordUri(event, { offered }),
    source,
  }) as z.input<ReturnType<typeof eventShape>>;
}

/** Returns the fields of the record that identify the person and the state. */
function personAndState({ kind, data }: PlatformEvent, time: ToolTime) {
  if (kind === 'booking') {
    const { contact_name, contact_phone, start_local, status } = presentBooking(readRecord(Booking, data), time);
    return omitNullish({ contact_name, contact_phone, start_local, status });
  }
  if (kind === 'call') {
    const { phone: contact_phone, status, outcome } = presentCall(readRecord(Call, data), time);
    return omitNullish({ contact_phone, status, outcome });
  }
  if (kind !== 'contact') return {};
  const { name: contact_name, phone: contact_phone } = readRecord(Contact, data).fields;
  return omitNullish({ contact_name, contact_phone });
}
