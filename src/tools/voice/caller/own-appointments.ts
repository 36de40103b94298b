import { ApiError } from '../../../api/index.ts';
import { type Booking, MAX_SERVICE_DAYS, type Read } from '../../../contract/index.ts';
import { readCallerNumber } from '../../../lib/phone/caller-number.ts';
import { areEqualNames } from '../../../lib/search/equal-names.ts';
import { compareText } from '../../../lib/text/text-order.ts';
import { epochMs, type Interval } from '../../../lib/time/intervals.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/time/units.ts';
import { ASSUMED_MINUTES } from '../../availability/busy-intervals.ts';
import { isCancelled, isRejected } from '../../idempotency/bookings.ts';
import { type PersonValues, visitBookingsOf } from '../../search/bookings-of-person.ts';
import { readServices } from '../business/catalogue.ts';
import { chosen, offer } from '../core/offered.ts';
import type { Office } from '../core/office.ts';
import { WrongArgumentError } from '../core/wrong-argument.ts';
import { isAnyAppointment, meansOthers, nextOrLast } from '../said/appointment-words.ts';
import { withoutCorrections } from '../said/corrections.ts';
import { normalizeSaid } from '../said/normalize-said.ts';
import { isAnyone } from '../said/people/anyone.ts';
import { saidNames } from '../said/people/family-names.ts';
import { nameInWords } from '../said/people/name-in-words.ts';
import { peopleMeantBy } from '../said/people/people-meant.ts';
import { isNameSaid } from '../said/people/said-name.ts';
import { appointmentsSaid, isOfRelative } from '../said/said-appointment.ts';
import { splitChoice } from '../said/said-choice.ts';
import { isOnlyPlace } from '../said/said-order.ts';
import { servicesMeantBy } from '../said/services/services-meant.ts';
import { unwantedApart } from '../said/unwanted-appointment.ts';
import { spokenLabel } from '../speech/spoken-label.ts';
import { type CallerContact, contactOfCaller } from './caller-contact.ts';

/** Appointments in one sentence. */
export const MAX_SPOKEN_APPOINTMENTS = 5;
/** Length of an appointment that neither it nor its service states. */
const ASSUMED_MS = ASSUMED_MINUTES * MINUTE_MS;

/** An appointment of the caller that has not ended. */
export interface OwnAppointment extends Interval {
  id: string;
  /** True if the platform states no end. */
  isEndAssumed: boolean;
  serviceId: string | undefined;
  /** Names of the business; undefined if unknown. */
  service: string | undefined;
  staff: string | undefined;
  staffId: string | undefined;
  /** Name of whose it is, if the caller has appointments of several people, or of another person than the one who calls. */
  customer?: string | undefined;
  contactName: string;
  contactId: string | undefined;
}

/** As far back an appointment can have begun that has not ended: the longest service takes two days. */
const MAX_RUNNING_MS = MAX_SERVICE_DAYS * DAY_MS;

/**
 * Reads the appointments of the caller that have not ended, the earliest first, then by service and staff: those with the caller's
 * number, and those of the contact that has it under another number and the same name (`isOfContact`).
 * One that has begun is among them: a customer who is late calls about it, and must not be offered another one. Empty without a number.
 * @throws ApiError if the list cannot be read completely: an appointment of the caller might be missing.
 */
export async function readOwnAppointments({ context, caller, now }: Office): Promise<OwnAppointment[]> {
  const { phone } = caller;
  if (phone === null) return [];
  const own: OwnAppointment[] = [];
  const visitOf = (isOwn: (read: Read<typeof Booking>) => boolean) => (read: Read<typeof Booking>) => {
    const start = epochMs(read.fields.start_time);
    if (start === undefined || !read.fields.id || isCancelled(read) || isRejected(read)) return;
    const one = appointmentOf(read, read.fields.id, start);
    if (one.end > now && isOwn(read) && own.every(({ id }) => id !== one.id)) own.push(one);
  };
  // As strict as for the caller: a number with an extension, or within other text, is not only the caller's.
  const numberOf = ({ fields }: Read<typeof Booking>) =>
    readCallerNumber(fields.contact?.phone, context.settings.defaultCountry);
  const read = async (person: PersonValues, isOwn: (read: Read<typeof Booking>) => boolean) => {
    const from = new Date(now - MAX_RUNNING_MS).toISOString();
    const reads = { visit: visitOf(isOwn), signal: context.signal };
    if (await visitBookingsOf(person, { from }, reads, context)) return;
    throw new ApiError({ kind: 'invalid_response', endpoint: 'listBookings', changed: 'no' });
  };
  const [contact] = await Promise.all([
    contactOfCaller(phone, context),
    read({ phone }, (booking) => numberOf(booking) === phone),
  ]);
  if (contact)
    await read({ contactId: contact.id }, (booking) => isOfContact(booking.fields, numberOf(booking), contact));
  // Of two at the same time, the same one always comes first: platforms list them in any order.
  return own.sort((a, b) => a.start - b.start || compareText(wordsOf(a), wordsOf(b)));
}

/**
 * True for an appointment of a contact with any of its numbers and its name. An appointment under another name or number can be
 * that of another person, such as one who shares the e-mail address.
 */
const isOfContact = (
  { contact_id: id, contact }: Read<typeof Booking>['fields'],
  number: string | undefined,
  { id: callerId, name, phones }: CallerContact,
): boolean => id === callerId && number !== undefined && phones.has(number) && areEqualNames(contact?.name ?? '', name);

const wordsOf = ({ service = '', staff = '' }: OwnAppointment) => `${service} ${staff}`;

function appointmentOf({ fields }: Read<typeof Booking>, id: string, start: number): OwnAppointment {
  const stated = epochMs(fields.end_time);
  const end = stated !== undefined && stated > start ? stated : undefined;
  return {
    id,
    start,
    end: end ?? start + ASSUMED_MS,
    isEndAssumed: end === undefined,
    serviceId: fields.service_id ?? undefined,
    service: fields.service_name ? spokenLabel(fields.service_name) : undefined,
    staff: fields.staff_name ? spokenLabel(fields.staff_name) : undefined,
    staffId: fields.staff_id ?? undefined,
    contactName: fields.contact?.name ?? '',
    contactId: fields.contact_id ?? undefined,
  };
}

/**
 * Adds what tells appointments apart: names of services that the platform does not show with bookings, and of people.
 * @param callerName who calls, as far as it was said. If no appointment is theirs, they hear whose they are: several people can
 *   share a number.
 */
export async function withNames(
  own: readonly OwnAppointment[],
  office: Office,
  callerName = '',
): Promise<OwnAppointment[]> {
  const services = own.every(({ service }) => service !== undefined) ? [] : await readServices(office);
  const isOther = callerName !== '' && appointmentsOf(callerName, own, office).length === 0;
  const customers = saidNames([...own.map(({ contactName }) => contactName), ...(isOther ? [callerName] : [])], office);
  return own.map((one) => ({
    ...one,
    service: one.service ?? services.find(({ id }) => id === one.serviceId)?.name,
    customer: customers.get(one.contactName),
  }));
}

/** Says an appointment: `Cleaning with Dana Lee on Tuesday the 24th at 9:00`. */
export function sayAppointment(
  { service, customer, staff, start }: Pick<OwnAppointment, 'service' | 'customer' | 'staff' | 'start'>,
  { speech, local, today, withClockChange }: Office,
): string {
  const { date, minute } = local(start);
  const [day, time] = [speech.day(date, today), speech.time(minute)];
  return withClockChange(speech.phrases.appointment({ service, customer, staff, day, time }), start);
}

/** Says the first appointments, and remembers them for "the second one". */
export function sayAppointments(own: readonly OwnAppointment[], office: Office): string[] {
  const said = own.slice(0, MAX_SPOKEN_APPOINTMENTS);
  offer('appointment', said, office, { isCut: own.length > said.length });
  return said.map((one) => sayAppointment(one, office));
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What a caller says of the appointment that is meant. */
export interface SaidAppointment {
  /** Local date and time of its start, its date, or words for it. */
  appointment?: string | undefined;
  service?: string | undefined;
  staff?: string | undefined;
  caller_name?: string | undefined;
}

/**
 * Returns the one appointment that the caller means, or the sentence that asks for it. Names count only while several are
 * left, because the question before the change says which one it is; but an appointment for another service that the business
 * offers, or with another person, is not the one that is meant.
 * Rejects with a `ToolError` if the date does not exist, or if the person has none of the appointments.
 */
export async function chooseAppointment(
  { appointment, service, staff, caller_name }: SaidAppointment,
  own: readonly OwnAppointment[],
  office: Office,
): Promise<{ found: OwnAppointment } | { spoken: string }> {
  const { phrases } = office.speech;
  if (own.length === 0) return { spoken: phrases.noAppointments };
  let meant = appointment === undefined ? own : await appointmentsAt(appointment, own, office);
  if (service !== undefined && meant.length > 1) meant = servicesMeantBy(service, meant, (one) => one.service);
  if (staff !== undefined && meant.length > 0) {
    meant = withPerson(staff, meant, office);
    if (meant.length === 0) {
      const spoken = phrases.otherAppointments(sayAppointments(own, office));
      throw new WrongArgumentError(staff, 'is not the person of that appointment', spoken);
    }
  }
  if (service !== undefined && meant.length === 1 && (await isOtherService(service, meant, office))) meant = [];
  // The name may be that of the caller, whose appointment "my son's" is not.
  const mayNameIt = appointment === undefined || !isOfRelative(appointment);
  if (caller_name !== undefined && mayNameIt && meant.length > 1) {
    const named = appointmentsOf(nameInWords(caller_name), meant, office);
    // Otherwise it is the name of a parent, who calls for a child.
    if (named.length > 0) meant = named;
  }
  if (appointment !== undefined && nextOrLast(appointment) === 'next') meant = nextOf(meant, office);
  const [found, ...others] = meant;
  if (!found) return { spoken: phrases.otherAppointments(sayAppointments(own, office)) };
  return others.length === 0 ? { found } : { spoken: phrases.whichAppointment(sayAppointments(meant, office)) };
}

/** Returns the next appointment that has not begun. Several, if they begin at the same time. */
export function nextOf(own: readonly OwnAppointment[], { now }: Office): readonly OwnAppointment[] {
  const next = own.find(({ start }) => start > now);
  return next ? own.filter(({ start }) => start === next.start) : own;
}

/** Returns the appointments with a person. All, if anyone was said, or if the platform does not show whose they are. */
function withPerson(said: string, own: readonly OwnAppointment[], { speech }: Office): readonly OwnAppointment[] {
  const found = peopleMeantBy(said, own, ({ staff }) => staff, speech.language);
  const isKnown = own.every(({ staff }) => staff !== undefined) && !isAnyone(said);
  return found.length > 0 || isKnown ? found : own;
}

/** True if words for a service mean one that the business offers, and none of the appointments. */
async function isOtherService(said: string, meant: readonly OwnAppointment[], office: Office): Promise<boolean> {
  if (servicesMeantBy(said, meant, (one) => one.service).length > 0) return false;
  return servicesMeantBy(said, await readServices(office), ({ name }) => name).length > 0;
}

/** Returns the appointments of those whom a name means. A caller repeats what was said of an appointment. */
function appointmentsOf(
  name: string,
  own: readonly OwnAppointment[],
  { speech: { language } }: Office,
): readonly OwnAppointment[] {
  const repeated = (isEqual: (said: string) => boolean) => own.filter(({ customer = '' }) => isEqual(customer));
  const tries = [
    () => repeated((said) => areEqualNames(said, name)),
    () => repeated((said) => isNameSaid(name, said, language)),
    () => peopleMeantBy(name, own, (one) => one.contactName, language),
  ];
  for (const find of tries) {
    const found = find();
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the appointments that were offered in a place, at a start in the form of the tools, or that words mean: `the one on Friday`. */
export async function appointmentsAt(
  text: string,
  own: readonly OwnAppointment[],
  office: Office,
): Promise<readonly OwnAppointment[]> {
  const offered = chosen(text, 'appointment', office);
  if (offered) return own.filter(({ id }) => id === offered.id);
  // Without an offer that is clear, the caller is asked: "the second one" is no day.
  const { language } = office.speech;
  if (isOnlyPlace(text, language) || nextOrLast(text) || meansOthers(text)) return own;
  if (isAnyAppointment(normalizeSaid(text), language)) return own;
  if (DATE.test(text)) {
    const day = await office.daysOf(text);
    return own.filter(({ start }) => day.start <= start && start < day.end);
  }
  try {
    const { starts } = await office.instants(text);
    return own.filter((one) => starts.some((start) => Math.abs(one.start - start) < MINUTE_MS));
  } catch (error) {
    if (!(error instanceof WrongArgumentError)) throw error;
    return appointmentsOfChoice(text, own, office);
  }
}

/**
 * Returns the appointments that words mean, also a choice of them: `tomorrow or Friday at 10`, and one that is meant instead of another:
 * `not the Friday one, the Tuesday one`.
 */
async function appointmentsOfChoice(
  text: string,
  own: readonly OwnAppointment[],
  office: Office,
): Promise<readonly OwnAppointment[]> {
  const apart = unwantedApart(normalizeSaid(text), office.speech.language);
  if (apart) {
    const others = await appointmentsSaid(apart.unwanted, own, office);
    const wanted = apart.wanted === undefined ? own : await appointmentsSaid(apart.wanted, own, office);
    const meant = wanted.filter((one) => !others.includes(one));
    const isClear = others.length > 0 && (apart.wanted === undefined || meant.length === wanted.length);
    if (isClear && meant.length > 0) return meant;
  }
  const meantText = withoutCorrections(text, office);
  const pieces = splitChoice(meantText, office) ?? [meantText];
  const meant = await Promise.all(pieces.map((piece) => appointmentsSaid(piece, own, office)));
  return own.filter((one) => meant.some((ofPiece) => ofPiece.includes(one)));
}
