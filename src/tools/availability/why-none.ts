import type { BookingRule } from '../../contract/index.ts';
import { forEachInSlices } from '../../lib/concurrency/slices.ts';
import type { Sentence } from '../../lib/text/sentence.ts';
import { within, without } from '../../lib/time/cut-intervals.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { type LocalDay, localDays } from '../../lib/time/local-days.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { closureOn } from '../../lib/time/working-hours.ts';
import { ZoneDays } from '../../lib/time/zone-days.ts';
import type { ToolContext } from '../core/context.ts';
import { describePerson } from './known-staff.ts';
import { type KnownWork, knownWork, type PersonWork } from './known-work.ts';
import { type OpenTimes, offeredTimes } from './open-times.ts';
import * as because from './reasons.ts';
import { readBusiness } from './shown-hours.ts';

/** The part of a window that is on one day of the business. */
interface Part {
  whole: Interval;
  asked: Interval;
}

/** Why no appointment can start in a window. */
interface WhyNone {
  /** A day without a known reason is left out. */
  reasons: Sentence[];
  /** The rule of the first reason. */
  rule: BookingRule | undefined;
  /** True if the first reason is that a person is away. */
  isAway: boolean;
  /** False if these reasons leave no time with other staff either. */
  mayOthers: boolean;
}

/** Says why no appointment can start in a window, as far as it is known. */
export async function whyNone(window: Interval, times: OpenTimes): Promise<WhyNone> {
  const { closuresZone: zone, minutes } = times;
  const days = localDays(window, zone);
  // An appointment that starts before midnight can end after it.
  const around = localDays({ start: window.start, end: window.end + minutes * MINUTE_MS }, zone);
  const dates = around.map(({ date }) => date);
  const ownDays = new ZoneDays(zone);
  const work = await knownWork(times, dates, ownDays);
  const groups = new Map<string, { reason: because.Reason; days: LocalDay[] }>();
  let mayOthers = false;
  await forEachInSlices(days, (day) => {
    const whole = ownDays.whole(day.date);
    const asked = { start: Math.max(whole.start, window.start), end: Math.min(whole.end, window.end) };
    const reason = reasonOn(day.date, { whole, asked }, work, times);
    if (!reason?.isOfAll) mayOthers = true;
    if (!reason) return;
    const group = groups.get(reason.key) ?? { reason, days: [] };
    group.days.push(day);
    groups.set(reason.key, group);
  });
  const reasons = [...groups.values()].map((group) => group.reason.say(because.named(group.days, times)));
  const [first] = groups.values();
  return { reasons, rule: first?.reason.rule, isAway: first?.reason.isAway === true, mayOthers };
}

/** An appointment that is asked for. */
interface Appointment {
  /** Id or name of the service. */
  serviceId: string;
  /** Epoch milliseconds. */
  start: number;
  /** Id or name of who is to take it; undefined: anybody. */
  staff?: string | undefined;
  excludedBookingId?: string | undefined;
  usesServiceDuration?: boolean | undefined;
}

/** Says why an appointment is not possible, as far as it is known; undefined if it is, or if the platform states no rules. */
export async function whyImpossible({ serviceId, start, ...asked }: Appointment, context: ToolContext) {
  const { extensions, signal } = context;
  if (!(await extensions.has('booking_rules', signal)) || !(await extensions.has('availability', signal)))
    return undefined;
  const window = { start, end: start + 1 };
  const query = { staff: undefined, ...asked, service: serviceId, timeZone: undefined, window, horizon: window };
  const times = await offeredTimes(query, await readBusiness(context), context);
  if ((await times.slots(window)).length > 0) return undefined;
  // Hours of the operator and assumed ones are no rules of the platform.
  const known = { ...times.known, shown: { ...times.known.shown, hours: undefined } };
  return { ...(await whyNone(window, { ...times, known })), known };
}

function reasonOn(date: string, { whole, asked }: Part, work: KnownWork, times: OpenTimes): because.Reason | undefined {
  const { closures, known } = times;
  // A person who was asked for and takes no bookings is no reason that is known.
  if (known.staffIds?.length === 0) return known.staffId === undefined ? because.withoutPerformers() : undefined;
  const starts = withinLimits(asked, times);
  if (starts.start >= starts.end) return because.limited(asked, times);
  const closure = closureOn({ closures }, date);
  if (closure) return because.closure(closure);

  const { people, hours } = work;
  if (hours && !hours.some((one) => fits(one, asked, times))) return outside({ whole, asked }, work, times);
  if (hours && !hours.some((one) => fits(one, starts, times))) return because.limited(asked, times);
  if (known.fullDays.includes(date)) return because.full(known.business?.rules?.max_per_day);
  if (!known.isTakenOtherwise || times.unread.length > 0 || !hours?.some((one) => hasStart(one, starts, times)))
    return undefined;
  const isPart = hours.some((one) => without(within(one, whole), [asked]).length > 0);
  return because.taken(whose(people, times), isPart, times);
}

/**
 * Why no appointment fits the hours of the day: those of the person who was asked for, of the business, or of the people who
 * could take it.
 */
function outside({ whole, asked }: Part, { open, people }: KnownWork, times: OpenTimes): because.Reason {
  const { shown, staffId } = times.known;
  const isAssumed = shown.isAssumed === true;
  const [only] = people?.length === 1 ? people : [];
  const isClosed = open !== undefined && within(open, whole).length === 0;
  const isWorkday = !isClosed || (only !== undefined && within(only.works, whole).length > 0);
  // Assumed hours and those of the options limit what is shown of a person: they are no working hours.
  const isOfPerson = staffId !== undefined && shown.hours === undefined && isWorkday;
  if (only && isOfPerson) return absent(only, { whole, asked }, times);
  if (isClosed) return because.closedByHours(isAssumed);
  if (open && !fits(open, asked, times)) return because.openOnly(within(open, whole), isAssumed, times);
  return only ? absent(only, { whole, asked }, times) : because.withoutStaff();
}

/** Returns the name of the one person whose times are meant; undefined: anybody's. */
function whose(people: KnownWork['people'], { known: { staffId }, staff }: OpenTimes): Sentence | undefined {
  if (people?.length === 1) return people[0]?.name;
  return staffId === undefined ? undefined : describePerson(staffId, staff);
}

function absent(person: PersonWork, { whole, asked }: Part, times: OpenTimes): because.Reason {
  const works = within(person.works, whole);
  if (works.length === 0) return because.notWorking(person);
  if (!fits(person.works, asked, times)) return because.workingOnly(person, works, times);
  return because.away(person, without(works, person.away).length > 0);
}

/** Returns the starts of a range that notice and booking window allow. */
function withinLimits({ start, end }: Interval, { earliest, latest }: OpenTimes): Interval {
  return {
    start: earliest ? Math.max(start, Date.parse(earliest)) : start,
    end: latest ? Math.min(end, Date.parse(latest) + 1) : end,
  };
}

/** How long starts are possible in one interval, in milliseconds: negative if an appointment does not fit. */
const room = (one: Interval, starts: Interval, { minutes }: OpenTimes) =>
  Math.min(one.end - minutes * MINUTE_MS, starts.end - 1) - Math.max(one.start, starts.start);

const fits = (hours: readonly Interval[], starts: Interval, times: OpenTimes) =>
  hours.some((one) => room(one, starts, times) >= 0);

/** True if one of the possible starts is certainly on the grid, which begins with the hours. */
const hasStart = (hours: readonly Interval[], starts: Interval, times: OpenTimes) =>
  hours.some((one) => room(one, starts, times) >= (one.start >= starts.start ? 0 : times.stepMs - 1));
