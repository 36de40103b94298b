import type { Booking, Call, Resource } from '../../contract/index.ts';
import { bookingText } from '../../lib/search/record-text.ts';
import { say, trusted } from '../../lib/text/sentence.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { contactFilter, namedFilter, statusFilter } from '../search/booking-filters.ts';
import {
  callQueryParams,
  callStatusFilter,
  directionFilter,
  matchesCallQuery,
  outcomeFilter,
} from '../search/call-filters.ts';
import { callerFilter } from '../search/caller-filter.ts';
import { type Filter, matchesQuery, withinWindow } from '../search/filters.ts';
import type { ValueCheck } from '../search/value-filter.ts';
import type { Kind } from './choices.ts';

/** The filters of a call of the tool, beside its window. */
export interface ActivityFilters {
  service_id?: string | undefined;
  staff_id?: string | undefined;
  status?: string | undefined;
  outcome?: string | undefined;
  direction?: string | undefined;
  language?: string | undefined;
  contact_id?: string | undefined;
  query?: string | undefined;
}

/** The filters that only records of one kind have. */
const OWN: Readonly<Record<Kind, readonly (keyof ActivityFilters)[]>> = {
  bookings: ['service_id', 'staff_id'],
  calls: ['outcome', 'direction', 'language'],
};

/** @throws ToolError for a filter of the other kind, which would be ignored. */
export function rejectForeignFilters(kind: Kind, filters: ActivityFilters): void {
  const other: Kind = kind === 'bookings' ? 'calls' : 'bookings';
  const name = OWN[other].find((filter) => filters[filter] !== undefined);
  if (name)
    throw new ToolError(say`${name}: this filter is for ${trusted(other)}, not for ${trusted(kind)}. Leave it out.`);
}

/** Filters of records, and the checks that their values exist. */
export interface Filters<R extends Resource> {
  filters: (Filter<R> | '' | undefined)[];
  checks: ValueCheck<R>[];
  /** The same filters as parameters of `GET /v1/summary`; undefined if it has none for one of them. */
  params: Record<string, string> | undefined;
  /** The same filters as parameters of the list, for those that a summary has no parameter for; otherwise undefined. */
  listed: Record<string, string> | undefined;
}

/** Returns the filters of `list_bookings`. */
export async function bookingFilters(
  window: TimeRange,
  { service_id, staff_id, status, contact_id, query }: ActivityFilters,
  context: ToolContext,
): Promise<Filters<typeof Booking>> {
  const requested = await Promise.all([
    service_id && namedFilter('service', service_id, context),
    staff_id && namedFilter('staff', staff_id, context),
    contact_id && contactFilter(contact_id, context),
    status && statusFilter(status),
  ]);
  const values = requested.filter((filter) => typeof filter === 'object');
  return {
    filters: [
      withinWindow(window, ({ fields }) => fields.start_time),
      ...values.map(({ verdict }) => verdict),
      query && (await matchesQuery(query, context, bookingText)),
    ],
    checks: values.map(({ check }) => check),
    ...paramsOf(
      values.map(({ params }) => params),
      query === undefined ? undefined : { query },
    ),
  };
}

/** A summary has no parameter for words, and takes the details of a contact from its `contact_id`. */
function paramsOf(
  filters: readonly (Record<string, string> | undefined)[],
  words: Record<string, string> | undefined,
): Pick<Filters<Resource>, 'params' | 'listed'> {
  const params = Object.assign({}, ...filters);
  if (words) return { params: undefined, listed: { ...params, ...words } };
  const { contact_phone: _phone, contact_email: _email, ...counted } = params;
  return { params: counted, listed: undefined };
}

/** Returns the filters of calls but that of the language, which only the details of a call may state. */
export async function callFilters(
  window: TimeRange,
  { status, outcome, direction, contact_id, query }: ActivityFilters,
  context: ToolContext,
): Promise<Filters<typeof Call>> {
  const caller = contact_id ? await callerFilter(contact_id, context) : undefined;
  const values = [
    status && callStatusFilter(status),
    outcome && outcomeFilter(outcome),
    direction && directionFilter(direction),
  ].filter((filter) => typeof filter === 'object');
  return {
    filters: [
      withinWindow(window, ({ fields }) => fields.started_at),
      ...values.map(({ verdict }) => verdict),
      caller?.verdict,
      query && (await matchesCallQuery(query, context)),
    ],
    checks: values.map(({ check }) => check),
    ...paramsOf(
      [caller?.params, ...values.map(({ params }) => params)],
      query === undefined ? undefined : callQueryParams(query, context),
    ),
  };
}
