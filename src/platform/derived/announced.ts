import { announcement, type ExtensionName } from '../../contract/index.ts';
import type { Caller } from '../auth/caller.ts';
import { loadTeam } from '../business/business.ts';
import type { NumberedKind } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { hasUnderived } from './derive.ts';
import { DERIVED_VERSION } from './versions.ts';

/** The extensions that read what is computed from records, and the kinds of these records. */
const READS_DERIVED: Partial<Record<ExtensionName, readonly NumberedKind[]>> = {
  list_filters: ['contacts', 'bookings', 'calls'],
  call_search: ['calls'],
  follow_ups: ['calls'],
};

/**
 * Returns a function that says what the platform announces. An extension that reads what is computed from records is not
 * announced before that is computed for all of them, or at all where it cannot be.
 */
export function createAnnouncement(store: Store) {
  const ready = new Set<NumberedKind>();
  const isReady = async (kind: NumberedKind) => {
    if (ready.has(kind)) return true;
    const isMissing = await store.readUncoordinated((db) => hasUnderived(db, kind, DERIVED_VERSION[kind]));
    if (!isMissing) ready.add(kind);
    return !isMissing;
  };
  return async ({ caller }: { caller: Caller | null }) => {
    const missing: ExtensionName[] = [];
    for (const [name, kinds] of Object.entries(READS_DERIVED) as [ExtensionName, readonly NumberedKind[]][]) {
      const isAnnounced = store.words !== undefined && (await Promise.all(kinds.map(isReady))).every(Boolean);
      if (!isAnnounced) missing.push(name);
    }
    const team = caller && (await store.readUncoordinated((db) => loadTeam(db, caller.teamId)));
    return announcement(missing, team ? { time_zone: team.time_zone, country: team.default_country } : undefined);
  };
}
