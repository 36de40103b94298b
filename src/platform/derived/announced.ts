import { ANNOUNCED, type Capabilities, type ExtensionName, type RecordOf } from '../../contract/index.ts';
import type { Db, NumberedKind } from '../store/schema.ts';
import { hasUnderived } from './derive.ts';

/** The extensions that read what is computed from rows, with the kinds of these rows. */
const DERIVED: Partial<Record<ExtensionName, readonly NumberedKind[]>> = {
  list_filters: ['contacts', 'bookings', 'calls'],
};

/** Returns the extensions of the platform, without those for which something is still to be computed from existing rows. */
export async function announcedNow(db: Db): Promise<RecordOf<typeof Capabilities>> {
  const extensions = { ...ANNOUNCED.extensions };
  const underived = new Map<NumberedKind, boolean>();
  for (const [name, kinds] of Object.entries(DERIVED)) {
    for (const kind of kinds) {
      if (!underived.has(kind)) underived.set(kind, await hasUnderived(db, kind));
      if (underived.get(kind)) delete extensions[name];
    }
  }
  return { extensions };
}
