import type { ServiceRow, StaffRow, TeamRow } from '../store/schema/schema.ts';
import type { BusinessDefinition, ServiceDefinition, StaffDefinition } from './definition.ts';
import type { ServiceSettings, StaffSettings, TeamSettings } from './stored.ts';

/** The columns of a team that the business file determines. */
export function teamColumns(definition: BusinessDefinition) {
  const { closures, special_hours, rules, currency, opening_hours } = definition;
  const settings: TeamSettings = {
    currency,
    ...(opening_hours ? { opening_hours } : {}),
    closures,
    special_hours,
    rules,
  };
  return {
    name: definition.name,
    time_zone: definition.time_zone,
    default_country: definition.country,
    settings_json: JSON.stringify(settings),
  } satisfies Partial<TeamRow>;
}

export function staffRow(teamId: string, member: StaffDefinition): StaffRow {
  const settings: StaffSettings = {
    ...(member.opening_hours ? { opening_hours: member.opening_hours } : {}),
    time_off: member.time_off,
  };
  return {
    id: member.id,
    team_id: teamId,
    name: member.name,
    title: member.title,
    settings_json: JSON.stringify(settings),
    active: member.active ? 1 : 0,
    archived_at: null,
    calendar_url: member.calendar,
  };
}

export function serviceRow(teamId: string, currency: string, service: ServiceDefinition): ServiceRow {
  const { id, name, description, duration, price_cents, staff, active, ...rest } = service;
  const settings: ServiceSettings = { ...rest, ...(staff === 'all' ? { all_staff: true } : {}) };
  return {
    id,
    team_id: teamId,
    name,
    description,
    duration_minutes: duration,
    price_cents,
    currency,
    settings_json: JSON.stringify(settings),
    active: active ? 1 : 0,
    archived_at: null,
  };
}

/** Who performs a service by name. Empty if everybody does. */
export function performerRows({ id, staff }: ServiceDefinition): { service_id: string; staff_id: string }[] {
  return staff === 'all' ? [] : staff.map((staff_id) => ({ service_id: id, staff_id }));
}
