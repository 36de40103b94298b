import type { BusinessProfile } from '../index.ts';
import type { Db, TeamRow } from '../store/schema.ts';
import { parseSettings, type TeamSettings } from './stored.ts';

/** The columns of a team that its profile is made of. */
export type BusinessColumns = Pick<TeamRow, 'name' | 'time_zone' | 'default_country' | 'settings_json' | 'is_demo'>;

export async function readProfile(db: Db, teamId: string): Promise<BusinessProfile> {
  return profileOf(await db.selectFrom('teams').selectAll().where('id', '=', teamId).executeTakeFirstOrThrow());
}

export function profileOf(team: BusinessColumns): BusinessProfile {
  const { opening_hours } = parseSettings<TeamSettings>(team.settings_json);
  return {
    name: team.name,
    timeZone: team.time_zone,
    defaultCountry: team.default_country,
    openingHours: opening_hours?.join('; ') ?? null,
    isDemo: team.is_demo === 1,
  };
}
