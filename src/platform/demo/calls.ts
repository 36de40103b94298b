import type { Booking, CallDetail, Contact } from '../../contract/index.ts';
import { makeBooking, type NewBooking, pickFrom } from './bookings.ts';
import { SERVICES, serviceOf } from './business.ts';
import { iso, type Minutes } from './calendar.ts';
import { fictionalPhone, groupOf } from './contacts.ts';
import type { Diary, Slot, Wanted } from './diary.ts';
import { PLAN, type When } from './plan.ts';
import { type Random, seeded, seedOf } from './random.ts';
import { SCENARIOS } from './scenarios/index.ts';
import type { Scenario } from './scenarios/types.ts';
import { perform } from './script.ts';
import { grammatical, slotsFor } from './slots.ts';

/** Calls and the bookings that were made, moved, cancelled or talked about in them. */
export interface CallHistory {
  calls: CallDetail[];
  bookings: Booking[];
  /** When people who called for the first time became contacts. */
  firstSeen: ReadonlyMap<string, string>;
}

/** No call but the long one takes longer, and that one is a week old. */
const LONGEST_TODAY: Minutes = 15;
const AREAS = ['518', '914', '845', '212', '646', '716', '315', '607', '929', '332'];
const ALIASES = ['Sam Pickering', 'Dolores Whitcomb', 'Ray Castillo', 'Nadia Brooks', 'Hugh Ashby', 'Tina Marsden'];

/** All calls of the plan, placed around the diary's now. */
export function plannedCalls(diary: Diary, contacts: ReadonlyMap<string, Contact>): CallHistory {
  const history = { calls: [] as CallDetail[], bookings: [] as Booking[], firstSeen: new Map<string, string>() };
  const named = new Set(PLAN.map(([, , , who]) => who));
  const anybody = shuffled(
    Array.from(contacts.values()).filter(
      (one) => groupOf(one.id) === 'regular' && one.phone && one.email && !named.has(one.id),
    ),
    seeded(77),
  );
  let drawn = 0;
  let previousDay = 0;
  PLAN.forEach((row, index) => {
    const [name, when, at, who = '*'] = row;
    const scenario = SCENARIOS[name];
    if (!scenario) throw new Error(`no scenario ${name}`);
    const random = seeded(seedOf(`${name} ${index}`));
    const call = timeOf(diary, when, at, previousDay, random);
    previousDay = call.day;
    const contact = who === '*' ? anybody[drawn++ % anybody.length] : undefined;
    const known = contact ?? (who.startsWith('ct_') ? pickFrom(contacts, who) : null);
    const phone = known ? known.phone : who === '?' ? strangersPhone(index) : null;
    const made = oneCall({ id: `call_${1001 + index}`, diary, scenario, call, contact: known, phone, random });
    history.calls.push(made.call);
    if (made.booking) history.bookings.push(made.booking);
    if (known && groupOf(known.id) === 'new') history.firstSeen.set(known.id, made.call.ended_at);
  });
  return history;
}

interface CallTime {
  day: number;
  minute: Minutes;
  second: number;
}

interface OneCall {
  id: string;
  diary: Diary;
  scenario: Scenario;
  call: CallTime;
  contact: Contact | null;
  phone: string | null;
  random: Random;
}

function oneCall(given: OneCall): { call: CallDetail; booking: Booking | null } {
  const { id, diary, scenario, call, contact, random } = given;
  const { calendar } = diary;
  const service_id = random.pick(scenario.services ?? SERVICES.map((service) => service.id));
  const service = serviceOf(service_id);
  const { slot, other } = appointment(diary, scenario, service_id, call, random);
  const situation = { calendar, call, contact, alias: random.pick(ALIASES), service, staff_id: slot.staff_id };
  const costOf = (wanted: string) => serviceOf(wanted).price_cents;
  const slots = slotsFor({ ...situation, when: slot, other, costOf }, random);
  const { transcript, seconds } = perform(grammatical(scenario.script(slots)), random);
  const started = calendar.at(call.day, call.minute) + call.second * 1000;
  const ended = started + seconds * 1000;
  let booking: Booking | null = null;
  if (scenario.booking && contact) {
    const changed = ended - 5000;
    const before = started - random.int(2 * 24 * 60, 20 * 24 * 60) * 60_000;
    const fresh: NewBooking = {
      id: `bk_${id.slice('call_'.length)}`,
      service_id,
      slot,
      contact,
      notes: scenario.notes?.(slots) ?? '',
      created: scenario.booking === 'book' ? changed : before,
    };
    if (scenario.booking === 'cancel') fresh.cancelled = changed;
    else diary.take(slot, service.duration_minutes);
    if (scenario.booking === 'move') fresh.moved = changed;
    booking = makeBooking(diary, fresh);
  }
  const detail: CallDetail = {
    id,
    direction: scenario.direction ?? 'inbound',
    status: scenario.status ?? 'completed',
    phone: given.phone,
    contact_id: contact?.id ?? null,
    started_at: iso(started),
    ended_at: iso(ended),
    duration_seconds: seconds,
    outcome: scenario.outcome,
    language: scenario.language ?? 'en',
    summary: scenario.summary && grammatical(scenario.summary(slots)),
    booking_id: booking && scenario.booking !== 'keep' ? booking.id : null,
    transcript,
  };
  return { call: detail, booking };
}

/** The appointment that a call is about, and the time it is moved from or that is offered in vain. */
function appointment(diary: Diary, scenario: Scenario, service_id: string, call: CallTime, random: Random) {
  const [from, to] = scenario.lead ?? (scenario.booking === 'move' ? [5, 14] : [2, 14]);
  const day = call.day + random.int(from, to);
  const wanted: Wanted = { service_id, day };
  if (from === 0 && day === call.day) {
    wanted.notBefore = call.minute + (scenario.booking === 'keep' ? 10 : 60);
    // Who is late, is late for something that is about to begin.
    if (scenario.booking === 'keep') wanted.notAfter = call.minute + 45;
  }
  const slot: Slot = diary.find(wanted, random) ?? { staff_id: staffFor(service_id), day, minute: 9 * 60 };
  const earlier = scenario.booking === 'move' && !scenario.lead;
  const otherDay = diary.calendar.workdayAfter(earlier ? call.day + random.int(0, 1) : slot.day + random.int(1, 7));
  const nearby = scenario.booking === 'book' ? diary.calendar.workdayAfter(call.day) : otherDay;
  const other = { day: nearby === slot.day ? otherDay : nearby, minute: random.int(16, 31) * 30 };
  return { slot, other };
}

function staffFor(service_id: string): string {
  return serviceOf(service_id).staff_ids[0] ?? '';
}

/** When a call of the plan began: see `When` and the comment at `PLAN`. */
function timeOf(diary: Diary, when: When, at: string, previousDay: number, random: Random): CallTime {
  const { calendar } = diary;
  const [hour = 0, minutes = 0] = at.split(':').map(Number);
  const minute = hour * 60 + minutes;
  const second = random.int(0, 59);
  let day: number;
  if (when === 'next') day = calendar.workdayAfter(previousDay);
  else if (typeof when === 'string') day = calendar.lastMonth(Number(when.slice(1)));
  else day = -when;
  const over = calendar.at(day, minute + LONGEST_TODAY) < calendar.now;
  if (!over) day -= 1;
  if (hour >= 8 && hour < 17) {
    // Not all of a weekend's calls on one day; but Monday must be over, too.
    const toMonday = calendar.weekday(day) === 7 && day < -1;
    day = toMonday ? day + 1 : calendar.workdayOnOrBefore(day);
  }
  return { day, minute, second };
}

/** A number of nobody: in the fictional range above those of the contacts. */
function strangersPhone(index: number): string {
  return fictionalPhone(`${AREAS[index % AREAS.length]} 01${80 + (index % 20)}`);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
