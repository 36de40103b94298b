import {
  type Booking,
  type Contact,
  type ContactBody,
  type CreateBooking,
  isNoShowStatus,
  type Read,
} from '../../contract/index.ts';
import { isObject } from '../../lib/json.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { ToolContext } from '../core/context.ts';
import { createPersonMatcher } from '../search/people.ts';
import { nameForSentence } from './field-values.ts';

/** A record of the platform, compared with what a request asked for. */
export interface Comparison {
  /** Fields with another value than requested. */
  differing: string[];
  /** Requested fields that the record does not have. They are no contradiction, and no proof. */
  absent: string[];
}

type Equality = (stored: unknown, requested: unknown) => boolean;

/** Name, requested value, stored value. Default equality: `isLooselyEqual`. */
type ComparedField = [name: string, requested: unknown, stored: unknown, isEqual?: Equality];

const MIN_NATIONAL_DIGITS = 7;

/** Returns a name as idempotency keys and comparisons use it, because platforms trim names and change their case. */
export const comparableName = normalizeName;

/** Platforms keep each scope and each event type once, in any order. */
export const sortedSet = (values: readonly string[]) => [...new Set(values)].sort();

/** Platforms may drop seconds. */
const isSameMinute: Equality = (stored, requested) =>
  Math.abs((epochMs(String(stored)) ?? Number.NaN) - (epochMs(String(requested)) ?? Number.NaN)) < MINUTE_MS;
const isSameName: Equality = (stored, requested) =>
  comparableName(String(stored)) === comparableName(String(requested));
const isSameEmail: Equality = (stored, requested) =>
  String(stored).trim().toLowerCase() === String(requested).trim().toLowerCase();
/** A booking that is no no-show keeps its status, whatever that is: the request says only whether the customer came. */
const isSameAttendance: Equality = (stored, requested) =>
  isNoShowStatus(String(stored)) === isNoShowStatus(String(requested));

/** Compares telephone numbers in any usual notation. The metadata is loaded only if a number is requested. */
export async function phoneEquality(phone: string | null | undefined, context: ToolContext): Promise<Equality> {
  if (!phone) return Object.is;
  const match = await createPersonMatcher(context);
  return (stored, requested) =>
    match.phone(String(stored), String(requested)) || isNationalForm(String(stored), String(requested));
}

/** True for the requested number without its plus sign, or without its country code. */
function isNationalForm(stored: string, requested: string): boolean {
  const digits = stored.replace(/\D/g, '').replace(/^0+/, '');
  return !stored.trim().startsWith('+') && digits.length >= MIN_NATIONAL_DIGITS && requested.endsWith(digits);
}

/** Returns a function that compares bookings with the fields of a request. */
export async function bookingComparer(
  { service_id, start_time, staff_id, status, notes, contact, use_service_duration }: CreateBooking,
  context: ToolContext,
): Promise<(record: Read<typeof Booking>) => Comparison> {
  const isSamePhone = await phoneEquality(contact?.phone, context);
  return ({ fields }) =>
    compareFields([
      ['service_id', service_id, fields.service_id, Object.is],
      ['start_time', start_time, fields.start_time, isSameMinute],
      ['staff_id', staff_id, fields.staff_id, Object.is],
      ['status', status, fields.status, isSameAttendance],
      ['notes', notes, fields.notes],
      // No booking shows whether it was applied, so that an unanswered one stays unknown.
      ['use_service_duration', use_service_duration, undefined],
      ['contact_id', contact?.id, fields.contact_id, Object.is],
      ['contact_name', contact?.name, fields.contact?.name, isSameName],
      ['contact_email', contact?.email, fields.contact?.email, isSameEmail],
      ['contact_phone', contact?.phone, fields.contact?.phone, isSamePhone],
    ]);
}

/** Returns a function that compares contacts with the fields of a request. */
export async function contactComparer(
  { name, email, phone, ...additional }: ContactBody,
  context: ToolContext,
): Promise<(record: Read<typeof Contact>) => Comparison> {
  const isSamePhone = await phoneEquality(phone, context);
  return ({ fields, other }) => {
    const stored: Record<string, unknown> = { ...other, ...fields };
    return compareFields([
      ['name', name, fields.name, isSameName],
      ['email', email, fields.email, isSameEmail],
      ['phone', phone, fields.phone, isSamePhone],
      ...Object.keys(additional).map((key): ComparedField => [nameForSentence(key), additional[key], stored[key]]),
    ]);
  };
}

export function compareFields(fields: readonly ComparedField[]): Comparison {
  const comparison: Comparison = { differing: [], absent: [] };
  for (const [name, requested, stored, isEqual = isLooselyEqual] of fields) {
    if (requested === undefined || isLooselyEqual(stored, requested)) continue;
    if (stored === undefined || stored === null) comparison.absent.push(name);
    else if (!isEqual(stored, requested)) comparison.differing.push(name);
  }
  return comparison;
}

/** Ignores white space, and whether a number is a text: platforms normalize both. An empty value may be absent. */
function isLooselyEqual(stored: unknown, requested: unknown): boolean {
  if (Array.isArray(requested)) {
    const isSameLength = Array.isArray(stored) && stored.length === requested.length;
    return isSameLength && requested.every((item, index) => isLooselyEqual(stored[index], item));
  }
  if (isObject(requested))
    return isObject(stored) && Object.keys(requested).every((key) => isLooselyEqual(stored[key], requested[key]));
  if (typeof stored === 'object' && stored !== null) return false;
  return comparableText(stored) === comparableText(requested);
}

function comparableText(value: unknown): string {
  return String(value ?? '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
}
