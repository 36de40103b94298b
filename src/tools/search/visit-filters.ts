import { ApiError } from '../../api/index.ts';
import {
  Booking,
  type Contact,
  isErasedContact,
  type Read,
  type ReadFields,
  readRecord,
} from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { namedFilter } from './booking-filters.ts';
import type { ValueCheck } from './value-filter.ts';
import { readVisits, rejectHiddenBookings, type Visits } from './visits.ts';

/** Filters of contacts by their visits. */
export interface VisitFilters {
  /** The last visit was before this time (UTC). */
  before: string | undefined;
  /** No appointment is ahead. */
  isFree: boolean | undefined;
  /** Id or name of a service that the contact has come for. */
  service: string | undefined;
}

/** The filters of one call, and the visits of the contacts that match them. */
interface ContactVisits {
  of(contact: ReadFields<typeof Contact>): Visits;
  before: string | undefined;
  verdict: (read: Read<typeof Contact>) => boolean;
  checks?: readonly ValueCheck<typeof Contact>[];
  /** States that bookings were not read. */
  unread?: string | undefined;
  /** The filters as parameters of the list. */
  params?: Record<string, string>;
  /** Remembers what the platform says about the visits of contacts. */
  keep?(visits: Record<string, { last: string | null; next: string | null }>): void;
}

/** Reads the visits of all contacts from the bookings. @throws ToolError as `readVisits`. */
export async function readVisitsOfAll(
  filters: VisitFilters | undefined,
  context: ToolContext,
): Promise<ContactVisits | undefined> {
  if (!filters) return undefined;
  const { before, isFree, service } = filters;
  const index = await readVisits(service, context);
  return {
    of: index.of,
    before,
    unread: index.unread,
    verdict({ fields }) {
      if (isErasedContact(fields)) return false;
      const { last, next, hadService } = index.of(fields);
      const isLongAgo = before === undefined || (last !== undefined && Date.parse(last) < Date.parse(before));
      return isLongAgo && !(isFree && next) && (service === undefined || hadService === true);
    },
  };
}

/** The check of a value of bookings, which the platform states for a list of contacts. */
const ofContacts = (check: ValueCheck<typeof Booking>): ValueCheck<typeof Contact> => ({
  ...check,
  visit: ({ other }) => check.visit(readRecord(Booking, other)),
});

/** Lets the platform decide by visits. @throws ToolError as `readVisits`. */
export async function askForVisits(
  filters: VisitFilters | undefined,
  context: ToolContext,
): Promise<ContactVisits | undefined> {
  if (!filters) return undefined;
  rejectHiddenBookings(context);
  const { before, isFree, service } = filters;
  const named = service === undefined ? undefined : await namedFilter('service', service, context);
  const known = new Map<string, Visits>();
  return {
    of: ({ id }) => (id && known.get(id)) || {},
    before,
    // Only the platform has the bookings.
    verdict: ({ fields }) => !isErasedContact(fields),
    checks: named ? [ofContacts(named.check)] : [],
    params: {
      ...named?.params,
      ...(before === undefined ? {} : { last_visit_before: before }),
      ...(isFree ? { no_appointment_ahead: 'true' } : {}),
      now: new Date(context.clock.now()).toISOString(),
    },
    keep(visits) {
      for (const [id, { last, next }] of Object.entries(visits)) {
        known.set(id, { ...(last ? { last } : {}), ...(next ? { next } : {}) });
      }
    },
  };
}

/**
 * Rethrows the refusal of a list with filters by visits, which tell about bookings. The platform does not say which right is
 * missing; if it refuses bookings too, that refusal names their scope.
 */
export async function throwRefusal(error: unknown, { api, signal }: ToolContext): Promise<never> {
  if (error instanceof ApiError && error.details.kind === 'forbidden')
    await api.listBookings({ query: { per_page: 1 }, signal });
  throw error;
}
