import type { Booking, Contact } from '../../contract/index.ts';
import { serviceOf } from './business.ts';
import { iso, plusMinutes, THURSDAY } from './calendar.ts';
import { groupOf } from './contacts.ts';
import type { Diary, Slot } from './diary.ts';
import { HOSTILE_NOTES, notesFor } from './notes.ts';
import { type Random, seeded } from './random.ts';

/** What a booking is made of; the rest follows. */
export interface NewBooking {
  id: string;
  service_id: string;
  slot: Slot;
  contact: Contact;
  notes: string;
  created: number;
  /** When its start was last moved. */
  moved?: number;
  cancelled?: number;
}

/** A booking as the platform sends it. Its status is `confirmed` or `cancelled`; the past does not change it. */
export function makeBooking(diary: Diary, given: NewBooking): Booking {
  const start = diary.calendar.at(given.slot.day, given.slot.minute);
  const { name, email, phone } = given.contact;
  return {
    id: given.id,
    service_id: given.service_id,
    start_time: iso(start),
    end_time: iso(plusMinutes(start, serviceOf(given.service_id).duration_minutes)),
    staff_id: given.slot.staff_id,
    contact_id: given.contact.id,
    contact: { name, email, phone },
    notes: given.notes,
    status: given.cancelled === undefined ? 'confirmed' : 'cancelled',
    created_at: iso(given.created),
    updated_at: iso(given.cancelled ?? given.moved ?? given.created),
    cancelled_at: given.cancelled === undefined ? null : iso(given.cancelled),
  };
}

/** How often each service is booked, in parts. */
const MIX: ReadonlyArray<readonly [service_id: string, parts: number]> = [
  ['svc_cleaning', 30],
  ['svc_child_checkup', 12],
  ['svc_filling', 14],
  ['svc_new_patient', 3],
  ['svc_crown', 6],
  ['svc_root_canal', 4],
  ['svc_extraction', 4],
  ['svc_deep_cleaning', 5],
  ['svc_whitening', 6],
  ['svc_night_guard', 4],
  ['svc_emergency', 5],
  ['svc_aligner_consult', 3],
];
const DECK = MIX.flatMap(([service_id, parts]) => Array<string>(parts).fill(service_id));

/** How far the diary reaches, in days. */
const PAST_DAYS = 90;
const FUTURE_DAYS = 28;
/** Before this day even people with a story have ordinary appointments: it is older than every call. */
const BEFORE_ALL_CALLS = -63;

/** How many appointments a day gets: the diary thins out towards the future. */
function wantedOn(diary: Diary, day: number, random: Random): number {
  if (diary.calendar.weekday(day) === 6) return 2;
  if (day < -1) return random.int(2, 3);
  if (day <= 5) return random.int(6, 8);
  return day <= 14 ? random.int(4, 6) : random.int(2, 4);
}

/** When an appointment was made, in epoch milliseconds: always before it begins and before now. */
function madeAt(diary: Diary, slot: Slot, random: Random): number {
  const ahead = random.int(1, 24);
  const made = diary.calendar.at(Math.min(slot.day - ahead, -1), random.int(8 * 60, 19 * 60));
  return made + random.int(0, 59) * 1000;
}

/**
 * The Thursdays: each of this week and of the two ahead has exactly one cleaning. The next one can be moved to the
 * same time a week later, because that time is kept free.
 */
export function thursdayCleanings(diary: Diary, contacts: ReadonlyMap<string, Contact>): Booking[] {
  const random = seeded(404);
  const next = ((THURSDAY - diary.calendar.weekday(0) + 6) % 7) + 1;
  const story: ReadonlyArray<readonly [day: number, hour: number, contact_id: string, notes: string]> = [
    [next - 7, 9, 'ct_smith_jones', 'Six-month recall.'],
    [next, 10, 'ct_fitzgerald', 'Six-month recall. Likes the room with the window.'],
    [next + 7, 14, 'ct_okonkwo_chidi', 'Gums bleed on the lower left.'],
  ];
  diary.take({ staff_id: 'stf_brandt', day: next + 7, minute: 10 * 60 }, 60);
  return story.map(([day, hour, contact_id, notes], index) => {
    const slot = { staff_id: 'stf_brandt', day, minute: hour * 60 };
    diary.take(slot, 45);
    const contact = pickFrom(contacts, contact_id);
    const created = madeAt(diary, slot, random);
    return makeBooking(diary, { id: `bk_000${index + 1}`, service_id: 'svc_cleaning', slot, contact, notes, created });
  });
}

/** Bookings whose notes were written by somebody hostile. */
export function hostileBookings(diary: Diary, contacts: ReadonlyMap<string, Contact>): Booking[] {
  const random = seeded(666);
  const story: ReadonlyArray<readonly [from: number, contact_id: string, service_id: string, notes: string]> = [
    [2, 'ct_petrov', 'svc_filling', HOSTILE_NOTES.orders],
    [4, 'ct_reyes', 'svc_night_guard', HOSTILE_NOTES.hidden],
    [-6, 'ct_whitaker', 'svc_crown', HOSTILE_NOTES.markup],
  ];
  return story.flatMap(([day, contact_id, service_id, notes], index) => {
    const slot = diary.find({ service_id, day }, random);
    if (!slot) return [];
    diary.take(slot, serviceOf(service_id).duration_minutes);
    const contact = pickFrom(contacts, contact_id);
    const created = madeAt(diary, slot, random);
    return [makeBooking(diary, { id: `bk_001${index + 1}`, service_id, slot, contact, notes, created })];
  });
}

/** Ordinary appointments around everything that has been placed already. */
export function ordinaryBookings(diary: Diary, contacts: readonly Contact[]): Booking[] {
  const random = seeded(2024);
  const bookings: Booking[] = [];
  const regulars = contacts.filter((contact) => groupOf(contact.id) === 'regular');
  const known = contacts.filter((contact) => ['regular', 'scripted'].includes(groupOf(contact.id)));
  for (let day = -PAST_DAYS; day <= FUTURE_DAYS; day += 1) {
    if (!diary.calendar.hours(day)) continue;
    const pool = day < BEFORE_ALL_CALLS ? known : regulars;
    const seen = new Set<string>();
    for (let left = wantedOn(diary, day, random); left > 0; left -= 1) {
      const drawn = random.pick(DECK);
      // Nobody knows of next week's emergency today.
      const service_id = drawn === 'svc_emergency' && day > 0 ? 'svc_filling' : drawn;
      const contact = random.pick(pool);
      const slot = diary.find({ service_id, day, lastDay: day }, random);
      if (!slot || seen.has(contact.id)) continue;
      seen.add(contact.id);
      const emergency = service_id === 'svc_emergency';
      const created = emergency
        ? diary.calendar.at(day - 1, random.int(18 * 60, 22 * 60))
        : madeAt(diary, slot, random);
      const given: NewBooking = {
        id: `bk_${2001 + bookings.length}`,
        service_id,
        slot,
        contact,
        notes: random.pick(notesFor(service_id)),
        created,
      };
      if (random.chance(0.11)) given.cancelled = changedAt(diary, slot, created, random);
      else {
        // A cancelled appointment leaves its time to others, so only the others take theirs.
        diary.take(slot, serviceOf(service_id).duration_minutes);
        if (random.chance(0.12)) given.moved = changedAt(diary, slot, created, random);
      }
      bookings.push(makeBooking(diary, given));
    }
  }
  return bookings;
}

/** Some time between the making of an appointment and the earlier of its start and now. */
function changedAt(diary: Diary, slot: Slot, created: number, random: Random): number {
  const end = Math.min(diary.calendar.at(slot.day, slot.minute), diary.calendar.now);
  return created + Math.floor((end - created) * (0.1 + 0.8 * random.next()));
}

/** A contact that the demo's own data names. */
export function pickFrom(contacts: ReadonlyMap<string, Contact>, id: string): Contact {
  const found = contacts.get(id);
  if (!found) throw new Error(`no contact ${id}`);
  return found;
}
