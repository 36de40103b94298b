import type { JsonObject } from '../../../src/lib/json.ts';

/** Records of a random business of another vendor. Fields are absent where that vendor does not know them. */
export interface RandomBusiness {
  services: JsonObject[];
  bookings: JsonObject[];
  calls: JsonObject[];
}

/** A generator of numbers from 0 to 1 that repeats itself for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: () => number, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;

const PEOPLE = [
  { contact_id: 'ct_1', name: 'Ana Ruiz', phone: '+12125550101' },
  { contact_id: 'ct_2', name: 'Ana Ruiz', phone: '+12125550102' },
  { contact_id: null, name: 'Ben Ode', phone: '+12125550103' },
  { contact_id: null, name: 'Cem Kaya', phone: null },
  { contact_id: null, name: null, phone: null },
];

/** @param near instants (milliseconds) around which the records are, such as clock changes. */
export function randomBusiness(seed: number, near: readonly number[]): RandomBusiness {
  const random = randomOf(seed);
  const currencies = random() < 0.3 ? ['USD', 'EUR'] : ['USD'];
  const services = Array.from({ length: 4 }, (_, index) => ({
    id: `svc_${index}`,
    name: `Service ${index}`,
    ...(index === 3 ? {} : { price_cents: Math.floor(random() * 30_000), currency: pick(random, currencies) }),
  }));
  const time = () => {
    if (random() < 0.03) return {};
    const at = pick(random, near) + Math.floor((random() - 0.5) * 6 * 86_400) * 1_000;
    return { at: new Date(at).toISOString().replace('.000Z', 'Z') };
  };
  const bookings = Array.from({ length: Math.floor(random() * 70) }, (_, index) => {
    const { at } = time();
    const { contact_id, name, phone } = pick(random, PEOPLE);
    const staff = pick(random, [undefined, 'stf_1', 'stf_2']);
    return {
      id: `bk_${index}`,
      service_id: pick(random, services).id,
      ...(at ? { start_time: at } : {}),
      ...(random() < 0.1 ? {} : { status: pick(random, ['confirmed', 'confirmed', 'Canceled', 'completed']) }),
      ...(staff ? { staff_id: staff, staff_name: `Dr. ${staff.slice(-1)}` } : {}),
      ...(contact_id ? { contact_id } : {}),
      contact: { name, phone, email: null },
      ...(random() < 0.1 ? { price_cents: Math.floor(random() * 9_000), currency: 'USD' } : {}),
    };
  });
  const calls = Array.from({ length: Math.floor(random() * 70) }, (_, index) => {
    const { at } = time();
    const { contact_id, phone } = pick(random, PEOPLE);
    return {
      id: `call_${index}`,
      ...(at ? { started_at: at } : {}),
      direction: pick(random, ['inbound', 'inbound', 'outbound']),
      ...(random() < 0.2 ? {} : { outcome: pick(random, ['booked', 'information', 'voicemail']) }),
      language: pick(random, ['en', 'es', 'es-MX']),
      phone,
      contact_id,
      ...(random() < 0.2 ? {} : { duration_seconds: Math.floor(random() * 900) }),
    };
  });
  return { services, bookings, calls };
}
