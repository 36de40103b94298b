import { NO_SHOW, type Override } from '../../contract/index.ts';
import type { Secret } from '../../lib/secret.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import { offsetAt } from '../../lib/time/offset.ts';
import { DAY_MS, MINUTE_MS, YEAR_MS } from '../../lib/time/units.ts';
import { busySpan } from '../availability/free-starts.ts';
import { LocalDays } from '../availability/local-days.ts';
import { closureDuring, worksThroughout } from '../availability/working-hours.ts';
import type { Business } from '../business/business.ts';
import type { BookingRow, ServiceRow, StaffRow, Unnumbered } from '../store/schema.ts';
import { shownStatus } from '../store/shown-status.ts';
import { toIso } from '../store/time.ts';
import { decideImport, type ImportDecision, type ImportOutcome, type KeptValue } from './contact-import.ts';
import type { ContactIndex, ImportedContact, IndexedContact } from './contact-index.ts';
import { importedBookingId } from './imported-booking-id.ts';
import type { PersonTimes, TimedBooking } from './person-times.ts';

/** A booking as a row of an imported file describes it. Times in epoch milliseconds. */
export type ImportedBooking = AgreedBooking | CancelledBooking;

interface AgreedBooking extends ImportedRow {
  status: 'confirmed' | typeof NO_SHOW;
  serviceId: string;
}

interface CancelledBooking extends ImportedRow {
  status: 'cancelled';
  /** Undefined: the business has no such service. */
  serviceId: string | undefined;
}

interface ImportedRow {
  /** The id of a booking, as an export has it, or its number in another program. */
  id: string | undefined;
  /** What identifies the row in files of its program. */
  key: string;
  contact: ImportedContact;
  /** Undefined: the person who performs the service, if it is one. */
  staffId: string | undefined;
  start: number;
  /** Undefined: the service has its present length. */
  end: number | undefined;
  notes: string;
}

/** What an import does with one row. */
export type BookingImportOutcome =
  | {
      kind: 'added';
      bookingId: string;
      /** What happens to its customer. */
      customer: ImportOutcome;
      /** What the owner should check. */
      remarks: string[];
    }
  | {
      /** The row was imported before, or the customer has this appointment. */
      kind: 'unchanged';
      bookingId: string;
      /** Values in which row and booking differ. */
      kept: KeptValue[];
    }
  | { kind: 'cancelled' }
  | {
      kind: 'refused';
      problem: string;
      /** The booking that takes the time of the row. */
      takenBy?: string;
      /** True if the row names no person, although several could perform its service. */
      lacksStaff?: true;
    };

/** A booking that a row was imported as. */
export type KnownBooking = Pick<
  BookingRow,
  'id' | 'service_id' | 'staff_id' | 'start_time' | 'status' | 'attendance' | 'contact_name'
>;

/** Services and people of the business, those that it no longer has included, by id. */
interface CatalogueById {
  services: ReadonlyMap<string, Pick<ServiceRow, 'name' | 'duration_minutes'>>;
  staff: ReadonlyMap<string, Pick<StaffRow, 'name'>>;
}

/** What decisions depend on, and what they add to for the rows that follow. */
export interface ImportState {
  secret: Secret;
  now: number;
  business: Business;
  catalogue: CatalogueById;
  contacts: ContactIndex;
  times: PersonTimes;
  known: Map<string, KnownBooking>;
}

/** The outcome, and what is to be stored. */
export interface BookingImportDecision {
  outcome: BookingImportOutcome;
  customer?: ImportDecision;
  /** Rows that follow can shorten its buffers. */
  booking?: Unnumbered<BookingRow>;
  /** Other bookings, whose buffers give way. */
  shortened?: TimedBooking[];
}

/** How the record names who has overridden a rule. */
const ACTOR = 'import of a file';
const MAX_LENGTH_MS = DAY_MS;
const MAX_YEARS_AHEAD = 10;

/**
 * Decides what happens to a row, and enters the result into the state. The appointment is agreed already: opening hours, notice
 * and limits do not refuse it. Two appointments of one person at the same time are refused.
 */
export function decideBookingImport(state: ImportState, row: ImportedBooking): BookingImportDecision {
  const { team } = state.business;
  const id = importedBookingId(state.secret, team.id, row.key);
  const imported = state.known.get(row.id ?? '') ?? state.known.get(id);
  if (imported)
    return { outcome: { kind: 'unchanged', bookingId: imported.id, kept: differences(state, imported, row) } };
  if (row.status === 'cancelled') return { outcome: { kind: 'cancelled' } };

  const staffId = row.staffId ?? onlyPerformer(state.business, row);
  if (staffId === undefined) {
    const problem = 'it names no person, and not just one performs the service';
    return { outcome: { kind: 'refused', problem, lacksStaff: true } };
  }
  const slot = { start: row.start, end: row.end ?? row.start + lengthOf(state, row) };
  const problem = timeProblem(state, row, slot) ?? offerProblem(state, row, staffId);
  if (problem) return refused(problem);
  const taken = state.times.during(staffId, slot);
  if (taken) return takenTime(state, row, taken);

  const customer = decideImport(state.contacts, row.contact, team.id, state.now);
  if (customer.outcome.kind === 'refused') return refused(customer.outcome.problem);
  const contact = state.contacts.withId(customer.outcome.contactId) as IndexedContact;
  const { rules, remarks } = reviewTime(state, row, staffId, slot);
  const [busy_start, busy_end] = busySpanOf(state, row, slot);
  const booking: Unnumbered<BookingRow> = {
    id,
    team_id: team.id,
    service_id: row.serviceId,
    staff_id: staffId,
    contact_id: contact.id,
    contact_name: row.contact.name ?? contact.name,
    contact_email: row.contact.email ?? contact.email,
    contact_phone: row.contact.phone ?? contact.phone,
    start_time: slot.start,
    end_time: slot.end,
    busy_start,
    busy_end,
    status: 'confirmed',
    attendance: row.status === NO_SHOW ? NO_SHOW : null,
    notes: row.notes,
    overrides_json: JSON.stringify(rules.map((rule): Override => ({ rule, by: ACTOR }))),
    call_reference: null,
    created_at: state.now,
    updated_at: state.now,
    cancelled_at: null,
    sequence: 0,
  };
  const shortened = state.times.insert(booking);
  state.known.set(id, booking);
  const outcome = { kind: 'added' as const, bookingId: id, customer: customer.outcome, remarks };
  return { outcome, customer, booking, shortened };
}

const refused = (problem: string, takenBy?: string): BookingImportDecision => ({
  outcome: { kind: 'refused', problem, ...(takenBy !== undefined && { takenBy }) },
});

/** `2026-11-30 08:00` */
const localTime = (instant: number, zone: string) => minuteText(toIso(instant + offsetAt(instant, zone)));

/** Returns the person who performs the service of a row, if it is one. */
function onlyPerformer({ services }: Business, { serviceId }: AgreedBooking): string | undefined {
  const [one, ...others] = services.get(serviceId)?.staffIds ?? [];
  return others.length === 0 ? one : undefined;
}

const nameOf = (records: ReadonlyMap<string, { name: string }>, id: string) => records.get(id)?.name ?? id;

const lengthOf = ({ catalogue }: ImportState, { serviceId }: AgreedBooking) =>
  (catalogue.services.get(serviceId)?.duration_minutes ?? 0) * MINUTE_MS;

function timeProblem({ now }: ImportState, { status }: AgreedBooking, { start, end }: Interval): string | undefined {
  if (end <= start) return 'the end is not after the start';
  if (end - start > MAX_LENGTH_MS) return 'it lasts longer than a day: correct the start or the end';
  if (start > now + MAX_YEARS_AHEAD * YEAR_MS)
    return `it is more than ${MAX_YEARS_AHEAD} years ahead: correct the date`;
  if (status === NO_SHOW && start > now)
    return 'it is ahead, so that the customer cannot have missed it: correct the status';
  return undefined;
}

/** Past appointments can be of a service or a person that the business no longer has. */
function offerProblem(
  { now, business, catalogue }: ImportState,
  row: AgreedBooking,
  staffId: string,
): string | undefined {
  if (row.start <= now) return undefined;
  const gone = [
    business.services.has(row.serviceId) ? undefined : nameOf(catalogue.services, row.serviceId),
    business.staff.has(staffId) ? undefined : nameOf(catalogue.staff, staffId),
  ].filter((name) => name !== undefined);
  return gone.length > 0 ? `it is ahead, and the business no longer has ${gone.join(' and ')}` : undefined;
}

function takenTime(state: ImportState, row: AgreedBooking, taken: TimedBooking): BookingImportDecision {
  const customer = state.contacts.find(row.contact)?.contact;
  if (customer?.id === taken.contact_id && taken.start_time === row.start) {
    return { outcome: { kind: 'unchanged', bookingId: taken.id, kept: differing([ofService(state, taken, row)]) } };
  }
  const zone = state.business.team.time_zone;
  const person = nameOf(state.catalogue.staff, taken.staff_id);
  return refused(
    `${person} has another appointment then: ${taken.contact_name}, ${localTime(taken.start_time, zone)}`,
    taken.id,
  );
}

/** The rules that a time ahead violates, and what the owner should check about it. */
function reviewTime(
  { now, business, catalogue }: ImportState,
  { start, serviceId }: AgreedBooking,
  staffId: string,
  slot: Interval,
) {
  const rules: Override['rule'][] = [];
  const remarks: string[] = [];
  if (start <= now) return { rules, remarks };
  const days = new LocalDays(business.team.time_zone);
  const when = localTime(start, business.team.time_zone);
  const person = nameOf(catalogue.staff, staffId);
  if (closureDuring(business, days, slot)) {
    rules.push('closed');
    remarks.push(`the business is closed on ${when}`);
  } else if (!worksThroughout(business, business.staff.get(staffId) ?? null, days, slot)) {
    rules.push('outside_hours');
    remarks.push(`${person} does not work for all of it, ${when}`);
  }
  if (!business.services.get(serviceId)?.staffIds.includes(staffId)) {
    remarks.push(`${person} does not perform ${nameOf(catalogue.services, serviceId)}`);
  }
  return { rules, remarks };
}

/** The slot with the buffers that its service has now; none if the business no longer has the service. */
function busySpanOf({ business }: ImportState, { serviceId }: AgreedBooking, slot: Interval): [number, number] {
  const service = business.services.get(serviceId);
  return service ? busySpan(service, slot) : [slot.start, slot.end];
}

/** A field with its values in a booking and in a row. */
type Compared = readonly [field: string, ofBooking: string, ofRow: string];

const ofService = (
  { catalogue: { services } }: ImportState,
  own: Pick<BookingRow, 'service_id'>,
  row: ImportedBooking,
): Compared => ['service', nameOf(services, own.service_id), nameOf(services, row.serviceId ?? own.service_id)];

const differing = (compared: readonly Compared[]): KeptValue[] =>
  compared.flatMap(([field, own, ofRow]) => (own === ofRow ? [] : [{ field, own, ofRow }]));

function differences(state: ImportState, own: KnownBooking, row: ImportedBooking): KeptValue[] {
  const { staff } = state.catalogue;
  const zone = state.business.team.time_zone;
  return differing([
    ['start', localTime(own.start_time, zone), localTime(row.start, zone)],
    ofService(state, own, row),
    ['staff', nameOf(staff, own.staff_id), nameOf(staff, row.staffId ?? own.staff_id)],
    ['status', shownStatus(own), row.status],
  ]);
}
