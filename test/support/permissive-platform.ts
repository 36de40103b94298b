import { isObject, type JsonObject } from '../../src/lib/json.ts';
import { type Received, startUpstream, type Upstream } from './upstream.ts';

/** Services with their durations, in minutes. The last one has none. */
const DURATIONS = { svc_short: 30, svc_long: 90, svc_unknown: undefined };

export interface PermissivePlatformOptions {
  /** Names of announced extensions. Default: `GET /v1/capabilities` does not exist. */
  extensions?: readonly string[];
  /** What the answer about the extensions waits for. Default: nothing. */
  announced?: Promise<unknown>;
  /** `data` of `GET /v1/business`, if that extension is announced. */
  business?: JsonObject;
  /** Status of `GET /v1/business`. Default: 200. */
  businessStatus?: number;
  /** Time until a page of the list of bookings is answered, in milliseconds. Default: 0. */
  pageDelayMs?: number;
  /** Status of the list of bookings. Default: 200. */
  listStatus?: number;
  /** Status of the list of bookings in order, which only searches of platforms with `list_filters` request. Default: 200. */
  searchStatus?: number;
  /** Fields that it stores in each new booking instead of those of the request. */
  stored?: JsonObject;
}

export interface PermissivePlatform extends Upstream {
  /** The bookings, oldest first. Tests add and change them directly, as another program does. */
  bookings: JsonObject[];
  /** Method and path of the requests for bookings since the start, without the address of the API. */
  requests(): string[];
}

/** A platform of another vendor that refuses no booking: services and bookings in memory, newest first, in pages. */
export async function startPermissivePlatform(options: PermissivePlatformOptions = {}): Promise<PermissivePlatform> {
  const { extensions, business, businessStatus = 200, pageDelayMs = 0, listStatus = 200, stored } = options;
  const { searchStatus = 200 } = options;
  const bookings: JsonObject[] = [];

  const answer = async ({ method, path, body }: Received): Promise<[status: number, body: JsonObject]> => {
    const { pathname, searchParams } = new URL(path, 'http://platform.example');
    const [, kind, id, action] = /^\/api\/v1\/(\w+)(?:\/(\w+))?(?:\/(cancel))?$/.exec(pathname) ?? [];
    if (kind === 'capabilities') await options.announced;
    if (kind === 'capabilities' && extensions)
      return [200, { data: { extensions: Object.fromEntries(extensions.map((name) => [name, { version: 1 }])) } }];
    if (kind === 'business' && business)
      return businessStatus === 200
        ? [200, { data: business }]
        : [businessStatus, { error: 'refused', message: 'Refused' }];
    if (kind === 'services') {
      const services = Object.entries(DURATIONS).map(([id, duration_minutes]) => ({ id, name: id, duration_minutes }));
      return [200, pageOf(services, searchParams)];
    }
    if (kind !== 'bookings') return [404, { error: 'not_found', message: 'Not found' }];
    if (method === 'POST' && action === undefined) {
      const made = { id: `bk_${bookings.length + 1}`, status: 'confirmed', ...JSON.parse(body), ...stored };
      bookings.push(made);
      return [200, { data: made }];
    }
    if (id === undefined) {
      await new Promise((resolve) => setTimeout(resolve, pageDelayMs));
      const status = searchParams.has('order') && searchStatus !== 200 ? searchStatus : listStatus;
      if (status !== 200) return [status, { error: 'refused', message: 'Refused' }];
      const inTime = extensions ? starting(bookings, searchParams) : bookings;
      const listed = extensions?.includes('list_filters') ? inTime.filter(ofPerson(searchParams)) : inTime;
      return [200, pageOf(listed, searchParams)];
    }
    const found = bookings.find((booking) => booking.id === id);
    if (!found) return [404, { error: 'not_found', message: 'Not found' }];
    if (action === 'cancel') found.status = 'cancelled';
    if (method === 'PUT') {
      const { contact, ...change } = JSON.parse(body);
      Object.assign(found, change, { contact: { ...(isObject(found.contact) ? found.contact : {}), ...contact } });
    }
    return [200, { data: found }];
  };

  const upstream = await startUpstream(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return {
    ...upstream,
    bookings,
    requests: () =>
      upstream.received
        .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
        .filter((line) => line.includes('/bookings')),
  };
}

function starting(bookings: readonly JsonObject[], query: URLSearchParams): JsonObject[] {
  const [from, to] = [query.get('from'), query.get('to')].map((text) =>
    text === null ? Number.NaN : Date.parse(text),
  );
  return bookings.filter(({ start_time }) => {
    const start = Date.parse(String(start_time));
    return !(start < (from as number)) && !(start >= (to as number));
  });
}

/** Compares bookings with the person of a filter: by the contact, or by one of the other values. */
function ofPerson(query: URLSearchParams): (booking: JsonObject) => boolean {
  const id = query.get('contact_id');
  const values = (['phone', 'email', 'name'] as const).map((name) => [name, query.get(`contact_${name}`)] as const);
  const given = values.filter(([, value]) => value !== null);
  return ({ contact_id, contact }) =>
    id !== null
      ? contact_id === id
      : given.length === 0 || given.some(([name, value]) => isObject(contact) && contact[name] === value);
}

/** Returns a page of a list, the newest first. */
function pageOf(records: readonly JsonObject[], query: URLSearchParams): JsonObject {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
  const data = records.toReversed().slice((page - 1) * perPage, page * perPage);
  const meta = { total: records.length, page, per_page: perPage, has_more: page * perPage < records.length };
  return { data, meta };
}
