import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import type { Agenda, AgendaAppointment, AgendaDay, AgendaPerson } from './agenda.ts';
import { exactClock } from './day-times.ts';
import { freePeriods } from './periods.ts';

/** An agenda for programs: local times of the business, as `HH:MM`. */
export const agendaJson = ({ businessName, zone, now, days, notes }: Agenda) => ({
  business: businessName ?? null,
  time_zone: zone,
  now: new Date(now).toISOString(),
  days: days.map(dayJson),
  notes,
});

const dayJson = (day: AgendaDay) => ({
  date: day.date,
  weekday: day.weekday,
  open: day.open ? spansJson(day.open, day) : null,
  closed: day.closure ? (day.closure.reason ?? true) : day.open?.length === 0,
  people: day.people.map((person) => personJson(day, person)),
  appointments: day.appointments.map((appointment) => appointmentJson(appointment, day)),
  cancelled: day.cancelled,
});

const spanJson = ({ from, to }: OpenPeriod, { zoned }: AgendaDay) => ({
  from: exactClock(from, zoned),
  to: exactClock(to, zoned),
});

const spansJson = (periods: readonly OpenPeriod[] | undefined, day: AgendaDay) =>
  periods?.map((period) => spanJson(period, day)) ?? null;

const personJson = (day: AgendaDay, person: AgendaPerson) => ({
  id: person.id ?? null,
  name: person.name,
  hours: spansJson(person.hours, day),
  away: spansJson(person.away, day),
  free: spansJson(freePeriods(day, person), day),
});

const appointmentJson = (appointment: AgendaAppointment, day: AgendaDay) => ({
  id: appointment.id ?? null,
  ...spanJson(appointment, day),
  service: appointment.service,
  contact: appointment.contact,
  phone: appointment.phone ?? null,
  staff_id: appointment.personId ?? null,
  status: appointment.status ?? 'confirmed',
  private_busy: appointment.privateBusy,
  buffer_before_minutes: appointment.bufferBefore,
  buffer_after_minutes: appointment.bufferAfter,
});
