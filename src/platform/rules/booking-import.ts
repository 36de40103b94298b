import { isErasedContact, NO_SHOW, type Override } from '../../contract/index.ts';
import type { Secret } from '../../lib/secrets/secret.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import { offsetAt } from '../../lib/time/offset.ts';
import { DAY_MS, MINUTE_MS, YEAR_MS } from '../../lib/time/units.ts';
import { busySpan } from '../availability/free-starts.ts';
import { LocalDays } from '../availability/local-days.ts';
import { closureDuring, worksThroughout } from '../availability/working-hours.ts';
import type { Business } from '../business/business.ts';
import { shownStatus } from '../store/bookings/shown-status.ts';
import type { BookingRow, ServiceRow, StaffRow, Unnumbered } from '../store/schema/schema.ts';
import { toIso } from '../store/time.ts';
import { decideImport, type ImportDecision, type ImportOutcome, type KeptValue } from './contact-import.ts';
import type { ContactIndex, IndexedContact } from './contact-index.ts';
import {
  type AgreedBooking,
  divideTime,
  FURTHER_PARTS,
  type ImportedBooking,
  staffOfPart,
} from './imported-booking.ts';
import { importedBookingId } from './imported-booking-id.ts';
import type { PersonTimes, TimedBooking } from './person-times.ts';

/** What an import does with one row. */
export type BookingImportOutcome =
  | {
      kind: 'added';
      /** One for each service of the row. */
      bookingIds: string[];
      /** What happens to its customer. */
      customer: ImportOutcome;
      /** What the owner should check. */
      remarks: string[];
    }
  | {
      /** The row was imported before, or the customer has this appointment. */
      kind: 'unchanged';
      /** The first one is of its first service. */
      bookingIds: string[];
      /** Values in which row and bookings differ. */
      kept: KeptOfBooking[];
    }
  | { kind: 'cancelled' }
  | {
      kind: 'refused';
      problem: string;
      /** The booking that takes the time of the row. */
      takenBy?: string;
      /** True if the row names no person, although several could perform its service. */
      lacksStaff?: true;
      /** True if only an import that takes erased customers back accepts the row. */
      isErased?: true;
    };

/** A value that a booking keeps. */
export interface KeptOfBooking extends KeptValue {
  bookingId: string;
}

/** A booking that a row was imported as. */
export type KnownBooking = Pick<
  BookingRow,
  'id' | 'service_id' | 'staff_id' | 'start_time' | 'end_time' | 'status' | 'attendance' | 'contact_name'
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
  bookings?: Unnumbered<BookingRow>[];
  /** Other bookings, whose buffers give way. */
  shortened?: TimedBooking[];
}

/** How the record names who has overridden a rule. */
const ACTOR = 'import of a file';
const MAX_LENGTH_MS = DAY_MS;
const MAX_YEARS_AHEAD = 10;
/** Older than the records of any business software. Years that stand for an empty date, such as 1900 and 1970, are older, too. */
const MAX_YEARS_AGO = 40;

/**
 * Decides what happens to a row, and enters the result into the state. The appointment is agreed already: opening hours, notice
 * and limits do not refuse it. Two appointments of one person at the same time are refused. All services of a row are imported, or
 * none.
 */
export function decideBookingImport(state: ImportState, row: ImportedBooking): BookingImportDecision {
  const { team } = state.business;
  const idOfPart = (index: number) => importedBookingId(state.secret, team.id, row.key, index);
  const imported = state.known.get(row.id ?? '') ?? state.known.get(idOfPart(0));
  if (imported) {
    const others = FURTHER_PARTS.map((index) => state.known.get(idOfPart(index)));
    return unchanged(state, row, [imported, ...others]);
  }
  if (row.status === 'cancelled') return { outcome: { kind: 'cancelled' } };

  const parts = partsOf(state, row);
  if (parts === undefined) {
    const problem = `it names no person, and not just one performs ${row.serviceIds.length > 1 ? 'each' : 'the'} service`;
    return { outcome: { kind: 'refused', problem, lacksStaff: true } };
  }
  const problem = timeProblem(state, row, parts) ?? offerProblem(state, row, parts);
  if (problem) return refused(problem);
  const taken = parts.map(({ staffId, slot }) => state.times.during(staffId, slot));
  if (taken.some((booking) => booking !== undefined)) return takenTime(state, row, taken);

  const customer = decideImport(state.contacts, row.contact, team.id, state.now);
  if (customer.outcome.kind === 'refused') return { outcome: customer.outcome };
  const contact = state.contacts.withId(customer.outcome.contactId) as IndexedContact;
  if (isErasedContact(contact)) return refused(`contact ${contact.id} was erased, and cannot be booked for`);
  const { rules, remarks } = reviewTimes(state, row, parts);
  const bookings = parts.map((part, index) =>
    newBooking(state, row, { part, id: idOfPart(index), contact, rules: rules[index] ?? [] }),
  );
  const shortened = bookings.flatMap((booking) => state.times.insert(booking));
  for (const booking of bookings) state.known.set(booking.id, booking);
  const bookingIds = bookings.map(({ id }) => id);
  return { outcome: { kind: 'added', bookingIds, customer: customer.outcome, remarks }, customer, bookings, shortened };
}

interface NewBooking {
  part: Part;
  id: string;
  contact: IndexedContact;
  /** Those that are overridden. */
  rules: Override['rule'][];
}

function newBooking(
  state: ImportState,
  row: AgreedBooking,
  { part: { serviceId, staffId, slot }, id, contact, rules }: NewBooking,
): Unnumbered<BookingRow> {
  const [busy_start, busy_end] = busySpanOf(state, serviceId, slot);
  return {
    id,
    team_id: state.business.team.id,
    service_id: serviceId,
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
}

const refused = (problem: string, takenBy?: string): BookingImportDecision => ({
  outcome: { kind: 'refused', problem, ...(takenBy !== undefined && { takenBy }) },
});

/** A service of a row with the person who performs it, and when. */
interface Part {
  serviceId: string;
  staffId: string;
  slot: Interval;
}

/** Returns undefined if the row names no person for a service that several perform. */
function partsOf(state: ImportState, row: AgreedBooking): Part[] | undefined {
  const slots = slotsOf(state, row);
  const parts = row.serviceIds.map((serviceId, index) => ({
    serviceId,
    staffId: staffOfPart(row, index) ?? onlyPerformer(state.business, serviceId),
    slot: slots[index] as Interval,
  }));
  return parts.every((part): part is Part => part.staffId !== undefined) ? parts : undefined;
}

function slotsOf({ catalogue }: ImportState, { serviceIds, start, end }: ImportedBooking): Interval[] {
  const lengths = serviceIds.map((id) => (catalogue.services.get(id)?.duration_minutes ?? 0) * MINUTE_MS);
  return divideTime(lengths, start, end);
}

/** `2026-11-30 08:00` */
const localTime = (instant: number, zone: string) => minuteText(toIso(instant + offsetAt(instant, zone)));

/** Returns the person who performs a service, if it is one. */
function onlyPerformer({ services }: Business, serviceId: string): string | undefined {
  const [one, ...others] = services.get(serviceId)?.staffIds ?? [];
  return others.length === 0 ? one : undefined;
}

const nameOf = (records: ReadonlyMap<string, { name: string }>, id: string) => records.get(id)?.name ?? id;

const namesOf = (records: ReadonlyMap<string, { name: string }>, ids: readonly string[]) =>
  ids.map((id) => nameOf(records, id)).join(' + ');

function timeProblem({ now }: ImportState, { status, start }: AgreedBooking, parts: Part[]): string | undefined {
  const end = parts.at(-1)?.slot.end ?? start;
  if (end <= start) return 'the end is not after the start';
  if (end - start > MAX_LENGTH_MS) return 'it lasts longer than a day: correct the start or the end';
  if (parts.some(({ slot }) => slot.end <= slot.start))
    return `it is too short for ${parts.length} services: correct the end`;
  if (start > now + MAX_YEARS_AHEAD * YEAR_MS)
    return `it is more than ${MAX_YEARS_AHEAD} years ahead: correct the date`;
  if (start < now - MAX_YEARS_AGO * YEAR_MS) return `it is more than ${MAX_YEARS_AGO} years ago: correct the date`;
  if (status === NO_SHOW && start > now)
    return 'it is ahead, so that the customer cannot have missed it: correct the status';
  return undefined;
}

/** Past appointments can be of a service or a person that the business no longer has. */
function offerProblem(
  { now, business, catalogue }: ImportState,
  row: AgreedBooking,
  parts: readonly Part[],
): string | undefined {
  if (row.start <= now) return undefined;
  const gone = parts.flatMap(({ serviceId, staffId }) => [
    ...(business.services.has(serviceId) ? [] : [nameOf(catalogue.services, serviceId)]),
    ...(business.staff.has(staffId) ? [] : [nameOf(catalogue.staff, staffId)]),
  ]);
  if (gone.length === 0) return undefined;
  return `it is ahead, and the business no longer has ${[...new Set(gone)].join(' and ')}`;
}

/** @param taken the booking that takes the time of each service of the row */
function takenTime(
  state: ImportState,
  row: AgreedBooking,
  taken: readonly (TimedBooking | undefined)[],
): BookingImportDecision {
  const customer = state.contacts.find(row.contact)?.contact;
  const [first] = taken;
  if (first && first.contact_id === customer?.id && first.start_time === row.start) {
    const { services } = state.catalogue;
    const compared = ['service', nameOf(services, first.service_id), namesOf(services, row.serviceIds)] as const;
    return { outcome: { kind: 'unchanged', bookingIds: [first.id], kept: differing(first.id, [compared]) } };
  }
  const other = taken.find((booking) => booking !== undefined) as TimedBooking;
  const zone = state.business.team.time_zone;
  const person = nameOf(state.catalogue.staff, other.staff_id);
  return refused(
    `${person} has another appointment then: ${other.contact_name}, ${localTime(other.start_time, zone)}`,
    other.id,
  );
}

/** The rules that each service of a row ahead violates, and what the owner should check about the row. */
function reviewTimes(state: ImportState, row: AgreedBooking, parts: readonly Part[]) {
  const { now, business, catalogue } = state;
  const { start, end } = row;
  if (start <= now) return { rules: [], remarks: [] };
  const remarks: string[] = [];
  const usualEnd = slotsOf(state, { ...row, end: undefined }).at(-1)?.end ?? start;
  if (parts.length > 1 && end !== undefined && end !== usualEnd) {
    const [own, ofRow] = [usualEnd, end].map((time) => pluralize(Math.round((time - start) / MINUTE_MS), 'minute'));
    remarks.push(`its services take ${own}, the row has ${ofRow}: each gets its share`);
  }
  const days = new LocalDays(business.team.time_zone);
  const when = localTime(start, business.team.time_zone);
  const rules = parts.map(({ serviceId, staffId, slot }): Override['rule'][] => {
    const person = nameOf(catalogue.staff, staffId);
    if (!business.services.get(serviceId)?.staffIds.includes(staffId))
      remarks.push(`${person} does not perform ${nameOf(catalogue.services, serviceId)}`);
    if (closureDuring(business, days, slot)) {
      remarks.push(`the business is closed on ${when}`);
      return ['closed'];
    }
    if (worksThroughout(business, business.staff.get(staffId) ?? null, days, slot)) return [];
    remarks.push(`${person} does not work for all of it, ${when}`);
    return ['outside_hours'];
  });
  return { rules, remarks: [...new Set(remarks)] };
}

/** The slot with the buffers that its service has now; none if the business no longer has the service. */
function busySpanOf({ business }: ImportState, serviceId: string, slot: Interval): [number, number] {
  const service = business.services.get(serviceId);
  return service ? busySpan(service, slot) : [slot.start, slot.end];
}

/** A field with its values in a booking and in a row. */
type Compared = readonly [field: string, ofBooking: string, ofRow: string];

const differing = (bookingId: string, compared: readonly Compared[]): KeptOfBooking[] =>
  compared.flatMap(([field, own, ofRow]) => (own === ofRow ? [] : [{ bookingId, field, own, ofRow }]));

/** @param bookings those that the services of the row became, in their order */
function unchanged(
  state: ImportState,
  row: ImportedBooking,
  bookings: readonly [KnownBooking, ...(KnownBooking | undefined)[]],
): BookingImportDecision {
  const { services } = state.catalogue;
  const known = bookings.filter((booking) => booking !== undefined);
  const kept = bookings.flatMap((own, index) => {
    if (!own) return [];
    const isPart = index === 0 || index < row.serviceIds.length;
    return differing(
      own.id,
      isPart ? differencesOfPart(state, row, index, own, bookings[index - 1]) : ofFurther(state, row, own),
    );
  });
  if (known.length < row.serviceIds.length) {
    const own = namesOf(
      services,
      known.map(({ service_id }) => service_id),
    );
    kept.push(...differing(bookings[0].id, [['services', own, namesOf(services, row.serviceIds)]]));
  }
  return { outcome: { kind: 'unchanged', bookingIds: known.map(({ id }) => id), kept } };
}

/** @param before the booking of the service before it */
function differencesOfPart(
  state: ImportState,
  row: ImportedBooking,
  index: number,
  own: KnownBooking,
  before: KnownBooking | undefined,
): Compared[] {
  const { services, staff } = state.catalogue;
  const zone = state.business.team.time_zone;
  // The services can have other lengths since: what follows the service before it has not moved.
  const start = own.start_time === before?.end_time ? own.start_time : (slotsOf(state, row)[index]?.start ?? row.start);
  return [
    ['start', localTime(own.start_time, zone), localTime(start, zone)],
    ['service', nameOf(services, own.service_id), nameOf(services, row.serviceIds[index] ?? own.service_id)],
    ['staff', nameOf(staff, own.staff_id), nameOf(staff, staffOfPart(row, index) ?? own.staff_id)],
    ['status', shownStatus(own), row.status],
  ];
}

/** A service that the row does not have. A cancelled row can be about services that the business does not have. */
function ofFurther({ catalogue }: ImportState, row: ImportedBooking, own: KnownBooking): Compared[] {
  if (row.status === 'cancelled') return [['status', shownStatus(own), row.status]];
  return own.status === 'cancelled' ? [] : [['service', nameOf(catalogue.services, own.service_id), 'none']];
}
