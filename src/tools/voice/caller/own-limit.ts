import { ApiError } from '../../../api/index.ts';
import { areEqualNames } from '../../../lib/search/equal-names.ts';
import { dateIn, zoneOf } from '../../availability/business-zone.ts';
import type { Office } from '../core/office.ts';
import { type OwnAppointment, readOwnAppointments } from './own-appointments.ts';

/** An appointment that the caller wants. */
export interface LimitedTime {
  /** Epoch milliseconds. */
  start: number;
  /** The name under which it is to be booked. */
  name?: string;
  /** The appointment that is to be moved. */
  moved?: OwnAppointment | undefined;
}

/**
 * True if the customer has as many appointments on the day of a start as one may have (`max_per_customer_and_day`). False if this
 * is not sure, and where the operator requires checks: the person on this number may not be the one whose appointments they are.
 */
export async function isAtOwnLimit({ start, name = '', moved }: LimitedTime, office: Office): Promise<boolean> {
  const max = ownLimit(office);
  if (max === undefined) return false;
  const own = await readOwnAppointments(office);
  const ofDay = ownOfDay(own, { start, moved }, office);
  if (ofDay.length < max) return false;
  const ids = new Set(ofDay.map(({ contactId }) => contactId));
  const isFull = (id: string | undefined) => ofDay.filter(({ contactId }) => contactId === id).length >= max;
  if (moved) return isFull(moved.contactId);
  const named = own.filter(({ contactName }) => areEqualNames(contactName, name));
  // Appointments under other names can belong to the same customer.
  const [namedId, ...more] = new Set(named.flatMap(({ contactId }) => contactId ?? []));
  if (namedId !== undefined && more.length === 0) return isFull(namedId);
  if (ofDay.filter((one) => named.includes(one)).length >= max) return true;
  // Another name may be that of another customer with this number.
  return ids.size === 1 && (await isOnlyContact([...ids][0], office));
}

/** True if a refusal that names a limit can be because of the customer: the platform does not say which limit it is. */
export async function isOwnLimit({ start, moved }: LimitedTime, office: Office): Promise<boolean> {
  const max = ownLimit(office);
  return max !== undefined && ownOfDay(await readOwnAppointments(office), { start, moved }, office).length >= max;
}

function ownLimit({ context, caller, business }: Office): number | undefined {
  if (caller.phone === null || (context.settings.voice?.callerChecks.length ?? 0) > 0) return undefined;
  return business?.fields.rules?.max_per_customer_and_day;
}

function ownOfDay(own: readonly OwnAppointment[], { start, moved }: LimitedTime, office: Office): OwnAppointment[] {
  const zone = zoneOf(office.business, office.zone);
  const dateOf = (instant: number) => dateIn(zone, new Date(instant).toISOString());
  return own.filter((one) => one.id !== moved?.id && dateOf(one.start) === dateOf(start));
}

/** True if the caller's number has one contact, to which the platform then adds every booking of the number. */
async function isOnlyContact(id: string | undefined, { context, caller }: Office): Promise<boolean> {
  const { api, extensions, signal } = context;
  if (id === undefined || caller.phone === null || !(await extensions.has('list_filters', signal))) return false;
  try {
    const { items } = await api.listContacts({ query: { phone: caller.phone, per_page: 2 }, signal });
    return items.length === 1 && items[0]?.fields.id === id;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
