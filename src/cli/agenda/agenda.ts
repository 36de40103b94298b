import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import type { ZonedDay } from '../../lib/time/zoned-day.ts';
import { clockText } from './day-times.ts';

/** Several days of a business, read for drawing. All texts of others are cleaned; times are minutes that have passed of local days. */
export interface Agenda {
  businessName: string | undefined;
  /** IANA zone of all local times. */
  zone: string;
  /** Milliseconds since the epoch. */
  now: number;
  days: AgendaDay[];
  /** Sentences on what is unknown or assumed. */
  notes: string[];
}

/** A local day. */
export interface AgendaDay {
  /** `2026-11-26` */
  date: string;
  /** In English. */
  weekday: string;
  /** The same day as instants. */
  zoned: ZonedDay;
  /** Of the present time, if it is this day now. */
  nowMinute: number | undefined;
  /** Opening hours; empty: closed; undefined: unknown. */
  open: readonly OpenPeriod[] | undefined;
  /** The closure of the day, with its reason if there is one. */
  closure: { reason: string | undefined } | undefined;
  /** Everybody who works or has an appointment, in the order of the business. */
  people: AgendaPerson[];
  /** In the order of their start. Cancelled ones are left out. */
  appointments: AgendaAppointment[];
  /** Number of cancelled appointments. */
  cancelled: number;
}

export interface AgendaPerson {
  /** Undefined: the appointments without a person. */
  id: string | undefined;
  name: string;
  /** Working hours without absences; undefined: unknown. */
  hours: readonly OpenPeriod[] | undefined;
  /** Absences within working hours. */
  away: readonly OpenPeriod[];
}

/** The part of an appointment that lies on a day. */
export interface AgendaAppointment extends OpenPeriod {
  id: string | undefined;
  service: string;
  /** The customer. */
  contact: string;
  phone: string | undefined;
  /** The `id` of its `AgendaPerson`. */
  personId: string | undefined;
  /** Undefined if it is confirmed. */
  status: string | undefined;
  /** Minutes before `from` and after `to` in which the person is not free. */
  bufferBefore: number;
  bufferAfter: number;
  /** When the private calendar of its person is busy during it, as local times: `14:00-15:00`. */
  privateBusy: readonly string[];
}

/** The customer in a grid, marked if the private calendar of the person is busy during the appointment. */
export const markedContact = ({ contact, privateBusy }: Pick<AgendaAppointment, 'contact' | 'privateBusy'>) =>
  privateBusy.length > 0 ? `! ${contact}` : contact;

/** Says when a private calendar is busy; empty if it is not. */
export const privateBusyText = (privateBusy: AgendaAppointment['privateBusy']) =>
  privateBusy.length > 0 ? `private calendar: busy ${privateBusy.join(', ')}` : '';

/** Formats a period of a day: `08:00-12:00`. */
export const formatPeriod = ({ from, to }: OpenPeriod, { zoned }: AgendaDay) =>
  `${clockText(from, zoned)}-${clockText(to, zoned)}`;

/** Formats periods of a day: `08:00-12:00, 13:00-17:00`. */
export const formatPeriods = (periods: readonly OpenPeriod[], day: AgendaDay) =>
  periods.map((period) => formatPeriod(period, day)).join(', ');

/** The people who work on a day, also on one on which the business has no opening hours. */
export const atWork = ({ people }: AgendaDay) => people.filter(({ hours }) => (hours?.length ?? 0) > 0);

/** The appointments of a person, in the order of their start. */
export const appointmentsOf = ({ appointments }: AgendaDay, { id }: AgendaPerson) =>
  appointments.filter(({ personId }) => personId === id);
