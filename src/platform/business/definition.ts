import type { BusinessFile } from '../../contract/index.ts';
import { currencyDigits } from '../../lib/currency.ts';
import { defined } from '../../lib/defined.ts';
import { formatMinutes } from '../../lib/time/minutes.ts';
import { membersOf } from '../store/accounts/users.ts';
import type { Db, Role } from '../store/schema/schema.ts';
import type { Business } from './business.ts';
import {
  parseSettings,
  type ServiceSettings,
  type StaffSettings,
  type StoredClosure,
  type StoredRules,
  type StoredSpecialHours,
  type StoredTimeOff,
  type TeamSettings,
} from './stored.ts';

/** A whole business as the business file describes it, in stored units: durations in minutes, prices in minor units. */
export interface BusinessDefinition {
  name: string;
  time_zone: string;
  country: string;
  currency: string;
  opening_hours: string[] | null;
  closures: StoredClosure[];
  special_hours: StoredSpecialHours[];
  rules: StoredRules;
  services: ServiceDefinition[];
  staff: StaffDefinition[];
  users: UserDefinition[];
}

export interface ServiceDefinition extends Omit<ServiceSettings, 'all_staff'> {
  id: string;
  name: string;
  description: string | null;
  duration: number;
  price_cents: number;
  staff: 'all' | string[];
  active: boolean;
}

export interface StaffDefinition {
  id: string;
  name: string;
  title: string;
  opening_hours: string[] | null;
  time_off: StoredTimeOff[];
  calendar: string | null;
  active: boolean;
}

export interface UserDefinition {
  email: string;
  name: string;
  role: Role;
}

/** A business about which nothing is known yet. */
export function emptyDefinition(): BusinessDefinition {
  return {
    name: '',
    time_zone: 'UTC',
    country: 'US',
    currency: 'USD',
    opening_hours: null,
    closures: [],
    special_hours: [],
    rules: {},
    services: [],
    staff: [],
    users: [],
  };
}

/** Reads what the database says about a business, in addition to what is loaded. */
export async function readDefinition(db: Db, business: Business): Promise<BusinessDefinition & { revision: number }> {
  const named = await db
    .selectFrom('service_staff')
    .innerJoin('services', 'services.id', 'service_staff.service_id')
    .innerJoin('staff', 'staff.id', 'service_staff.staff_id')
    .select(['service_staff.service_id', 'service_staff.staff_id'])
    .where('services.team_id', '=', business.team.id)
    .where('staff.archived_at', 'is', null)
    .orderBy('service_staff.staff_id')
    .execute();
  const namedBy = new Map<string, string[]>();
  for (const { service_id, staff_id } of named) {
    const ids = namedBy.get(service_id);
    if (ids) ids.push(staff_id);
    else namedBy.set(service_id, [staff_id]);
  }
  const { team, rules } = business;
  const settings = parseSettings<TeamSettings>(team.settings_json);
  return {
    revision: team.revision,
    name: team.name,
    time_zone: team.time_zone,
    country: team.default_country,
    currency: currencyOf(business),
    opening_hours: settings.opening_hours ?? null,
    closures: settings.closures ?? [],
    special_hours: settings.special_hours ?? [],
    rules,
    services: [...business.services.values()].map(({ row, settings: { all_staff, ...rest } }) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      duration: row.duration_minutes,
      price_cents: row.price_cents,
      ...rest,
      staff: all_staff ? 'all' : (namedBy.get(row.id) ?? []),
      active: row.active === 1,
    })),
    staff: [...business.staff.values()].map(({ row }) => {
      const { opening_hours, time_off } = parseSettings<StaffSettings>(row.settings_json);
      return {
        id: row.id,
        name: row.name,
        title: row.title,
        opening_hours: opening_hours ?? null,
        time_off: time_off ?? [],
        calendar: row.calendar_url,
        active: row.active === 1,
      };
    }),
    users: (await membersOf(db, team.id)).map(({ email, name, role }) => ({ email, name, role })),
  };
}

/** The currency of a business: its own setting, or else that of its services. */
export function currencyOf({ team, services }: Business): string {
  const [first] = services.values();
  return parseSettings<TeamSettings>(team.settings_json).currency ?? first?.row.currency ?? 'USD';
}

/** Converts an amount of the currency's minor unit to the unit of the business file. */
export const toAmount = (cents: number, currency: string) => cents / 10 ** currencyDigits(currency);

/** The business file that describes a business completely. Applying it changes nothing. */
export function toBusinessFile(definition: BusinessDefinition): BusinessFile {
  const amount = (cents: number) => toAmount(cents, definition.currency);
  return {
    name: definition.name,
    time_zone: definition.time_zone,
    country: definition.country,
    currency: definition.currency,
    opening_hours: definition.opening_hours,
    closures: definition.closures.map(omitDefaults),
    special_hours: definition.special_hours.map(({ staff, ...entry }) => ({
      ...omitDefaults(entry),
      ...(staff.length > 0 ? { staff } : {}),
    })),
    rules: rulesToFile(definition.rules),
    services: definition.services.map((service) => ({
      id: service.id,
      name: service.name,
      ...(service.description === null ? {} : { description: service.description }),
      duration: formatMinutes(service.duration),
      price: amount(service.price_cents),
      ...(service.price_changes
        ? {
            price_changes: service.price_changes.map(({ from, price_cents }) => ({ from, price: amount(price_cents) })),
          }
        : {}),
      ...durations(service, ['buffer_before', 'buffer_after', 'minimum_notice', 'booking_window']),
      staff: service.staff,
      ...(service.active ? {} : { active: false }),
    })),
    staff: definition.staff.map((member) => ({
      id: member.id,
      name: member.name,
      ...(member.title === '' ? {} : { title: member.title }),
      ...(member.opening_hours ? { opening_hours: member.opening_hours } : {}),
      ...(member.time_off.length > 0 ? { time_off: member.time_off.map(omitDefaults) } : {}),
      ...(member.calendar === null ? {} : { calendar: member.calendar }),
      ...(member.active ? {} : { active: false }),
    })),
    users: definition.users.map((user) => ({ ...user })),
  };
}

function rulesToFile({ notice_counts, max_per_customer_and_day, max_per_day, ...times }: StoredRules) {
  return {
    ...durations(times, ['minimum_notice', 'booking_window', 'slot_interval']),
    ...defined({ notice_counts, max_per_customer_and_day, max_per_day }),
  };
}

/** Some fields of a record, in minutes, as durations of the file; absent ones stay absent. */
function durations<K extends string>(record: { [F in K]?: number }, names: readonly K[]): { [F in K]?: string } {
  const found = names.flatMap((name) => {
    const minutes = record[name];
    return minutes === undefined ? [] : [[name, formatMinutes(minutes)] as const];
  });
  return Object.fromEntries(found) as { [F in K]?: string };
}

/** Leaves out the end of a single day, and an absent reason. */
function omitDefaults<T extends { from: string; to: string; reason?: string | null }>({
  from,
  to,
  reason,
  ...rest
}: T) {
  return { from, ...(to === from ? {} : { to }), ...rest, ...(reason ? { reason } : {}) };
}
