import { ENDPOINTS, type Endpoint, type EndpointName } from '../../../src/contract/index.ts';
import type { CallOptions } from './client.ts';

/** One request: the arguments of `Send`. */
export interface Prepared {
  method: string;
  path: string;
  options: CallOptions;
}

/** Ids of records of one team, for use in requests. */
export interface Ids {
  teamId: string;
  booking: string;
  contact: string;
  call: string;
  service: string;
  staff: string;
  webhook: string;
  feed: string;
}

/** The ids of `smallBusiness(tag)`; a webhook and a calendar feed must be created first. */
export function idsOf(tag: string, webhook = '', feed = ''): Ids {
  const id = (name: string) => `${name}_${tag}`;
  return {
    teamId: id('team'),
    booking: id('bk_2'),
    contact: id('ct_1'),
    call: id('call_1'),
    service: id('sv_cut'),
    staff: id('st_1'),
    webhook,
    feed,
  };
}

/** The minimal body of each endpoint. */
function bodyFor(name: EndpointName, ids: Ids): unknown {
  switch (name) {
    case 'createBooking':
      return {
        service_id: ids.service,
        start_time: '2199-01-04T15:00:00Z',
        contact: { name: 'N', phone: '+15550100199' },
      };
    case 'createContact':
      return { name: 'N' };
    case 'createWebhook':
      return { url: 'https://hooks.example.com/in', events: ['booking.created'] };
    case 'planBusiness':
    case 'applyBusiness':
      return { business: { closures: [{ from: '2198-12-24', reason: 'Holiday' }] } };
    case 'createApiKey':
      return { name: 'k', scopes: ['read:calls'] };
    default:
      return ENDPOINTS[name].body === null ? undefined : {};
  }
}

const RECORDS: Record<string, keyof Ids> = {
  bookings: 'booking',
  contacts: 'contact',
  calls: 'call',
  staff: 'staff',
  'calendar-feeds': 'feed',
};

/** The query of the endpoints that require one. */
function queryFor(name: EndpointName, { service }: Ids): string {
  if (name === 'getSummary') return '?kind=bookings';
  if (name === 'searchCalls') return '?query=open';
  if (name === 'getCalendarConflicts') return '?from=2199-01-04T00:00:00Z&to=2199-01-06T00:00:00Z';
  return name === 'getAvailability' ? `?service_id=${service}&from=2199-01-04T00:00:00Z&to=2199-01-06T00:00:00Z` : '';
}

/** A request to an endpoint that succeeds for every authorized caller. */
export function requestFor(name: EndpointName, ids: Ids): Prepared {
  const { method, path }: Endpoint = ENDPOINTS[name];
  const record = RECORDS[path.split('/')[2] ?? ''];
  const resolvedPath = path
    .replace('{id}', record ? ids[record] : '')
    .replace('{webhookId}', ids.webhook)
    .replace('{team_id}', ids.teamId)
    .concat(queryFor(name, ids));
  const body = bodyFor(name, ids);
  return { method, path: resolvedPath, options: body === undefined ? {} : { body } };
}

/** True for lists that are read by the number of a page, and false for searches, which continue behind a record. */
export const hasPages = (name: EndpointName): boolean => 'page' in (ENDPOINTS[name].query?.().def.shape ?? {});
