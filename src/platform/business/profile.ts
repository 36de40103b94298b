import type { Db, TeamRow } from '../store/schema/schema.ts';
import { parseSettings, type TeamSettings } from './stored.ts';

/** What answers need to know about a business. */
export interface BusinessProfile {
  name: string;
  /** IANA name. */
  timeZone: string;
  /** ISO 3166 code. */
  defaultCountry: string;
  /** As one text, such as `Mon-Fri 08:00-17:00; 1st,3rd Sat 09:00-12:00`; null if the business has none. */
  openingHours: string | null;
  isDemo: boolean;
}

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
