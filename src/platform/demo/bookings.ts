import type { Contact } from '../../contract/index.ts';
import { serviceOf } from './business.ts';
import { iso, plusMinutes, THURSDAY } from './calendar.ts';
import { groupOf } from './contacts.ts';
import { HOSTILE_NOTES, notesFor } from './notes.ts';
import { createRandom, type Random } from './random.ts';
import type { Schedule, Slot } from './schedule.ts';
import type { DemoBooking } from './types.ts';

/** The input of `makeBooking`, which derives the other fields. Times are epoch milliseconds. */
export interface NewBooking {
  id: string;
  service_id: string;
  slot: Slot;
  contact: Contact;
  notes: string;
  created: number;
  /** When the booking was last rescheduled. */
  moved?: number;
  cancelled?: number;
}

/** Builds a booking in the API's form. Its status is `confirmed` or `cancelled`, also for bookings in the past. */
export function makeBooking(schedule: Schedule, input: NewBooking): DemoBooking {
  const start = schedule.calendar.at(input.slot.day, input.slot.minute);
  const { name, email, phone } = input.contact;
  return {
    id: input.id,
    service_id: input.service_id,
    start_time: iso(start),
    end_time: iso(plusMinutes(start, serviceOf(input.service_id).duration_minutes)),
    staff_id: input.slot.staff_id,
    contact_id: input.contact.id,
    contact: { name, email, phone },
    notes: input.notes,
    status: input.cancelled === undefined ? 'confirmed' : 'cancelled',
    created_at: iso(input.created),
    updated_at: iso(input.cancelled ?? input.moved ?? input.created),
    cancelled_at: input.cancelled === undefined ? null : iso(input.cancelled),
  };
}

/** Relative frequency of each service. */
const SERVICE_WEIGHTS: ReadonlyArray<readonly [service_id: string, parts: number]> = [
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
const WEIGHTED_SERVICES = SERVICE_WEIGHTS.flatMap(([service_id, parts]) => Array<string>(parts).fill(service_id));

/** Range of the schedule, in days before and after today. */
const PAST_DAYS = 90;
const FUTURE_DAYS = 28;
/** Before this day scripted contacts have ordinary appointments too, because it precedes every call. */
const FIRST_CALL_DAY = -63;

/** Draws the number of appointments of a day, which decreases towards the future. */
function bookingsPerDay(schedule: Schedule, day: number, random: Random): number {
  if (schedule.calendar.weekday(day) === 6) return 2;
  if (day < -1) return random.int(2, 3);
  if (day <= 5) return random.int(6, 8);
  return day <= 14 ? random.int(4, 6) : random.int(2, 4);
}

/** Draws when an appointment was made, in epoch milliseconds: always before its start and before now. */
function creationTime(schedule: Schedule, slot: Slot, random: Random): number {
  const daysAhead = random.int(1, 24);
  const time = schedule.calendar.at(Math.min(slot.day - daysAhead, -1), random.int(8 * 60, 19 * 60));
  return time + random.int(0, 59) * 1000;
}

/**
 * Adds exactly one cleaning to the Thursday of this week and of each of the next two. The next one can be moved to the
 * same time a week later, because that time is reserved.
 */
export function thursdayCleanings(schedule: Schedule, contacts: ReadonlyMap<string, Contact>): DemoBooking[] {
  const random = createRandom(404);
  const next = ((THURSDAY - schedule.calendar.weekday(0) + 6) % 7) + 1;
  const story: ReadonlyArray<readonly [day: number, hour: number, contact_id: string, notes: string]> = [
    [next - 7, 9, 'ct_smith_jones', 'Six-month recall.'],
    [next, 10, 'ct_fitzgerald', 'Six-month recall. Likes the room with the window.'],
    [next + 7, 14, 'ct_okonkwo_chidi', 'Gums bleed on the lower left.'],
  ];
  schedule.reserve({ staff_id: 'stf_brandt', day: next + 7, minute: 10 * 60 }, 60);
  return story.map(([day, hour, contact_id, notes], index) => {
    const slot = { staff_id: 'stf_brandt', day, minute: hour * 60 };
    schedule.reserve(slot, 45);
    const contact = requireContact(contacts, contact_id);
    const created = creationTime(schedule, slot, random);
    return makeBooking(schedule, {
      id: `bk_000${index + 1}`,
      service_id: 'svc_cleaning',
      slot,
      contact,
      notes,
      created,
    });
  });
}

/** Bookings with hostile notes (prompt injection). */
export function hostileBookings(schedule: Schedule, contacts: ReadonlyMap<string, Contact>): DemoBooking[] {
  const random = createRandom(666);
  const story: ReadonlyArray<readonly [from: number, contact_id: string, service_id: string, notes: string]> = [
    [2, 'ct_petrov', 'svc_filling', HOSTILE_NOTES.orders],
    [4, 'ct_reyes', 'svc_night_guard', HOSTILE_NOTES.hidden],
    [-6, 'ct_whitaker', 'svc_crown', HOSTILE_NOTES.markup],
  ];
  return story.flatMap(([day, contact_id, service_id, notes], index) => {
    const slot = schedule.findSlot({ service_id, day }, random);
    if (!slot) return [];
    schedule.reserve(slot, serviceOf(service_id).duration_minutes);
    const contact = requireContact(contacts, contact_id);
    const created = creationTime(schedule, slot, random);
    return [makeBooking(schedule, { id: `bk_001${index + 1}`, service_id, slot, contact, notes, created })];
  });
}

/** Fills the schedule with ordinary appointments around those that it already has. */
export function ordinaryBookings(schedule: Schedule, contacts: readonly Contact[]): DemoBooking[] {
  const random = createRandom(2024);
  const bookings: DemoBooking[] = [];
  const regulars = contacts.filter((contact) => groupOf(contact.id) === 'regular');
  const known = contacts.filter((contact) => ['regular', 'scripted'].includes(groupOf(contact.id)));
  for (let day = -PAST_DAYS; day <= FUTURE_DAYS; day += 1) {
    if (!schedule.calendar.hours(day)) continue;
    const pool = day < FIRST_CALL_DAY ? known : regulars;
    const seen = new Set<string>();
    for (let remaining = bookingsPerDay(schedule, day, random); remaining > 0; remaining -= 1) {
      const drawnService = random.pick(WEIGHTED_SERVICES);
      // Emergencies are not booked in advance.
      const service_id = drawnService === 'svc_emergency' && day > 0 ? 'svc_filling' : drawnService;
      const contact = random.pick(pool);
      const slot = schedule.findSlot({ service_id, day, lastDay: day }, random);
      if (!slot || seen.has(contact.id)) continue;
      seen.add(contact.id);
      const emergency = service_id === 'svc_emergency';
      const created = emergency
        ? schedule.calendar.at(day - 1, random.int(18 * 60, 22 * 60))
        : creationTime(schedule, slot, random);
      const input: NewBooking = {
        id: `bk_${2001 + bookings.length}`,
        service_id,
        slot,
        contact,
        notes: random.pick(notesFor(service_id)),
        created,
      };
      if (random.chance(0.11)) input.cancelled = changeTime(schedule, slot, created, random);
      else {
        // A cancelled appointment leaves its time free, so only the others reserve it.
        schedule.reserve(slot, serviceOf(service_id).duration_minutes);
        if (random.chance(0.12)) input.moved = changeTime(schedule, slot, created, random);
      }
      bookings.push(makeBooking(schedule, input));
    }
  }
  return bookings;
}

/** Draws a time between the creation of an appointment and its start or now, whichever is earlier. */
function changeTime(schedule: Schedule, slot: Slot, created: number, random: Random): number {
  const end = Math.min(schedule.calendar.at(slot.day, slot.minute), schedule.calendar.now);
  return created + Math.floor((end - created) * (0.1 + 0.8 * random.next()));
}

/** Returns a contact that the demo data refers to. Throws if there is none with this id. */
export function requireContact(contacts: ReadonlyMap<string, Contact>, id: string): Contact {
  const found = contacts.get(id);
  if (!found) throw new Error(`no contact ${id}`);
  return found;
}
