import { type Behaviour, json, page, type Received } from '../../support/upstream.ts';

/** Kinds of records, each with the toolset whose tools read it. */
export const TOOLSET_OF = {
  booking: 'bookings',
  contact: 'contacts',
  call: 'calls',
  service: 'services',
  webhook: 'webhooks',
} as const;
export type MarkedKind = keyof typeof TOOLSET_OF;
export const MARKED_KINDS = Object.keys(TOOLSET_OF) as MarkedKind[];

/** Returns a word that occurs only in the fields of one kind of record. */
export const markOf = (kind: MarkedKind) => `canary${kind}`;
const numberOf = (kind: MarkedKind) => `+1202555013${MARKED_KINDS.indexOf(kind)}`;

/** Returns the kinds of records of which a text shows a word or a telephone number. */
export function kindsIn(text: string): MarkedKind[] {
  const shown = text.toLowerCase();
  return MARKED_KINDS.filter((kind) => shown.includes(markOf(kind)) || shown.includes(numberOf(kind).slice(-7)));
}

const person = (kind: MarkedKind) => ({
  name: `${markOf(kind)} Adams`,
  email: `${markOf(kind)}@example.com`,
  phone: numberOf(kind),
});

/** The documented fields of each record. The records refer to each other by id. */
const OWN: Record<MarkedKind, Record<string, unknown>> = {
  booking: {
    id: 'bk_1',
    service_id: 'svc_1',
    start_time: '2199-12-02T15:00:00Z',
    end_time: '2199-12-02T15:30:00Z',
    contact: person('booking'),
    notes: `${markOf('booking')} asks for a window`,
    status: 'confirmed',
    contact_id: 'ct_1',
  },
  contact: { id: 'ct_1', ...person('contact') },
  call: {
    id: 'call_1',
    direction: 'inbound',
    status: 'completed',
    outcome: 'booked',
    phone: numberOf('call'),
    contact_id: 'ct_1',
    booking_id: 'bk_1',
    started_at: '2025-01-02T15:00:00Z',
    duration_seconds: 60,
    summary: `${markOf('call')} wants a refund`,
    transcript: [{ speaker: 'caller', text: `${markOf('call')} says refund`, offset_seconds: 0 }],
  },
  service: { id: 'svc_1', name: markOf('service'), duration_minutes: 30, price_cents: 5_000, currency: 'USD' },
  webhook: {
    id: 'wh_1',
    url: `https://${markOf('webhook')}.example.com/in`,
    events: ['booking.created'],
    signing_secret: 'whsec_hidden',
  },
};

/** Undocumented fields of each record, in which the platform repeats other records. */
const EMBEDDED: Record<MarkedKind, Record<string, unknown>> = {
  booking: { customer: OWN.contact, lastCall: OWN.call, service: OWN.service },
  contact: { upcoming_bookings: [OWN.booking], history: { calls: [OWN.call] } },
  call: { contact: OWN.contact, appointment: OWN.booking },
  service: { next_reservations: [OWN.booking] },
  webhook: { last_payload: { call: OWN.call } },
};

/** Returns the record of a kind as the platform sends it. */
export const recordOf = (kind: MarkedKind) => ({ ...OWN[kind], ...EMBEDDED[kind] });

const SEGMENTS: Record<string, MarkedKind> = {
  bookings: 'booking',
  contacts: 'contact',
  calls: 'call',
  services: 'service',
  webhooks: 'webhook',
};

/** A platform with one record of each kind, whose fields contain a word that occurs in no other kind of record. */
export const markedPlatform: Behaviour = (request, response) => {
  const [, segment = '', id] = /\/v1\/([^/?]+)(?:\/([^?]+))?/.exec(request.path) ?? [];
  const kind = SEGMENTS[segment];
  if (kind === undefined) return json(404, { error: { code: 'not_found' } })(request, response);
  if (id === 'events') return page([{ name: 'booking.created' }])(request, response);
  const isList = id === undefined && request.method === 'GET';
  return (isList ? page([recordOf(kind)]) : json(200, { data: { ...recordOf(kind), ...changeOf(request) } }))(
    request,
    response,
  );
};

/** Returns what a write asked for: a client believes only an answer that shows it. */
function changeOf({ method, path, body }: Received): Record<string, unknown> {
  if (method === 'DELETE') return { deleted: true };
  if (path.endsWith('/cancel')) return { status: 'cancelled' };
  return body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
}

/** The same platform, which rejects every booking. */
export const bookedOut: Behaviour = (request, response) =>
  request.method === 'GET'
    ? markedPlatform(request, response)
    : json(409, { error: { code: 'slot_taken', message: 'This time is taken.' } })(request, response);
