import type { JsonObject } from '../../../src/lib/json.ts';
import { type Behaviour, json } from '../../support/upstream.ts';

/** Lists of a platform of another vendor, by the last part of their path. `details` has calls in detailed form, by id. */
export interface Lists {
  bookings?: readonly JsonObject[];
  calls?: readonly JsonObject[];
  services?: readonly JsonObject[];
  contacts?: readonly JsonObject[];
  details?: Readonly<Record<string, JsonObject>>;
}

const PER_PAGE = 100;

/** Returns a behaviour that serves lists in pages; those that a platform does not have are empty. */
export function serveLists(lists: () => Lists): Behaviour {
  return (request, response) => {
    const url = new URL(request.path, 'http://x');
    const [name = '', id] = url.pathname.replace('/api/v1/', '').split('/');
    const known = lists();
    if (name === 'calls' && id) {
      const data = known.details?.[id];
      json(data ? 200 : 404, data ? { data } : { error: 'not_found', message: 'Not found' })(request, response);
      return;
    }
    if (id) {
      const data = known[name as 'contacts']?.find((record) => record.id === id);
      json(data ? 200 : 404, data ? { data } : { error: 'not_found', message: 'Not found' })(request, response);
      return;
    }
    if (!['bookings', 'calls', 'services', 'contacts'].includes(name)) {
      json(404, { error: 'not_found', message: 'Not found' })(request, response);
      return;
    }
    const list = known[name as 'bookings'] ?? [];
    const page = Number(url.searchParams.get('page') ?? 1);
    const data = list.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const meta = { total: list.length, page, per_page: PER_PAGE, has_more: page * PER_PAGE < list.length };
    json(200, { data, meta })(request, response);
  };
}
