import { joinNames } from '../../lib/text/join-names.ts';
import { isTimeZone } from '../../lib/text/locale.ts';
import { cleanLine, pluralize } from '../../lib/text/text.ts';
import { formatClock } from '../../lib/time/clock-text.ts';
import { formatInstant } from '../../lib/time/format.ts';
import { epochMs, type Interval } from '../../lib/time/intervals.ts';
import { parseOpeningHours } from '../../lib/time/opening-hours.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { readOpeningHours } from '../../lib/time/working-hours.ts';
import { type ZonedDay, zonedDay } from '../../lib/time/zoned-day.ts';
import { ASSUMED_MINUTES } from '../../tools/availability/busy-intervals.ts';
import {
  type Agenda,
  type AgendaAppointment,
  type AgendaDay,
  type AgendaPerson,
  atWork,
  privateBusyText,
} from './agenda.ts';
import { clockChangeOf, clockText, minuteAt, periodOf } from './day-times.ts';
import type { ShownDays } from './days.ts';
import { hoursElsewhere, hoursHere } from './hours-elsewhere.ts';
import { shownPeriod } from './periods.ts';
import type { AgendaRecords } from './read-records.ts';
import { type WorkingHours, workingHours } from './working-hours.ts';

/** A requested cancellation still takes its time: only a completed one frees it. */
const CANCELLED_STATUS = /cancell?ed/i;

interface AgendaOptions {
  /** IANA; undefined: unknown, so that times are shown in UTC. */
  zone: string | undefined;
  /** Hours of the operator's option, which come before those of the platform. */
  openingHours: string | undefined;
  /** What sets the hours where they are not known: an option or a command. */
  setHours: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Makes the days of an agenda from records. */
export function makeAgenda(records: AgendaRecords, shown: ShownDays, options: AgendaOptions): Agenda {
  const { openingHours, setHours, now, zone = 'UTC' } = options;
  const { business } = records;
  const stated = business.opening_hours?.join('; ');
  const regular = openingHours ? parseOpeningHours(openingHours) : stated ? readOpeningHours(stated) : undefined;
  const own = workingHours(business, regular);
  const ownZone = businessZone(business);
  const isElsewhere = ownZone !== undefined && ownZone !== zone;
  // Hours of the operator's option are in the operator's zone.
  const hours = isElsewhere && !openingHours ? hoursElsewhere(own, ownZone, zone) : hoursHere(own, zone);
  const booked = records.bookings.map((booking) => readBooking(booking, records, zone));
  const days = shown.days.map(({ date, weekday }): AgendaDay => {
    const zoned = zonedDay(date, zone);
    const ofDay = booked.flatMap((one) => (one ? partsOn(one, zoned) : []));
    const closure = hours.closureOn(date);
    const day = {
      date,
      weekday,
      zoned,
      nowMinute: zoned.start <= now && now < zoned.end ? minuteAt(now, zoned) : undefined,
      open: hours.open(date),
      closure: closure && { reason: closure.reason ? cleanLine(closure.reason) : undefined },
      appointments: ofDay.filter(({ isCancelled }) => !isCancelled).map(({ appointment }) => appointment),
      cancelled: ofDay.filter(({ isCancelled }) => isCancelled).length,
      people: [],
    };
    day.appointments.sort((a, b) => a.from - b.from || a.to - b.to);
    return { ...day, people: peopleOf(day, records, hours, namesOf(booked)) };
  });
  const name = business.name ? cleanLine(business.name) : undefined;
  const unzoned =
    options.zone === undefined
      ? ['The platform names no time zone: times are in UTC. Set that of the business: --time-zone America/New_York.']
      : [];
  const elsewhere = isElsewhere ? [`${name ?? 'The business'} is in ${ownZone}: all times here are in ${zone}.`] : [];
  return {
    businessName: name,
    zone,
    now,
    days,
    notes: [...unzoned, ...elsewhere, ...notesOn(booked, records, hours, days, setHours)],
  };
}

/** The zone of the hours and dates of a business; undefined if it states none. */
export const businessZone = ({ time_zone: zone }: AgendaRecords['business']) =>
  zone && isTimeZone(zone) ? zone : undefined;

/** A booking with its time. */
interface BookedTime extends Interval {
  isEndAssumed: boolean;
  isCancelled: boolean;
  person: { id: string; name: string | undefined } | undefined;
  appointment: Omit<AgendaAppointment, 'from' | 'to'>;
}

/** Undefined without a readable start time. */
function readBooking(
  booking: AgendaRecords['bookings'][number],
  { services, privateBusy }: AgendaRecords,
  zone: string,
): BookedTime | undefined {
  const start = epochMs(booking.start_time);
  if (start === undefined) return undefined;
  const service = services.get(booking.service_id ?? '');
  const stated = epochMs(booking.end_time);
  const isEndKnown = stated !== undefined && stated > start;
  const end = isEndKnown ? stated : start + (service?.minutes ?? ASSUMED_MINUTES) * MINUTE_MS;
  const line = (text: string | null | undefined) => (text ? cleanLine(text) || undefined : undefined);
  const status = line(booking.status);
  const personId = line(booking.staff_id ?? booking.staff_name);
  return {
    start,
    end,
    isEndAssumed: !isEndKnown,
    isCancelled: CANCELLED_STATUS.test(status ?? ''),
    person: personId === undefined ? undefined : { id: personId, name: line(booking.staff_name) },
    appointment: {
      id: line(booking.id),
      service: line(booking.service_name) ?? line(service?.name) ?? line(booking.service_id) ?? 'appointment',
      contact: line(booking.contact?.name) ?? line(booking.contact?.phone) ?? 'no name',
      phone: line(booking.contact?.phone),
      personId,
      status: status?.toLowerCase() === 'confirmed' ? undefined : status,
      bufferBefore: service?.bufferBefore ?? 0,
      bufferAfter: service?.bufferAfter ?? 0,
      privateBusy: (privateBusy.get(booking.id ?? '') ?? []).map((busy) => busyText(busy, zone)),
    },
  };
}

/** A busy time in local times, `14:00-15:00`; with dates if it ends on another day. */
function busyText(busy: { from: string; to: string }, zone: string): string {
  const [from = '', to = ''] = [busy.from, busy.to].map((at) => formatInstant(at, zone)?.local ?? '');
  const isOneDay = from.slice(0, 10) === to.slice(0, 10);
  return isOneDay
    ? `${from.slice(11, 16)}-${to.slice(11, 16)}`
    : [from, to].map((local) => local.slice(0, 16).replace('T', ' ')).join(' to ');
}

/** Returns the part of a booking that lies on a day; nothing if there is none. */
function partsOn({ start, end, isCancelled, appointment }: BookedTime, day: ZonedDay) {
  const isOnDay = start < day.end && end > day.start;
  return isOnDay ? [{ isCancelled, appointment: { ...appointment, ...periodOf({ start, end }, day) } }] : [];
}

const namesOf = (booked: readonly (BookedTime | undefined)[]) =>
  new Map(booked.flatMap((one) => (one?.person?.name ? [[one.person.id, one.person.name]] : [])));

/** Returns who works or has appointments: the people of the business in its order, then others, then appointments of none. */
function peopleOf(
  day: AgendaDay,
  { staff }: AgendaRecords,
  hours: WorkingHours,
  names: ReadonlyMap<string, string>,
): AgendaPerson[] {
  const booked = new Set(day.appointments.map(({ personId }) => personId));
  const known = staff.flatMap((member): AgendaPerson[] => {
    const { hours: working, away } = hours.of(member, day.date);
    const isBooked = booked.delete(member.id);
    const works = member.active && (working?.length || away.length);
    if (!works && !isBooked) return [];
    return [
      {
        id: member.id,
        name: cleanLine(member.name) || member.id,
        hours: member.active ? working : [],
        away: member.active ? away : [],
      },
    ];
  });
  const isUnassigned = booked.delete(undefined);
  const others = [...booked].map(
    (id): AgendaPerson => ({ id, name: names.get(id ?? '') ?? id ?? '', hours: undefined, away: [] }),
  );
  // A business whose platform names no people is drawn as one.
  const isAlone = known.length + others.length === 0;
  const unassigned: AgendaPerson = {
    id: undefined,
    name: isAlone ? 'Appointments' : 'no person',
    hours: isAlone ? day.open : undefined,
    away: [],
  };
  return [...known, ...others, ...(isUnassigned || (isAlone && day.open?.length) ? [unassigned] : [])];
}

function notesOn(
  booked: readonly (BookedTime | undefined)[],
  { isComplete, staff }: AgendaRecords,
  hours: WorkingHours,
  days: readonly AgendaDay[],
  setHours: string,
): string[] {
  const unreadable = booked.filter((one) => !one).length;
  const assumed = booked.filter(
    (one) => one?.isEndAssumed && !one.isCancelled && days.some(({ zoned }) => partsOn(one, zoned).length > 0),
  ).length;
  return [
    ...(isComplete ? [] : ['Not all bookings could be read: appointments may be missing here.']),
    ...(unreadable > 0 ? [`${pluralize(unreadable, 'booking')} without a readable start time: not shown.`] : []),
    ...(assumed > 0
      ? [`${pluralize(assumed, 'appointment')} without an end: as long as the service, or an hour.`]
      : []),
    ...(days.some(({ date }) => hours.open(date) === undefined)
      ? [`The opening hours are not known. Set them: ${setHours}`]
      : []),
    ...clockChanges(days),
    ...collisions(days),
    ...hiddenCalendars(staff, days),
  ];
}

/** Names the times that clocks skip or show twice, where they are drawn. */
function clockChanges(days: readonly AgendaDay[]): string[] {
  return days.flatMap((day) => {
    const { date, weekday, zoned } = day;
    const [change, shown] = [clockChangeOf(zoned), shownPeriod([day])];
    if (!zoned.change || !change || !shown) return [];
    const at = minuteAt(zoned.change.at, zoned);
    const repeated = Math.max(0, -zoned.change.by);
    if (shown.to < at - repeated || at + repeated < shown.from) return [];
    const [from, to] = [change.shown.from, change.shown.to].map(formatClock);
    return change.isForward
      ? [`${weekday} ${date} has no time from ${from} to ${to}: clocks are set forward.`]
      : [`${weekday} ${date} has the time from ${from} to ${to} twice: clocks are set back.`];
  });
}

/** Names the appointments during which the private calendar of their person is busy: it was changed after they were booked. */
function collisions(days: readonly AgendaDay[]): string[] {
  return days.flatMap((day) =>
    day.appointments.flatMap(({ from, contact, personId, privateBusy }) => {
      if (privateBusy.length === 0) return [];
      const person = day.people.find(({ id }) => id === personId)?.name ?? personId ?? 'the person';
      const when = `${days.length > 1 ? `${day.weekday.slice(0, 3)} ${day.date} ` : ''}${clockText(from, day.zoned)}`;
      return [`${when} ${contact}, with ${person}: ${privateBusyText(privateBusy)}.`];
    }),
  );
}

/** Names those who work and can be busy by a private calendar, which no platform shows: their free time may be taken. */
function hiddenCalendars(staff: AgendaRecords['staff'], days: readonly AgendaDay[]): string[] {
  const working = days.flatMap(atWork);
  const names = staff.flatMap(({ id, has_calendar: hasCalendar }) =>
    hasCalendar ? working.filter((person) => person.id === id).slice(0, 1) : [],
  );
  if (names.length === 0) return [];
  const of = joinNames(names.map(({ name }) => name));
  return names.length === 1
    ? [`The private calendar of ${of} is not shown: this person may be busy.`]
    : [`The private calendars of ${of} are not shown: they may be busy.`];
}
