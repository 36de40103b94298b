import type { Contact } from '../../../../src/contract/index.ts';
import type { DemoBusiness } from '../../../../src/platform/index.ts';
import { pick, randomOf } from '../../../tools/activity/random-business.ts';

/** How many records of each kind there are. */
export interface Sizes {
  contacts: number;
  bookings: number;
  calls: number;
}

const STAFF = ['Anna Meyer', 'Ben Ott', 'Cem Kaya', 'Dóra Nagy', 'Eva Meyer'];
const SERVICES = ['Cleaning', 'Deep cleaning', 'Filling', 'X-ray', 'Whitening'];
const NAMES = [
  'Ana Díaz',
  'ana diaz',
  'Anna-Lena Groß',
  'Bo',
  "Zoë O'Connell",
  'Ümit  Yılmaz',
  '李 小龙',
  '𝒜da',
  '\uFFFD Ghost',
  '\u0301',
  '´ˇ',
  `Very ${'long '.repeat(15)}name`,
];
const OUTCOMES = ['booked', 'Callback promised', 'callback_promised', 'question', 'voicemail'];
const LANGUAGES = ['en', 'es', 'es-MX', 'de', 'und'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The first start of the bookings and calls: some are in the past, others ahead. */
export const FIRST = Math.floor(Date.now() / DAY) * DAY - 8 * DAY;
/** Distance of the starts: many records share one. */
const STEP = 6 * HOUR;

const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');

/** A business with random records, many of which share the value that lists are ordered by. */
export function searchedBusiness(seed: number, sizes: Sizes): DemoBusiness {
  const random = randomOf(seed);
  const idOf = (kind: string, index: number) => `${kind}_${Math.floor(random() * 36 ** 6).toString(36)}${index}`;
  const services = SERVICES.map((name, index) => ({
    id: `sv_${index}`,
    name,
    description: null,
    duration_minutes: 30,
    price_cents: 1_000,
    currency: 'EUR',
    staff_ids: STAFF.map((_, person) => `st_${person}`),
  }));
  const contacts = Array.from({ length: sizes.contacts }, (_, index): Contact => {
    const created_at = iso(FIRST - index * HOUR);
    const number = `+4366012${String(index % Math.ceil(sizes.contacts * 0.9)).padStart(5, '0')}`;
    return {
      id: idOf('ct', index),
      name: random() < 0.8 ? pick(random, NAMES) : `${pick(random, NAMES)} ${index}`,
      email: random() < 0.3 ? null : `Person${index % 40}@example.com`,
      phone: random() < 0.3 ? null : number,
      created_at,
      updated_at: created_at,
    };
  });
  const taken = new Set<string>();
  const bookings = Array.from({ length: sizes.bookings }, (_, index): DemoBusiness['bookings'][number] => {
    const start = FIRST + Math.floor((random() * sizes.bookings) / 4) * STEP;
    const staff_id = `st_${Math.floor(random() * (STAFF.length - 1))}`;
    const place = `${staff_id} ${start}`;
    const status = taken.has(place) || random() < 0.1 ? 'cancelled' : 'confirmed';
    if (status === 'confirmed') taken.add(place);
    const contact = pick(random, contacts);
    const at = iso(start - 100 * HOUR);
    return {
      id: idOf('bk', index),
      service_id: `sv_${Math.floor(random() * (SERVICES.length - 1))}`,
      staff_id,
      contact_id: contact.id,
      contact: { name: contact.name, email: contact.email, phone: contact.phone },
      start_time: iso(start),
      end_time: iso(start + HOUR / 2),
      status,
      notes: '',
      created_at: at,
      updated_at: at,
      cancelled_at: status === 'cancelled' ? at : null,
    };
  });
  const calls = Array.from({ length: sizes.calls }, (_, index): DemoBusiness['calls'][number] => {
    const start = FIRST + Math.floor((random() * sizes.calls) / 4) * STEP;
    const contact = random() < 0.5 ? pick(random, contacts) : undefined;
    const duration = random() < 0.5 ? 60 : Math.floor(random() * 20_000) / 1_000;
    return {
      id: idOf('call', index),
      direction: random() < 0.7 ? 'inbound' : 'outbound',
      status: pick(random, ['completed', 'completed', 'voicemail']),
      phone: contact?.phone ?? pick(random, [null, '+436601299999', '+436601200001']),
      contact_id: contact?.id ?? null,
      started_at: iso(start),
      ended_at: iso(start + Math.round(duration * 1_000)),
      duration_seconds: duration,
      outcome: pick(random, OUTCOMES),
      language: pick(random, LANGUAGES),
      summary: null,
      booking_id: null,
      transcript: [],
    };
  });
  return {
    team: { id: 'team_searched', name: 'Searched', time_zone: 'Europe/Vienna', default_country: 'AT' },
    users: [{ id: 'usr_searched', email: 'owner@example.com', name: 'Olga', role: 'owner' }],
    staff: STAFF.map((name, index) => ({ id: `st_${index}`, name, title: 'Dentist' })),
    services,
    contacts,
    bookings,
    calls,
  };
}
