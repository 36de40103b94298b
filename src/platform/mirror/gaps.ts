import type { Db } from '../store/schema/schema.ts';
import { unconfirmedKinds } from './account.ts';
import { type MirroredField, missingFields } from './placeholders.ts';
import { type MirroredKind, withMirrorTables } from './schema.ts';
import { countUnreadable, countWithoutDetail } from './transcripts.ts';

/** What searches of a mirror cannot find or compare. */
export interface MirrorGaps {
  /** Lists with a record that searches cannot find, because it lacks a field that all of them need. */
  unsearchable: ReadonlySet<MirroredKind>;
  /** Lists with a record that was not read since the credential or the country was changed. */
  unconfirmed: ReadonlySet<MirroredKind>;
  /** Fields that a record lacks. */
  missing: ReadonlySet<MirroredField>;
  /** Calls whose transcript is to be read. */
  callsWithoutDetail: number;
  /** Calls whose transcript the platform does not return. */
  unreadableCalls: number;
}

export async function findGaps(db: Db, teamId: string): Promise<MirrorGaps> {
  const records = withMirrorTables(db).selectFrom('mirror_records');
  const [unsearchable, unconfirmed, missing, withoutDetail, unreadableCalls] = await Promise.all([
    records.select('kind').distinct().where('searchable', '=', 0).execute(),
    unconfirmedKinds(db),
    missingFields(db, teamId),
    countWithoutDetail(db),
    countUnreadable(db),
  ]);
  const kinds = new Set(unsearchable.map(({ kind }) => kind));
  return { unsearchable: kinds, unconfirmed, missing, callsWithoutDetail: withoutDetail, unreadableCalls };
}
