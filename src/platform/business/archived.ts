import type { Db } from '../store/schema/schema.ts';
import type { ServiceDefinition } from './definition.ts';
import { parseSettings, type ServiceSettings } from './stored.ts';

/** The prices that archived services had, by id. */
export type ArchivedPrices = ReadonlyMap<
  string,
  Pick<ServiceDefinition, 'price_cents' | 'price_changes'> & { currency: string }
>;

/** Reads the prices of archived services: once such a service is in a file again, its former bookings are worth them. */
export async function readArchived(db: Db, teamId: string): Promise<ArchivedPrices> {
  const rows = await db
    .selectFrom('services')
    .select(['id', 'price_cents', 'currency', 'settings_json'])
    .where('team_id', '=', teamId)
    .where('archived_at', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ id, settings_json, ...price }) => {
      const { price_changes } = parseSettings<ServiceSettings>(settings_json);
      return [id, { ...price, ...(price_changes ? { price_changes } : {}) }];
    }),
  );
}
