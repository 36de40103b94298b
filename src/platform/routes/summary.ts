import { SUMMARY_GROUPINGS, type SummaryQuery, summaryQuerySchema } from '../../contract/index.ts';
import type { Caller } from '../auth/caller.ts';
import { type Business, loadBusiness } from '../business/business.ts';
import { countedPrices } from '../business/counted-prices.ts';
import { invalid } from '../http/errors.ts';
import { readQuery } from '../http/query.ts';
import type { Handlers } from '../http/router.ts';
import { summarizeBookings } from '../store/summary/booking-summary.ts';
import { summarizeCalls } from '../store/summary/call-summary.ts';
import type { SummaryQuestion } from '../store/summary/question.ts';
import { fromIso } from '../store/time.ts';
import type { RouteContext } from './context.ts';

const DEFAULT_LIMIT = 50;

/** Filters of records that only bookings, or only calls, have. */
const OWN_FILTERS = {
  bookings: ['service_id', 'staff_id'],
  calls: ['phone', 'outcome', 'direction', 'language'],
} as const;
const OWN_ORDERS = { bookings: 'value', calls: 'seconds' } as const;

export function summaryRoutes({ store }: RouteContext): Pick<Handlers, 'getSummary'> {
  return {
    async getSummary({ caller, searchParams }) {
      const query = readSummaryQuery(searchParams);
      const business = await store.read((db) => loadBusiness(db, caller.teamId));
      const question = questionOf(query, caller, business);
      const summarize = query.kind === 'bookings' ? summarizeBookings : summarizeCalls;
      // Without a transaction: on SQLite it would hold the connection that all other requests read through.
      return { time_zone: question.zone, ...(await summarize(store.readUncoordinated, question)) };
    },
  };
}

function readSummaryQuery(parameters: URLSearchParams): SummaryQuery {
  const query = readQuery(parameters, summaryQuerySchema());
  const { kind, group_by = '', order } = query;
  const other = kind === 'bookings' ? 'calls' : 'bookings';
  const foreign = OWN_FILTERS[other].find((name) => query[name] !== undefined);
  if (foreign) throw invalid(`${foreign}: is a filter of ${other}`);
  if (order === OWN_ORDERS[other]) throw invalid(`order: ${kind} have no ${order}`);
  const names = group_by === '' ? [] : group_by.split(',');
  const unknown = names.find((name) => !(SUMMARY_GROUPINGS[kind] as readonly string[]).includes(name));
  if (unknown !== undefined) throw invalid(`group_by: ${kind} can be grouped by ${SUMMARY_GROUPINGS[kind].join(', ')}`);
  if (query.from !== undefined && query.to !== undefined && fromIso(query.from) >= fromIso(query.to))
    throw invalid('to: must be after from');
  return query;
}

function questionOf(query: SummaryQuery, { teamId, scopes }: Caller, business: Business): SummaryQuestion {
  const { from, to, time_zone: zone = business.team.time_zone, group_by = '', order = 'count', limit } = query;
  return {
    teamId,
    from: from === undefined ? undefined : fromIso(from),
    to: to === undefined ? undefined : fromIso(to),
    zone,
    groupBy: [...new Set(group_by.split(',').filter((name) => name !== ''))],
    filters: query,
    order,
    limit: limit ?? DEFAULT_LIMIT,
    prices: scopes.includes('read:services')
      ? countedPrices(business, query.price_zone ?? business.team.time_zone)
      : new Map(),
    withNames: scopes.includes('read:contacts'),
  };
}
