import { type OpeningHours, type OpenPeriod, parseOpeningHours } from '../../lib/time/opening-hours.ts';
import { byPrecedence } from '../../lib/time/special-hours-order.ts';
import { prepared } from '../store/prepared.ts';
import type { Db, Schema, ServiceRow, StaffRow, TeamRow } from '../store/schema/schema.ts';
import {
  parseSettings,
  type ServiceSettings,
  type StaffSettings,
  type StoredClosure,
  type StoredRules,
  type StoredTimeOff,
  type TeamSettings,
} from './stored.ts';

/** What a business is, ready for availability. Durations in minutes. */
export interface Business {
  team: TeamRow;
  /** Null: unknown, so that no booking is refused because of them. */
  openingHours: OpeningHours | null;
  closures: readonly StoredClosure[];
  /** The last entry that concerns a person on a day applies. */
  specialHours: readonly SpecialHours[];
  rules: StoredRules;
  /** All people who are not archived, by id, in the order of their ids. */
  staff: ReadonlyMap<string, StaffMember>;
  /** All services that are not archived, by id. */
  services: ReadonlyMap<string, OfferedService>;
}

export interface SpecialHours extends StoredClosure {
  periods: readonly OpenPeriod[];
  /** Empty: everybody. */
  staff: ReadonlySet<string>;
}

export interface StaffMember {
  row: StaffRow;
  settings: StaffSettings;
  /** Null: those of the business. */
  openingHours: OpeningHours | null;
  timeOff: readonly StoredTimeOff[];
}

export interface OfferedService {
  row: ServiceRow;
  settings: ServiceSettings;
  /** People who perform it and are active, in the order of their ids. */
  staffIds: readonly string[];
}

/** Minutes between offered start times, if the business does not say. */
export const DEFAULT_SLOT_INTERVAL_MINUTES = 15;

/** Reads the row of a team. Throws if there is no such team. */
export async function loadTeam(db: Db, teamId: string): Promise<TeamRow> {
  const [team] = await selectTeam({ teamId }).execute(db);
  if (!team) throw new Error('There is no such team.');
  return team;
}

const selectTeam = prepared((db, { teamId }: { teamId: string }) =>
  db.selectFrom('teams').selectAll().where('id', '=', teamId),
);

/** Reads the business of a team. Throws if there is no such team. */
export async function loadBusiness(db: Db, of: string | TeamRow): Promise<Business> {
  const teamId = typeof of === 'string' ? of : of.id;
  const [team, staffRows, serviceRows, performers] = await Promise.all([
    typeof of === 'string' ? loadTeam(db, of) : of,
    rowsOf(db, 'staff', teamId),
    rowsOf(db, 'services', teamId),
    db
      .selectFrom('service_staff')
      .innerJoin('services', 'services.id', 'service_staff.service_id')
      .select(['service_staff.service_id', 'service_staff.staff_id'])
      .where('services.team_id', '=', teamId)
      .orderBy('service_staff.staff_id')
      .execute(),
  ]);
  return buildBusiness(team, staffRows, serviceRows, performers);
}

const rowsOf = <T extends 'staff' | 'services'>(db: Db, table: T, teamId: string) =>
  db
    .selectFrom<'staff' | 'services'>(table)
    .selectAll()
    .where('team_id', '=', teamId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute() as unknown as Promise<Schema[T][]>;

export function buildBusiness(
  team: TeamRow,
  staffRows: readonly StaffRow[],
  serviceRows: readonly ServiceRow[],
  performers: readonly { service_id: string; staff_id: string }[],
): Business {
  const settings = parseSettings<TeamSettings>(team.settings_json);
  const staff = new Map(staffRows.map((row) => [row.id, staffMember(row)]));
  const performs = new Set(performers.map(({ service_id, staff_id }) => `${service_id} ${staff_id}`));
  const active = staffRows.filter((row) => row.active === 1).map((row) => row.id);
  return {
    team,
    openingHours: parseHours(settings.opening_hours),
    closures: settings.closures ?? [],
    specialHours: (settings.special_hours ?? []).toSorted(byPrecedence).map((entry) => ({
      ...entry,
      periods: parseOpeningHours(`daily ${entry.hours}`).weekly[0] ?? [],
      staff: new Set(entry.staff),
    })),
    rules: settings.rules ?? {},
    staff,
    services: new Map(
      serviceRows.map((row) => {
        const serviceSettings = parseSettings<ServiceSettings>(row.settings_json);
        const staffIds = active.filter((id) => serviceSettings.all_staff === true || performs.has(`${row.id} ${id}`));
        return [row.id, { row, settings: serviceSettings, staffIds }];
      }),
    ),
  };
}

function staffMember(row: StaffRow): StaffMember {
  const settings = parseSettings<StaffSettings>(row.settings_json);
  return { row, settings, openingHours: parseHours(settings.opening_hours), timeOff: settings.time_off ?? [] };
}

const parseHours = (lines: string[] | undefined) => (lines ? parseOpeningHours(lines.join('; ')) : null);

/** The price of a service on a date (`2026-11-26`), in the currency's minor unit. */
export function priceOn(
  { price_cents, price_changes }: Pick<ServiceRow, 'price_cents'> & Pick<ServiceSettings, 'price_changes'>,
  date: string,
): number {
  return price_changes?.findLast(({ from }) => from <= date)?.price_cents ?? price_cents;
}
