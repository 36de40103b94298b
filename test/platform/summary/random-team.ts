import type { DemoBusiness } from '../../../src/platform/index.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { smallBusiness } from '../support/fixture.ts';

export const ZONE = 'Europe/Vienna';
const QUARTER_MS = 15 * 60_000;
const PEOPLE = 6;

/** Names that customers give differ between bookings, also in what JSON escapes and in their first letters. */
const NAMES = ['Ana', 'Ana Ruiz', 'Ana "R" Ruiz', 'Ben Ode', 'Zoë', ''];
const OUTCOMES = ['booked', 'callback_promised', 'Callback promised', 'voicemail', 'information'];

/**
 * A business with random bookings and calls: many of them at the same times, near instants such as clock changes, and some far
 * from the others.
 */
export function randomTeam(seed: number, near: readonly number[]): DemoBusiness {
  const random = randomOf(seed);
  const base = smallBusiness('r');
  const staff = Array.from({ length: PEOPLE }, (_, index) => ({
    id: `st_${index}`,
    name: `Person ${index % 4}`,
    title: '',
  }));
  const services = Array.from({ length: 5 }, (_, index) => ({
    ...(base.services[0] as DemoBusiness['services'][number]),
    id: `sv_${index}`,
    name: index === 4 ? 'Retired' : `Service ${index}`,
    price_cents: [4_500, 4_500, 1_999, 0, 7_000][index] ?? 0,
    staff_ids: staff.map(({ id }) => id),
  }));
  const contacts = Array.from({ length: 12 }, (_, index) => ({
    id: `ct_${index}`,
    name: NAMES[index % 5] ?? '',
    email: index % 3 === 0 ? `person.${index}@example.com` : null,
    phone: index % 2 === 0 ? `+1212555010${index % 10}` : null,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  }));
  const time = () => {
    const days = random() < 0.1 ? 500 : 6;
    const at = pick(random, near) + Math.floor((random() - 0.5) * days * 96) * QUARTER_MS;
    return Math.floor(at / QUARTER_MS) * QUARTER_MS;
  };
  const iso = (at: number) => new Date(at).toISOString();
  const taken = new Set<string>();
  const bookings = Array.from({ length: 260 }, (_, index) => {
    const start = time();
    const staff_id = pick(random, staff).id;
    const isFree = !taken.has(`${staff_id} ${start}`);
    const status = isFree && random() < 0.85 ? ('confirmed' as const) : ('cancelled' as const);
    if (status === 'confirmed') taken.add(`${staff_id} ${start}`);
    const contact = pick(random, contacts);
    return {
      id: `bk_${index}`,
      service_id: pick(random, services).id,
      staff_id,
      contact_id: contact.id,
      contact: {
        name: random() < 0.7 ? contact.name : pick(random, NAMES),
        email: random() < 0.5 ? contact.email : null,
        phone: random() < 0.5 ? contact.phone : pick(random, ['+12125550177', null]),
      },
      start_time: iso(start),
      end_time: iso(start + QUARTER_MS),
      status,
      notes: pick(random, ['', 'window seat']),
      created_at: '2020-01-01T00:00:00Z',
      updated_at: '2020-01-01T00:00:00Z',
      cancelled_at: status === 'cancelled' ? '2020-01-02T00:00:00Z' : null,
    };
  });
  const calls = Array.from({ length: 220 }, (_, index) => {
    const start = time();
    const seconds = pick(random, [0, 0.001, 0.5, 42, 42, 61.333, Math.floor(random() * 900), 700_000]);
    return {
      id: `call_${index}`,
      direction: pick(random, ['inbound', 'inbound', 'outbound']),
      status: pick(random, ['completed', 'completed', 'missed', 'voicemail']),
      phone: pick(random, [null, '+12125550100', '+12125550102', '+12125550188', '+4312345678']),
      contact_id: random() < 0.4 ? pick(random, contacts).id : null,
      started_at: iso(start),
      ended_at: iso(start + seconds * 1_000),
      duration_seconds: seconds,
      outcome: pick(random, OUTCOMES),
      language: pick(random, ['en', 'es', 'es-MX', 'und', 'de']),
      summary: null,
      booking_id: null,
      transcript: [],
    };
  });
  return { ...base, team: { ...base.team, time_zone: ZONE }, staff, services, contacts, bookings, calls };
}
