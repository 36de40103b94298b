import { createRandom, type Random } from '../../src/platform/demo/random.ts';
import type { DemoBooking, DemoBusiness } from '../../src/platform/demo/types.ts';
import { FIRST_NAMES, LAST_NAMES, NOTES, PROMISES, SENTENCES } from './texts.ts';

/** The clock of platform and servers, which stands still: a Monday. */
export const NOW = '2199-03-04T15:00:00Z';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'America/New_York';

export interface Sizes {
  bookings: number;
  contacts: number;
  calls: number;
}
export const SMALL: Sizes = { bookings: 300, contacts: 120, calls: 80 };

const SERVICES = ['Check-up', 'Cleaning', 'Crown', 'Crown repair', 'Root canal', 'Zahnreinigung'];
const STAFF = ['Dr. Ana Groß', 'Ben Smith', 'Ben Smithson', 'Chloé D’Arcy'];
const OUTCOMES = ['booked', 'information', 'callback_promised', 'price_quote', 'voicemail', 'cancelled', 'Hung up'];

/** A business from two months before the clock's time to one after it. The same seed gives the same one. */
export function createWorld(seed: number, sizes: Sizes = SMALL): DemoBusiness {
  const random = createRandom(seed);
  const now = Date.parse(NOW);
  const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
  const id = (prefix: string, index: number) => `${prefix}_${String((index * 7_919) % 10_007).padStart(5, '0')}`;
  const staff = STAFF.map((name, index) => ({ id: `stf_${index}`, name, title: '' }));
  const services = SERVICES.map((name, index) => ({
    ...{ id: `svc_${index}`, name, description: null, duration_minutes: 30, currency: index === 5 ? 'EUR' : 'USD' },
    price_cents: index * 2_500,
    staff_ids: staff.map((person) => person.id),
  }));
  const contacts = Array.from({ length: sizes.contacts }, (_, index) => {
    const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    const created = iso(now - random.int(1, 60) * DAY - index);
    const email = random.chance(0.8)
      ? `${random.chance(0.3) ? 'Customer' : 'customer'}.${index >> 1}@example.com`
      : null;
    // Every tenth shares the number of another one.
    const phone = random.chance(0.8) ? phoneOf(index % 10 === 9 ? index - 1 : index) : null;
    const notes = random.pick(NOTES);
    return {
      id: id('ct', index),
      name,
      email,
      phone,
      created_at: created,
      updated_at: created,
      ...(notes ? { notes } : {}),
    };
  });
  const bookings: DemoBooking[] = [];
  /** Between groups of three slots; all people of a slot start at once, and about two of four have a booking. */
  const step = Math.floor((90 * DAY) / (sizes.bookings / 7) / HOUR) * HOUR;
  for (let slot = 0; bookings.length < sizes.bookings; slot++) {
    const start = now - 60 * DAY + Math.floor(slot / 3) * step + (slot % 3) * HOUR;
    for (const person of staff) {
      if (bookings.length >= sizes.bookings || random.chance(0.4)) continue;
      const contact = random.pick(contacts);
      const created = iso(Math.min(start, now) - random.int(1, 20) * HOUR - bookings.length);
      const isCancelled = random.chance(0.15);
      bookings.push({
        ...{ id: id('bk', bookings.length), service_id: random.pick(services).id, staff_id: person.id },
        ...{ start_time: iso(start), end_time: iso(start + HOUR / 2), status: isCancelled ? 'cancelled' : 'confirmed' },
        contact_id: contact.id,
        contact: { name: contact.name, email: contact.email, phone: contact.phone },
        ...{
          notes: random.pick(NOTES),
          created_at: created,
          updated_at: created,
          cancelled_at: isCancelled ? created : null,
        },
      });
    }
  }
  const calls = Array.from({ length: sizes.calls }, (_, index) => {
    const booking = random.chance(0.4) ? random.pick(bookings) : undefined;
    const contact = booking ? contacts.find((one) => one.id === booking.contact_id) : random.pick(contacts);
    const isKnown = booking !== undefined || random.chance(0.6);
    // Some at the same moment.
    const started = now - random.int(1, 45) * DAY + random.int(0, 3) * HOUR;
    const duration = random.pick([0, 12.5, 60, 60, 95, 600]);
    const summary = random.chance(0.8) ? sentences(random, 2) : null;
    return {
      ...{ id: id('call', index), direction: random.chance(0.8) ? 'inbound' : 'outbound' },
      status: random.pick(['completed', 'completed', 'missed']),
      phone: isKnown ? (contact?.phone ?? null) : random.pick([null, phoneOf(500 + index), contact?.phone ?? null]),
      contact_id: isKnown ? (contact?.id ?? null) : null,
      contact_name: null,
      ...{ started_at: iso(started), ended_at: iso(started + duration * 1_000), duration_seconds: duration },
      outcome: random.pick(OUTCOMES),
      language: random.pick(['en', 'en', 'en-US', 'es', 'de', 'ja']),
      booking_id: booking?.id ?? null,
      summary,
      transcript: transcriptOf(random),
    };
  });
  const team = { id: 'team_differential', name: 'Practice', time_zone: ZONE, default_country: 'US' };
  const users = [{ id: 'usr_differential', email: 'owner@example.com', name: 'Owner', role: 'owner' as const }];
  return { team, users, staff, services, contacts, bookings, calls };
}

export const phoneOf = (index: number) => `+1212555${String(index).padStart(4, '0')}`;

const sentences = (random: Random, most: number) =>
  Array.from({ length: random.int(1, most) }, () => random.pick(SENTENCES)).join(' ');

function transcriptOf(random: Random) {
  const turns = Array.from({ length: random.int(0, 8) }, (_, index) => ({
    speaker: index % 2 === 0 ? 'agent' : random.pick(['caller', 'Caller', 'system']),
    text: sentences(random, 3),
    offset_seconds: index * 5,
  }));
  if (random.chance(0.4)) turns.push({ speaker: 'agent', text: random.pick(PROMISES), offset_seconds: 50 });
  return turns;
}
