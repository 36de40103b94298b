import type {
  BusinessPlan as BusinessPlanRecord,
  BusinessRecord,
  Service,
  ServicePrice,
  Staff,
} from '../../contract/index.ts';
import { compareText } from '../../lib/text/text-order.ts';
import { localDate } from '../../lib/time/range.ts';
import { toIso } from '../store/time.ts';
import { type Business, type OfferedService, priceOn } from './business.ts';
import type { Colleagues } from './colleagues.ts';
import { type BusinessDefinition, currencyOf, type ServiceDefinition, toAmount, toBusinessFile } from './definition.ts';
import type { BusinessPlan } from './plan.ts';

/** The services that can be booked, by name, with their prices of today. */
export function serviceRecords(business: Business, now: number): Service[] {
  const today = localDate(now, business.team.time_zone).toString();
  const offered = [...business.services.values()].filter(({ row }) => row.active === 1);
  // Not `localeCompare`: the order must not depend on the machine's locale.
  offered.sort((a, b) => compareText(a.row.name, b.row.name) || compareText(a.row.id, b.row.id));
  return offered.map((service) => serviceRecord(service, business, today));
}

function serviceRecord(service: OfferedService, business: Business, today: string): Service {
  const { row, settings, staffIds } = service;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    duration_minutes: row.duration_minutes,
    price_cents: priceOn({ ...settings, price_cents: row.price_cents }, today),
    currency: currencyOf(business),
    staff_ids: [...staffIds],
    ...(settings.price_changes?.length ? { prices: pricesOf(service) } : {}),
  };
}

/** All prices of a service in order of time, past ones included. */
export const pricesOf = ({ row, settings }: OfferedService): ServicePrice[] => [
  { from: null, price_cents: row.price_cents },
  ...(settings.price_changes ?? []).map(({ from, price_cents }) => ({ from, price_cents })),
];

/** Everybody who is not archived, in the order of their ids. */
export function staffRecords({ staff, services, team }: Business, now: number): Staff[] {
  const today = localDate(now, team.time_zone).toString();
  return [...staff.values()].map(({ row, timeOff, settings }) => ({
    id: row.id,
    name: row.name,
    title: row.title,
    active: row.active === 1,
    service_ids: [...services.values()]
      .filter(({ staffIds }) => staffIds.includes(row.id))
      .map((service) => service.row.id),
    opening_hours: settings.opening_hours ?? null,
    time_off: timeOff.filter(({ to }) => to >= today).map((entry) => ({ ...entry })),
  }));
}

export function businessRecord(
  { id, is_demo, revision }: { id: string; is_demo: number; revision: number },
  definition: BusinessDefinition,
  now: number,
): BusinessRecord {
  const { rules = {}, services = [] } = toBusinessFile(definition);
  const today = localDate(now, definition.time_zone).toString();
  const priceToday = (service: ServiceDefinition) => toAmount(priceOn(service, today), definition.currency);
  return {
    id,
    name: definition.name,
    time_zone: definition.time_zone,
    country: definition.country,
    currency: definition.currency,
    opening_hours: definition.opening_hours,
    closures: definition.closures,
    special_hours: definition.special_hours,
    rules: rules as BusinessRecord['rules'],
    services: definition.services.map((service, index) => ({
      ...(services[index] as BusinessRecord['services'][number]),
      description: service.description,
      price_today: priceToday(service),
      price_changes: services[index]?.price_changes ?? [],
      staff: service.staff,
      active: service.active,
    })),
    staff: definition.staff.map(({ calendar, ...member }) => ({ ...member, has_calendar: calendar !== null })),
    revision,
    is_demo: is_demo === 1,
  };
}

const MAX_AFFECTED = 100;

/** What the caller of a plan may read. */
interface PlanAccess {
  bookings: boolean;
  contacts: boolean;
}

/** @param colleagues undefined if they were not searched. */
export function planRecord(
  plan: BusinessPlan,
  applied: boolean,
  may: PlanAccess,
  colleagues?: Colleagues,
): BusinessPlanRecord {
  return {
    revision: plan.revision,
    applied,
    changes: plan.changes,
    affected_bookings: plan.misfits.slice(0, MAX_AFFECTED).map(({ booking, reason, already, isDeliberate }) => {
      const freeWith = colleagues?.get(booking.id)?.map(({ row }) => ({ staff_id: row.id, staff_name: row.name }));
      const { contact_name: name, contact_phone: phone, contact_email: email } = booking;
      return {
        booking_id: booking.id,
        start_time: toIso(booking.start_time),
        service_name: booking.service_name,
        staff_name: booking.staff_name,
        ...(may.bookings ? { contact_name: name } : {}),
        ...(may.bookings && may.contacts && phone ? { contact_phone: phone } : {}),
        // How to reach a customer without a number.
        ...(may.bookings && may.contacts && !phone && email ? { contact_email: email } : {}),
        reason,
        ...(already ? { already } : {}),
        ...(isDeliberate ? { deliberate: true as const } : {}),
        ...(freeWith ? { free_with: freeWith } : {}),
      };
    }),
    affected_total: plan.misfits.length,
    already_total: plan.misfits.filter(({ already }) => already !== undefined).length,
  };
}
