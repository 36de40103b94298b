import { jsonOf, type ResourceDefinition } from './define.ts';

/** Short, because other users can change a record at any time. */
const RECORD_TTL_MS = 5_000;
/** An ended call does not change, and a call in progress is rarely read. */
const CALL_TTL_MS = 60_000;

/** Single records: the answers of the tools that get them. */
export const recordResources: readonly ResourceDefinition[] = [
  {
    name: 'booking',
    uri: 'rcpt://bookings/{id}',
    title: 'Booking',
    description: 'One appointment: service, time, person, notes, status.',
    mimeType: 'application/json',
    tool: 'get_booking',
    ttlMs: RECORD_TTL_MS,
    audience: ['user', 'assistant'],
    completes: 'booking_id',
    read: (id, context, tool) => jsonOf(tool, { booking_id: id }, context),
  },
  {
    name: 'contact',
    uri: 'rcpt://contacts/{id}',
    title: 'Contact',
    description: 'One customer profile.',
    mimeType: 'application/json',
    tool: 'get_contact',
    ttlMs: RECORD_TTL_MS,
    audience: ['user', 'assistant'],
    completes: 'contact_id',
    read: (id, context, tool) => jsonOf(tool, { contact_id: id }, context),
  },
  {
    name: 'call',
    uri: 'rcpt://calls/{id}',
    title: 'Call',
    description: 'One telephone call: summary, outcome, caller, without the transcript.',
    mimeType: 'application/json',
    tool: 'get_call',
    ttlMs: CALL_TTL_MS,
    audience: ['user', 'assistant'],
    completes: 'call_id',
    read: (id, context, tool) => jsonOf(tool, { call_id: id }, context),
  },
];
