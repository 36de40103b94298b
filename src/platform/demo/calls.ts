import type { Contact } from '../../contract/index.ts';
import type { UnreportedCall } from '../store/calls/calls.ts';
import { makeBooking, type NewBooking, requireContact } from './bookings.ts';
import { SERVICES, serviceOf } from './business.ts';
import { iso, type Minutes } from './calendar.ts';
import { fictionalPhone, groupOf } from './contacts.ts';
import { PLAN, type When } from './plan.ts';
import { createRandom, hashSeed, type Random } from './random.ts';
import { SCENARIOS } from './scenarios/index.ts';
import type { Scenario } from './scenarios/types.ts';
import type { Schedule, Slot, SlotQuery } from './schedule.ts';
import { performScript } from './script.ts';
import { fixGrammar, scriptVariables } from './slots.ts';
import type { DemoBooking } from './types.ts';

/** Calls, and the bookings that were built, rescheduled, cancelled or discussed in them. */
interface CallHistory {
  calls: UnreportedCall[];
  bookings: DemoBooking[];
  /** ISO 8601 creation time of the contacts who first appear in a call, by id. */
  firstSeen: ReadonlyMap<string, string>;
}

/** Maximum duration of a call, except for the long one, which is a week old. */
const MAX_CALL_MINUTES: Minutes = 15;
const AREAS = ['518', '914', '845', '212', '646', '716', '315', '607', '929', '332'];
const ALIASES = ['Sam Pickering', 'Dolores Whitcomb', 'Ray Castillo', 'Nadia Brooks', 'Hugh Ashby', 'Tina Marsden'];

/** Builds all calls of the plan, relative to the calendar's `now`. */
export function plannedCalls(schedule: Schedule, contacts: ReadonlyMap<string, Contact>): CallHistory {
  const history = {
    calls: [] as UnreportedCall[],
    bookings: [] as DemoBooking[],
    firstSeen: new Map<string, string>(),
  };
  const named = new Set(PLAN.map(([, , , callerId]) => callerId));
  const regulars = shuffle(
    Array.from(contacts.values()).filter(
      (one) => groupOf(one.id) === 'regular' && one.phone && one.email && !named.has(one.id),
    ),
    createRandom(77),
  );
  let nextRegular = 0;
  let previousDay = 0;
  PLAN.forEach((row, index) => {
    const [name, when, at, callerId = '*'] = row;
    const scenario = SCENARIOS[name];
    if (!scenario) throw new Error(`no scenario ${name}`);
    const random = createRandom(hashSeed(`${name} ${index}`));
    const call = callTime(schedule, when, at, previousDay, random);
    previousDay = call.day;
    const contact = callerId === '*' ? regulars[nextRegular++ % regulars.length] : undefined;
    const caller = contact ?? (callerId.startsWith('ct_') ? requireContact(contacts, callerId) : null);
    const phone = caller ? caller.phone : callerId === '?' ? unknownPhone(index) : null;
    const built = buildCall({ id: `call_${1001 + index}`, schedule, scenario, call, contact: caller, phone, random });
    history.calls.push(built.call);
    if (built.booking) history.bookings.push(built.booking);
    if (caller && groupOf(caller.id) === 'new') history.firstSeen.set(caller.id, built.call.ended_at);
  });
  return history;
}

interface CallTime {
  day: number;
  minute: Minutes;
  second: number;
}

interface CallInput {
  id: string;
  schedule: Schedule;
  scenario: Scenario;
  call: CallTime;
  contact: Contact | null;
  phone: string | null;
  random: Random;
}

function buildCall(input: CallInput): { call: UnreportedCall; booking: DemoBooking | null } {
  const { id, schedule, scenario, call, contact, random } = input;
  const { calendar } = schedule;
  const service_id = random.pick(scenario.services ?? SERVICES.map((service) => service.id));
  const service = serviceOf(service_id);
  const { slot, other } = appointment(schedule, scenario, service_id, call, random);
  const situation = { calendar, call, contact, alias: random.pick(ALIASES), service, staff_id: slot.staff_id };
  const costOf = (id: string) => serviceOf(id).price_cents;
  const variables = scriptVariables({ ...situation, when: slot, other, costOf }, random);
  const { transcript, seconds } = performScript(fixGrammar(scenario.script(variables)), random);
  const started = calendar.at(call.day, call.minute) + call.second * 1000;
  const ended = started + seconds * 1000;
  let booking: DemoBooking | null = null;
  if (scenario.booking && contact) {
    const changed = ended - 5000;
    const before = started - random.int(2 * 24 * 60, 20 * 24 * 60) * 60_000;
    const newBooking: NewBooking = {
      id: `bk_${id.slice('call_'.length)}`,
      service_id,
      slot,
      contact,
      notes: scenario.notes?.(variables) ?? '',
      created: scenario.booking === 'book' ? changed : before,
    };
    if (scenario.booking === 'cancel') newBooking.cancelled = changed;
    else schedule.reserve(slot, service.duration_minutes);
    if (scenario.booking === 'move') newBooking.moved = changed;
    booking = makeBooking(schedule, newBooking);
  }
  const detail: UnreportedCall = {
    id,
    direction: scenario.direction ?? 'inbound',
    status: scenario.status ?? 'completed',
    phone: input.phone,
    contact_id: contact?.id ?? null,
    started_at: iso(started),
    ended_at: iso(ended),
    duration_seconds: seconds,
    outcome: scenario.outcome,
    language: scenario.language ?? 'en',
    summary: scenario.summary && fixGrammar(scenario.summary(variables)),
    booking_id: booking && scenario.booking !== 'keep' ? booking.id : null,
    transcript,
  };
  return { call: detail, booking };
}

/** Chooses the appointment that a call is about, and the time that it is moved from or that the caller declines. */
function appointment(schedule: Schedule, scenario: Scenario, service_id: string, call: CallTime, random: Random) {
  const [from, to] = scenario.lead ?? (scenario.booking === 'move' ? [5, 14] : [2, 14]);
  const day = call.day + random.int(from, to);
  const query: SlotQuery = { service_id, day };
  if (from === 0 && day === call.day) {
    query.notBefore = call.minute + (scenario.booking === 'keep' ? 10 : 60);
    // A caller who announces being late has an appointment that starts soon.
    if (scenario.booking === 'keep') query.notAfter = call.minute + 45;
  }
  const slot: Slot = schedule.findSlot(query, random) ?? { staff_id: staffFor(service_id), day, minute: 9 * 60 };
  const earlier = scenario.booking === 'move' && !scenario.lead;
  const otherDay = schedule.calendar.workdayAfter(earlier ? call.day + random.int(0, 1) : slot.day + random.int(1, 7));
  const nearby = scenario.booking === 'book' ? schedule.calendar.workdayAfter(call.day) : otherDay;
  const other = { day: nearby === slot.day ? otherDay : nearby, minute: random.int(16, 31) * 30 };
  return { slot, other };
}

function staffFor(service_id: string): string {
  return serviceOf(service_id).staff_ids[0] ?? '';
}

/** Computes when a call of the plan began. See `When` and `PLAN`. */
function callTime(schedule: Schedule, when: When, at: string, previousDay: number, random: Random): CallTime {
  const { calendar } = schedule;
  const [hour = 0, minutes = 0] = at.split(':').map(Number);
  const minute = hour * 60 + minutes;
  const second = random.int(0, 59);
  let day: number;
  if (when === 'next') day = calendar.workdayAfter(previousDay);
  else if (typeof when === 'string') day = calendar.lastMonth(Number(when.slice(1)));
  else day = -when;
  const hasEnded = calendar.at(day, minute + MAX_CALL_MINUTES) < calendar.now;
  if (!hasEnded) day -= 1;
  if (hour >= 8 && hour < 17) {
    // Spreads the calls of a weekend over Friday and Monday; Monday must be in the past as well.
    const movesToMonday = calendar.weekday(day) === 7 && day < -1;
    day = movesToMonday ? day + 1 : calendar.workdayOnOrBefore(day);
  }
  return { day, minute, second };
}

/** A phone number of no contact, in the fictional range above the contacts' numbers. */
function unknownPhone(index: number): string {
  return fictionalPhone(`${AREAS[index % AREAS.length]} 01${80 + (index % 20)}`);
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
