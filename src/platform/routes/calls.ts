import type { Caller } from '../auth/caller.ts';
import { notFound } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { callDetailRecord, callRecord, findCall, listCalls } from '../store/calls.ts';
import type { RouteContext } from './context.ts';

/** The name is a field of the contact, for whose readers it is. */
const options = ({ scopes }: Caller) => ({ withName: scopes.includes('read:contacts') });

export function callRoutes({ store }: RouteContext): Pick<Handlers, 'listCalls' | 'getCall'> {
  return {
    async listCalls({ caller, page }) {
      const { items, total } = await store.read((db) => listCalls(db, caller.teamId, page));
      return { items: items.map((row) => callRecord(row, options(caller))), total };
    },
    async getCall({ caller, params }) {
      const row = await store.readUncoordinated((db) => findCall(db, caller.teamId, params.id));
      if (!row) throw notFound('call');
      return callDetailRecord(row, options(caller));
    },
  };
}
