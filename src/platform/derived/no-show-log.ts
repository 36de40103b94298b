import { sql } from 'kysely';
import { isNoShowStatus, NO_SHOW } from '../../contract/index.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time/units.ts';
import { migratedAt } from '../store/migrate.ts';
import type { Db } from '../store/schema.ts';
import { distinctValues } from '../store/search/values.ts';
import type { Store } from '../store/store.ts';

/** How long after the migration a server of an earlier version may still run next to this one. */
const UPGRADE_MS = 7 * DAY_MS;
const INTERVAL_MS = HOUR_MS;

/**
 * A server of a version before no-shows, which runs next to this one during an upgrade, stores changed bookings too, and a no-show
 * as a visit. Returns a function that logs all no-shows as changed, so that they are stored again: at its first call and every hour,
 * for a week after the migration.
 */
export function noShowLog(store: Pick<Store, 'write' | 'readUncoordinated'>, clock: Clock): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonic() < next) return;
    const migrated = await store.readUncoordinated((db) => migratedAt(db, '021-no-shows'));
    const isUpgrading = migrated !== undefined && clock.now() - migrated < UPGRADE_MS;
    if (isUpgrading) await store.write(logNoShows, 'booking_days');
    next = isUpgrading ? clock.monotonic() + INTERVAL_MS : Number.POSITIVE_INFINITY;
  };
}

async function logNoShows(tx: Db): Promise<void> {
  for (const { id } of await tx.selectFrom('teams').select('id').execute()) {
    // In the copy of another platform, the status says it.
    const statuses = (await distinctValues(tx, id, 'bookings', 'status')).filter(isNoShowStatus);
    await logBookings(tx, id, 'attendance', [NO_SHOW]);
    if (statuses.length > 0) await logBookings(tx, id, 'status', statuses);
  }
}

/** The UTC day of a booking, rounded down, in days since 1970-01-01: as the triggers log it. */
const DAY = sql<number>`(start_time - ((start_time % ${sql.lit(DAY_MS)}) + ${sql.lit(DAY_MS)}) % ${sql.lit(DAY_MS)}) / ${sql.lit(DAY_MS)}`;

async function logBookings(
  tx: Db,
  teamId: string,
  column: 'attendance' | 'status',
  values: readonly string[],
): Promise<void> {
  await tx
    .insertInto('changed_bookings')
    .columns(['team_id', 'day', 'contact_id'])
    .expression((eb) =>
      eb
        .selectFrom('bookings')
        .select(['team_id', DAY.as('day'), 'contact_id'])
        .where('team_id', '=', teamId)
        .where(sql.ref<string>(column), 'in', values),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
