import { callSearchSchema } from '../../contract/index.ts';
import type { Caller } from '../auth/caller.ts';
import { notFound } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { filteredResult, readPosition, readSearch, readTimes, timeKey, timeText } from '../http/search-query.ts';
import { callDetailRecord, callRecord, findCall, listCalls } from '../store/calls/calls.ts';
import { searchCalls } from '../store/search/call-search.ts';
import type { Position } from '../store/search/stream.ts';
import type { RouteContext } from './context.ts';

/** The name is a field of the contact, for whose readers it is. */
const options = ({ scopes }: Caller) => ({ withName: scopes.includes('read:contacts') });

/** Reads a sort key that is a length. */
const lengthKey = (key: string) => (/^\d{1,20}(\.\d{1,3})?$/.test(key) ? Number(key) : undefined);

/** Digits of a length in a sort key, with its three decimals. */
const LENGTH_CHARACTERS = 20;
const lengthText = (key: Position['key']) => Number(key).toFixed(3).padStart(LENGTH_CHARACTERS, '0');

export function callRoutes({ store }: RouteContext): Pick<Handlers, 'listCalls' | 'getCall'> {
  return {
    async listCalls({ caller, page, searchParams }) {
      const query = readSearch(searchParams, callSearchSchema());
      if (query) {
        const { order = 'desc', sort = 'time', after, from: _from, to: _to, ...filters } = query;
        const { has_contact: contact, without_names: withoutNames } = query;
        const position = readPosition(after, sort === 'time' ? timeKey : lengthKey);
        const search = { order, sort, after: position, perPage: page.perPage };
        const wanted = {
          ...filters,
          ...readTimes(query),
          has_contact: contact === undefined ? undefined : contact === 'true',
          withNames: options(caller).withName && withoutNames !== 'true',
        };
        const found = await searchCalls(store, caller.teamId, wanted, search);
        const keyText = sort === 'time' ? timeText : lengthText;
        return filteredResult(found, search, (row) => callRecord(row, options(caller)), keyText);
      }
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
