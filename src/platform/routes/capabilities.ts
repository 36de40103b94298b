import { ANNOUNCED, type ExtensionName } from '../../contract/index.ts';
import { hasUnderived } from '../derived/derive.ts';
import type { Handlers } from '../http/router.ts';
import type { NumberedKind } from '../store/schema.ts';
import type { RouteContext } from './context.ts';

/** Extensions that answer from what is computed from rows: they are announced when nothing of it is missing. */
const DERIVED_FROM: Partial<Record<ExtensionName, NumberedKind>> = { follow_ups: 'calls' };

export function capabilityRoutes({ store }: RouteContext): Pick<Handlers, 'getCapabilities'> {
  return {
    async getCapabilities() {
      const missing: string[] = [];
      for (const [name, kind] of Object.entries(DERIVED_FROM)) {
        if (await store.readUncoordinated((db) => hasUnderived(db, kind))) missing.push(name);
      }
      const extensions = Object.entries(ANNOUNCED.extensions).filter(([name]) => !missing.includes(name));
      return { extensions: Object.fromEntries(extensions) };
    },
  };
}
