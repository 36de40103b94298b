import type { Contact } from '../../../src/contract/index.ts';
import type { DemoBooking } from '../../../src/platform/demo/types.ts';
import type { UnreportedCall } from '../../../src/platform/store/calls/calls.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';

/** The records of a random practice. */
export interface RandomPractice {
  contacts: Contact[];
  bookings: DemoBooking[];
  calls: UnreportedCall[];
}

/** What a business says: promises of every kind, in several languages and with all kinds of times, and none. */
const SAID = [
  "We'll call you back tomorrow.",
  "I'll call you back.",
  "We'll call you today at 10.",
  'Someone will call you back within two working days, at 212 555 0148?',
  'Dr. Ray will call you back by Friday.',
  "We'll send you a quote next week.",
  "We'll put you on the waiting list, if someone cancels.",
  'Anna will call you about the invoice, and Beat will call you tomorrow about the X-rays, 212 555 0148.',
  'Beat will call you on Monday.',
  'And Dr. Lee will call you on Friday about the X-ray, 212 555 0148.',
  "We'll call you tomorrow, and we'll call you on Friday with the results of 212 555 0148.",
  "No, we'll call you about the bill on Monday instead.",
  'Und Frau Weber ruft Sie am Freitag zu Ihren Laborwerten zurück.',
  'Y la doctora López le llamará el viernes por la factura.',
  'We will email you the estimate this afternoon.',
  "We'll refund the deposit on March 3rd.",
  'We are going to book you in for Monday.',
  'She will call you in 90 minutes. Thank you!',
  "We won't call you back.",
  'Shall we call you back?',
  "Please leave a message after the tone, and we'll call you back.",
  'Wir rufen Sie morgen zurück.',
  'Wir schicken Ihnen das Angebot bis Freitag.',
  'Le llamaremos mañana a las 9.',
  'Nous vous rappelons demain.',
  'La richiameremo domani mattina.',
  'Nós ligamos de volta amanhã.',
  'We are open from eight to five.',
  'Your card is four two four two, is that right?',
] as const;
const HEARD = [
  'Hello, I have a question.',
  'My number is 212 555 0148.',
  "I'll call you back.",
  'Okay, thanks.',
  'zero one four eight',
];
const SPEAKERS = [
  ['receptionist', 'caller'],
  ['agent', 'customer'],
  ['Dana', 'caller'],
  ['receptionist', 'Nora'],
  ['Sam', 'Nora'],
  ['0', '1'],
] as const;
const SUMMARIES = [
  null,
  'Asked about prices.',
  'The caller will be called back by Friday. Number: 212 555 0148.',
  'Wants a refund. Billing is to call back.',
  'The caller will call back tomorrow.',
];
const OUTCOMES = [
  ...['booked', 'question', 'callback_promised', 'Callback requested', 'called_back', 'hung_up', 'voicemail'],
  ...['cancelled', 'no_answer', 'change_requested', 'unclassified'],
];
const NAMES = ['Nora Fitz', 'Sam Ray', 'Dana Cole', 'Ana Ruiz', 'Ben Ode'];
const PHONES = ['+12125550101', '+12125550102', '+12125550103', '+491701234567', '+442071838750'];
const DAY_MS = 86_400_000;

/** @param round distinguishes the ids of practices. */
export function randomPractice(round: number, now: number): RandomPractice {
  const random = randomOf(round * 7_919);
  const iso = (at: number) => new Date(Math.floor(at)).toISOString();
  const past = (days: number) => now - random() * days * DAY_MS;
  const maybe = <T>(value: T, share: number): T | null => (random() < share ? value : null);
  const id = (kind: string, index: number) => `${kind}_${round}_${String(index).padStart(3, '0')}`;
  const contacts = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index): Contact => {
    const made = iso(past(90));
    const email = maybe(`P${index}@Example.com`, 0.6);
    const phone = maybe(pick(random, PHONES), 0.7);
    return { id: id('ct', index), name: pick(random, NAMES), email, phone, created_at: made, updated_at: made };
  });
  const bookings = Array.from({ length: Math.floor(random() * 14) }, (_, index): DemoBooking => {
    const start = now + (index - 7) * DAY_MS;
    const contact = pick(random, contacts);
    const made = iso(past(50));
    const isCancelled = random() < 0.2;
    return {
      id: id('bk', index),
      service_id: 'sv_cut_a',
      staff_id: 'st_1_a',
      contact_id: contact.id,
      contact: {
        name: contact.name,
        email: contact.email,
        phone: random() < 0.5 ? contact.phone : pick(random, PHONES),
      },
      start_time: iso(start),
      end_time: iso(start + 1_800_000),
      status: isCancelled ? 'cancelled' : 'confirmed',
      notes: '',
      created_at: made,
      updated_at: made,
      cancelled_at: isCancelled ? made : null,
    };
  });
  const calls = Array.from({ length: Math.floor(random() * 90) }, (_, index): UnreportedCall => {
    // Some calls begin in the same second.
    const started = random() < 0.1 ? now - 5 * DAY_MS : Math.floor(past(45) / 1_000) * 1_000;
    const contact = maybe(pick(random, contacts), 0.5);
    const seconds = Math.floor(random() * 300);
    const booked = pick(random, bookings);
    // Many bookings are made in a call, or soon after it.
    if (booked && random() < 0.3) booked.created_at = iso(started + random() * 1.5 * seconds * 1_000);
    const speakers = pick(random, SPEAKERS);
    const length = random() < 0.05 ? 200 : Math.floor(random() * 8);
    return {
      id: id('call', index),
      direction: pick(random, ['inbound', 'inbound', 'outbound']),
      status: pick(random, ['completed', 'completed', 'completed', 'missed', 'voicemail']),
      phone: maybe(contact?.phone ?? pick(random, PHONES), 0.85),
      contact_id: contact?.id ?? null,
      started_at: iso(started),
      ended_at: iso(started + seconds * 1_000),
      duration_seconds: seconds,
      outcome: pick(random, OUTCOMES),
      language: 'en',
      summary: pick(random, SUMMARIES),
      booking_id: random() < 0.15 ? (pick(random, bookings)?.id ?? null) : null,
      transcript: Array.from({ length }, (_turn, turn) => {
        const isBusiness = random() < 0.5;
        const text = pick(random, isBusiness ? SAID : HEARD);
        return {
          speaker: speakers[isBusiness ? 0 : 1],
          text: random() < 0.05 ? `${'so we will see. '.repeat(110)}${text}` : text,
          offset_seconds: turn,
        };
      }),
      contact_name: null,
    } as UnreportedCall;
  });
  return { contacts, bookings, calls };
}
