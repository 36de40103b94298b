import { notFound } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { callDetailRecord, callRecord, findCall, listCalls } from '../store/calls.ts';
import type { RouteContext } from './context.ts';

export function callRoutes({ store }: RouteContext): Pick<Handlers, 'listCalls' | 'getCall'> {
  return {
    async listCalls({ caller, page }) {
      const { items, total } = await store.read((db) => listCalls(db, caller.teamId, page));
      return { items: items.map(callRecord), total };
    },
    async getCall({ caller, params }) {
      const row = await store.readUncoordinated((db) => findCall(db, caller.teamId, params.id));
      if (!row) throw notFound('call');
      return callDetailRecord(row);
    },
  };
}
