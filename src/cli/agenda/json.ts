import { formatClock } from '../../lib/time/clock-text.ts';
import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import type { Agenda, AgendaAppointment, AgendaDay, AgendaPerson } from './agenda.ts';
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
  open: day.open ? day.open.map(spanJson) : null,
  closed: day.closure ? (day.closure.reason ?? true) : day.open?.length === 0,
  people: day.people.map((person) => personJson(day, person)),
  appointments: day.appointments.map(appointmentJson),
  cancelled: day.cancelled,
});

const spanJson = ({ from, to }: OpenPeriod) => ({ from: formatClock(from), to: formatClock(to) });

const personJson = (day: AgendaDay, person: AgendaPerson) => ({
  id: person.id ?? null,
  name: person.name,
  hours: person.hours?.map(spanJson) ?? null,
  away: person.away.map(spanJson),
  free: freePeriods(day, person)?.map(spanJson) ?? null,
});

const appointmentJson = (appointment: AgendaAppointment) => ({
  id: appointment.id ?? null,
  ...spanJson(appointment),
  service: appointment.service,
  contact: appointment.contact,
  phone: appointment.phone ?? null,
  staff_id: appointment.personId ?? null,
  status: appointment.status ?? 'confirmed',
  private_busy: appointment.privateBusy,
  buffer_before_minutes: appointment.bufferBefore,
  buffer_after_minutes: appointment.bufferAfter,
});
