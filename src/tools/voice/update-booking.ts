import * as z from 'zod';
import { normalizeName } from '../../lib/search/text-search.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { FreeSlot } from '../availability/free-slots.ts';
import { updateBooking as changeBooking } from '../bookings/update-booking.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool } from '../core/define.ts';
import type { Named } from '../search/named.ts';
import { readServices } from './business/catalogue.ts';
import { readTimesAround } from './business/free-times.ts';
import { choosePerson, readPeople } from './business/people.ts';
import { verifiedAppointments } from './caller/caller-checks.ts';
import { keepAppointments } from './caller/keep-appointments.ts';
import { chooseAppointment, type OwnAppointment, sayAppointment, sayAppointments } from './caller/own-appointments.ts';
import { isAtOwnLimit } from './caller/own-limit.ts';
import { overlapping, withOwnCheck } from './caller/own-overlaps.ts';
import { answerToSameWords, confirmAloud, type Plan } from './core/confirm.ts';
import * as field from './core/fields.ts';
import { during, type LocalInstants, type Office, openOffice } from './core/office.ts';
import { noteQuestion, openQuestion, startBefore } from './core/open-question.ts';
import { isRefused, limitOf, limitReason } from './core/refusals.ts';
import { WrongArgumentError } from './core/wrong-argument.ts';
import { wordsOf } from './said/corrections.ts';
import { onOneDate } from './said/moved-days.ts';
import { normalizeSaid } from './said/normalize-said.ts';
import { readOfferedStart } from './said/offered-start.ts';
import { personApart } from './said/people/person-apart.ts';
import { isSaidFromOld, startFromOld, withoutMovingWords } from './said/said-move.ts';
import type { InexactStart } from './said/said-start.ts';
import { shiftOf } from './said/shifts.ts';
import { askExactTime } from './speech/say-open-times.ts';
import { spokenSentences } from './speech/speech.ts';
import { spokenLabel } from './speech/spoken-label.ts';
import { freeStart, refusal, refusePast } from './speech/spoken-times.ts';

export const updateBooking = defineTool({
  name: 'update_booking',
  title: 'Move an appointment',
  description: `Move an appointment of the caller, or leave a note. ${field.ASK_FIRST}`,
  toolset: 'bookings',
  effect: 'update',
  scope: 'write:bookings',
  spoken: true,
  isDryRun: ({ confirmed }) => confirmed !== true,
  input: () =>
    z.strictObject({
      ...field.ownAppointment(),
      new_start: field.start().optional(),
      new_staff: field.newStaff(),
      note: field.note().describe('For the team: 10 minutes late'),
      confirmed: field.confirmed(),
    }),
  output: field.spokenOutput,
  async run(input, context) {
    const { confirmed, ...said } = input;
    const { new_start: given, new_staff: givenStaff, note: noted, ...named } = said;
    // "Retrasar la cita una hora" is a move.
    const isLate = given !== undefined && LATE.test(normalizeSaid(given)) && !shiftOf(normalizeSaid(given));
    const [saidStart, note = noted] = isLate ? [undefined, noted ?? given] : [given];
    const isNoteAlone = saidStart === undefined && givenStaff === undefined;
    if (isNoteAlone && note === undefined) throw new WrongArgumentError('', 'is missing: new_start, new_staff or note');
    const office = await openOffice(context);
    const kept = await keepAppointments(saidStart, input, office);
    if (kept) return { spoken: spokenSentences(kept.spoken) };
    const again = confirmed ? answerToSameWords('update_booking', said, office) : undefined;
    if (again !== undefined) return { spoken: spokenSentences(again) };
    const apart = saidStart === undefined ? undefined : await personApart(saidStart, givenStaff, office);
    // "With Sam" is at the same time.
    const new_start = apart?.start ? await withoutMovingWords(apart.start, office) : undefined;
    const new_staff = apart ? apart.staff : givenStaff;
    const isFromOld = new_start !== undefined && (await isSaidFromOld(new_start, office));
    const read =
      new_start === undefined || isFromOld ? undefined : await readOfferedStart(new_start, { kind: 'move' }, office);
    const plan = async () => {
      if (read && 'starts' in read) refusePast(read, office);
      const verified = await verifiedAppointments(input, office);
      if ('spoken' in verified) return verified;
      const chosen = await chooseAppointment(input, verified.own, office);
      if ('spoken' in chosen) return chosen;
      if (isNoteAlone) return planNote(chosen.found, note as string, office);
      const meant = isFromOld
        ? await startFromOld(new_start, chosen.found, office)
        : read && (await onOneDate(read.given, read, chosen.found, office));
      if (meant && 'days' in meant) return askTimeOf(chosen.found, { days: meant.days, staff: new_staff }, office);
      if (meant) refusePast(meant, office);
      return planMove(chosen.found, { meant, staff: new_staff, note, key: start }, office);
    };
    const start = keyOf(read, new_start, office);
    const staff = new_staff === undefined ? null : normalizeName(new_staff);
    const change = {
      tool: 'update_booking',
      request: { ...named, start, new_staff: staff, note: note ?? null },
      said,
      confirmed: confirmed === true,
      plan,
    };
    return { spoken: spokenSentences(await confirmAloud(change, office)) };
  },
});

/** Returns what the request knows a start by: that of the open question, or words that depend on the appointment. */
function keyOf(read: LocalInstants | InexactStart | undefined, given: string | undefined, office: Office) {
  if (!read || !('starts' in read)) return given === undefined ? null : normalizeSaid(given);
  const asked = openQuestion('move', office);
  return (asked && read.starts.includes(asked.start) ? asked.key : undefined) ?? read.starts[0];
}

/** What is to be changed. */
interface WantedChange {
  /** Undefined: the time stays. */
  meant: LocalInstants | undefined;
  /** The person who is to take it, as said. Undefined: the same one, if possible. */
  staff: string | undefined;
  note: string | undefined;
  key: string | number | null;
}

/** What a caller says who comes late, normalized: it is no new start. */
const LATE = /\b(?:(?:running|be|minutes?|min)(?: \S+)? late|verspat\S*|zu spat|retard|retras\S*|ritardo|atras\S*)\b/;

/** Notes what the team should know of an appointment, which stays as it is. */
function planNote(own: OwnAppointment, note: string, office: Office): Plan {
  const { phrases } = office.speech;
  const said = sayAppointment(own, office);
  return {
    question: phrases.askToNote(said),
    basis: [own.id, own.start, note],
    async perform(context) {
      context.audited.recordId = own.id;
      await changeBooking.run({ booking_id: own.id, notes: await notesWith(note, own, context) }, context);
      context.audited.isDone = true;
      return phrases.noted(said);
    },
  };
}

/** Returns the notes of an appointment with another line. One that is there already is not added, because a change may be repeated. */
async function notesWith(note: string, { id }: OwnAppointment, { api, signal }: ToolContext): Promise<string> {
  const { notes } = (await api.getBooking({ id, signal })).fields;
  if (!notes) return note;
  return notes.split('\n').includes(note) ? notes : `${notes}\n${note}`;
}

async function planMove(
  own: OwnAppointment,
  { meant: said, staff, note, key }: WantedChange,
  office: Office,
): Promise<Plan | { spoken: string }> {
  const { phrases } = office.speech;
  const isSameTime = !said || (!said.isSkipped && said.starts.includes(own.start));
  // At a clock change, the same local time can mean another hour.
  const meant: LocalInstants = isSameTime ? { starts: [own.start], isSkipped: false, given: said?.given ?? '' } : said;
  if (isSameTime && staff === undefined) return { spoken: phrases.haveAlready([sayAppointment(own, office)]) };
  if (isSwitchedOff(own, office)) return { spoken: phrases.notMoved(sayAppointment(own, office)) };
  const service = await serviceOf(own, office);
  const chosen = await choosePerson(staff, service, office);
  if ('spoken' in chosen) return chosen;
  const person = chosen.found;
  if (isSameTime && (person === undefined || person.id === own.staffId))
    return { spoken: phrases.haveAlready([sayAppointment(own, office)]) };
  const query = { service, staffId: person?.id, excludedBookingId: own.id };
  const times = await readTimesAround(meant.starts[0], query, office);
  const { start, slot, reason } = freeStart(meant, times, office);
  const isLimited = await isAtOwnLimit({ start, moved: own }, office);
  const wanted = { ...service, person };
  if (isLimited || !slot)
    return { spoken: await refusal(start, times, office, isLimited ? limitReason(office) : reason, wanted) };
  const taker = person ?? (await takerOf(own, slot, office));
  const had = await overlapping({ start, minutes: service.minutes }, own.id, office);
  const other = taker?.id === own.staffId ? undefined : taker?.name;
  const words = wordsOf(meant.given, office);
  noteQuestion({ bookingId: own.id, start, said: words, from: startBefore(words, own, office), key }, office);
  const appointment = sayAppointment(own, office);
  const question =
    isSameTime && other !== undefined
      ? phrases.askToChangePerson(appointment, other)
      : phrases.askToMove(appointment, sayNewStart(start, own, office), other);
  return {
    question: had.length > 0 ? `${phrases.haveAlready(sayAppointments(had, office))} ${question}` : question,
    basis: [own.id, own.start, own.serviceId, start, taker?.id, had.map(({ id }) => id)],
    perform: (context) => move({ own, start, taker, had, service, person, isSameTime, note }, during(office, context)),
  };
}

/** Says the new start, with its month if it is in another one than the appointment: "the 16th" would be taken for that of its month. */
function sayNewStart(
  start: number,
  own: OwnAppointment,
  { local, moment, speech, today, withClockChange }: Office,
): string {
  const { date, minute } = local(start);
  const day = speech.day(date, today);
  const isOtherMonth = date.slice(0, 7) !== local(own.start).date.slice(0, 7);
  if (!isOtherMonth || day.relation !== 'near') return moment(start);
  const { phrases, time } = speech;
  return withClockChange(`${phrases.on({ ...day, relation: 'far' })} ${phrases.at(time(minute))}`, start);
}

/** Its service has no free times then, and platforms refuse the move. */
const isSwitchedOff = ({ serviceId }: OwnAppointment, { business }: Office): boolean =>
  business?.fields.services?.find(({ id }) => id === serviceId)?.active === false;

/** Says the free times for an appointment in days, and asks for one of them. Its own person keeps it, unless another one is said. */
async function askTimeOf(
  own: OwnAppointment,
  { days, staff }: { days: InexactStart['days']; staff: string | undefined },
  office: Office,
): Promise<{ spoken: string }> {
  if (isSwitchedOff(own, office)) return { spoken: office.speech.phrases.notMoved(sayAppointment(own, office)) };
  const service = await serviceOf(own, office);
  const chosen = await choosePerson(staff, service, office);
  if ('spoken' in chosen) return chosen;
  const keeper =
    staff === undefined && own.staffId !== undefined && own.staff !== undefined
      ? { id: own.staffId, name: own.staff }
      : undefined;
  const person = chosen.found ?? keeper;
  return askExactTime({ asked: days, service, person, excludedBookingId: own.id }, office);
}

/**
 * Returns who takes an appointment at another time, so that the question names another person than before, and the platform chooses
 * no third one. Undefined if the platform does not say who could, or chooses itself.
 */
async function takerOf({ staffId }: OwnAppointment, slot: FreeSlot, office: Office): Promise<Named | undefined> {
  const { extensions, signal } = office.context;
  if (staffId === undefined || !(await extensions.has('staff_assignment', signal))) return undefined;
  const free = slot.staffIds();
  const people = (await readPeople(office)).filter(({ id }) => free.includes(id));
  return people.find(({ id }) => id === staffId) ?? people[0];
}

/** Returns the service of an appointment, with the length that the appointment has after a change. */
async function serviceOf({ serviceId = '', start, end, isEndAssumed }: OwnAppointment, office: Office) {
  const services = await readServices(office);
  const found = services.find(({ id }) => id === serviceId) ?? { id: serviceId, name: serviceId };
  const stated = { minutes: undefined, staffIds: undefined, ...found };
  const own = (end - start) / MINUTE_MS;
  return { ...stated, minutes: isEndAssumed ? (stated.minutes ?? own) : own };
}

interface PlannedMove {
  own: OwnAppointment;
  service: Awaited<ReturnType<typeof serviceOf>>;
  /** Epoch milliseconds. */
  start: number;
  isSameTime: boolean;
  /** The person whom the caller wants. */
  person: Named | undefined;
  /** The person whom the question has named, or who stays. Undefined if the platform chooses. */
  taker: Named | undefined;
  had: readonly OwnAppointment[];
  note: string | undefined;
}

async function move(
  { own, start, isSameTime, person, taker, had, service, note }: PlannedMove,
  office: Office,
): Promise<string | undefined> {
  const { context, speech } = office;
  const request = {
    booking_id: own.id,
    start_time: new Date(start).toISOString(),
    ...(taker ? { staff_id: taker.id } : {}),
    ...(note === undefined ? {} : { notes: await notesWith(note, own, context) }),
  };
  context.audited.recordId = own.id;
  try {
    const time = { start, minutes: service.minutes, movedId: own.id, had };
    const changed = await withOwnCheck(time, office, (mayOverlap) =>
      changeBooking.run({ ...request, ...(mayOverlap ? { allow_duplicate: true } : {}) }, context),
    );
    if (!changed) return undefined;
    context.audited.isDone = true;
    const { staff_name: staff } = changed.booking as { staff_name?: string };
    const said = { ...own, staff: staff ? spokenLabel(staff) : (person?.name ?? own.staff), start };
    const { personChanged, moved } = speech.phrases;
    return (isSameTime ? personChanged : moved)(sayAppointment(said, office));
  } catch (error) {
    if (!isRefused(error)) throw error;
    const query = { service, staffId: person?.id, excludedBookingId: own.id };
    const times = await readTimesAround(start, query, office);
    const reason = await limitOf(error, { start, moved: own }, office);
    return refusal(start, times, office, reason, { ...service, person });
  }
}
