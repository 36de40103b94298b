import type { Db, ServiceRow, StaffRow } from './schema/schema.ts';

/** The services and people of a business, those that it no longer has included. */
export interface Catalogue {
  services: Pick<ServiceRow, 'id' | 'name' | 'duration_minutes' | 'archived_at'>[];
  staff: Pick<StaffRow, 'id' | 'name' | 'archived_at'>[];
}

/** Reads the catalogue of a team, by id. */
export async function readCatalogue(db: Db, teamId: string): Promise<Catalogue> {
  const [services, staff] = await Promise.all([
    db
      .selectFrom('services')
      .select(['id', 'name', 'duration_minutes', 'archived_at'])
      .where('team_id', '=', teamId)
      .orderBy('id')
      .execute(),
    db.selectFrom('staff').select(['id', 'name', 'archived_at']).where('team_id', '=', teamId).orderBy('id').execute(),
  ]);
  return { services, staff };
}
