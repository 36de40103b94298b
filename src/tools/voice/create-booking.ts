import * as z from 'zod';
import type { CreateBooking } from '../../contract/index.ts';
import type { NoNumber } from '../../lib/phone/said-number/read.ts';
import { areEqualNames } from '../../lib/search/equal-names.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { checkedBooking } from '../bookings/checks/check-booking.ts';
import { defineTool } from '../core/define.ts';
import { createBookingIdempotently } from '../idempotency/bookings.ts';
import type { Named } from '../search/named.ts';
import { chooseService } from './business/catalogue.ts';
import { readTimesAround } from './business/free-times.ts';
import type { OfferedService } from './business/offered-service.ts';
import { choosePerson } from './business/people.ts';
import { forgetAskedNames, mustAskWhoComes } from './caller/given-names.ts';
import { askCallbackNumber, type CallbackNumber, callbackNumber, noteOf, withLine } from './caller/notes.ts';
import { type OwnAppointment, sayAppointment, sayAppointments } from './caller/own-appointments.ts';
import { isAtOwnLimit } from './caller/own-limit.ts';
import { overlapping, withOwnCheck } from './caller/own-overlaps.ts';
import { answerToSameWords, confirmAloud, type Plan } from './core/confirm.ts';
import * as field from './core/fields.ts';
import { keepDays, lastOffer } from './core/offered.ts';
import { during, type LocalInstants, type Office, openOffice } from './core/office.ts';
import { noteQuestion, startBefore } from './core/open-question.ts';
import { isRefused, isUnspecific, limitOf, limitReason } from './core/refusals.ts';
import { WrongArgumentError } from './core/wrong-argument.ts';
import { wordsOf } from './said/corrections.ts';
import { readOfferedStart } from './said/offered-start.ts';
import { asGiven } from './said/open-days.ts';
import { saidName } from './said/people/family-names.ts';
import { nameInWords, numberBehindName } from './said/people/name-in-words.ts';
import { personApart } from './said/people/person-apart.ts';
import { isPlaceholderName } from './said/people/placeholder-names.ts';
import { relativeApart } from './said/people/relative-apart.ts';
import type { InexactStart } from './said/said-start.ts';
import { firstOfSeries } from './said/series.ts';
import { askExactTime } from './speech/say-open-times.ts';
import { spokenSentences } from './speech/speech.ts';
import { spokenLabel } from './speech/spoken-label.ts';
import { freeStart, refusal, refusePast } from './speech/spoken-times.ts';

export const createBooking = defineTool({
  name: 'create_booking',
  title: 'Book an appointment',
  description: `Book an appointment. ${field.ASK_FIRST}`,
  toolset: 'bookings',
  effect: 'create',
  scope: 'write:bookings',
  spoken: true,
  isDryRun: ({ confirmed }) => confirmed !== true,
  input: () =>
    z.strictObject({
      service: field.service(),
      start: field.start(),
      caller_name: z.string().trim().min(1).max(200).describe('Of who comes'),
      callback_number: z.string().trim().min(1).max(160).optional().describe('If asked for or said'),
      staff: field.staff(),
      note: field.note(),
      confirmed: field.confirmed(),
    }),
  output: field.spokenOutput,
  async run({ confirmed, ...said }, context) {
    const office = await openOffice(context);
    const apart = await personApart(said.start, said.staff, office);
    const { start, relative } = await relativeApart(apart.start, office);
    // Our team reads for whom it is, and the caller is asked who comes.
    const note = relative === undefined ? said.note : withLine(said.note, relative);
    const input = { ...said, ...apart, start, note };
    if (input.start === '') return sayTimesOf({ days: [undefined], given: said.start }, input, office);
    const first = firstOfSeries(input.start, office);
    const { firstOfSeries: oneByOne, askNext } = office.speech.phrases;
    const again = confirmed ? answerToSameWords('create_booking', said, office) : undefined;
    if (again !== undefined) return { spoken: spokenSentences(again, ...(first === undefined ? [] : [askNext])) };
    const meant = await asGiven(said.start, () => readOfferedStart(first ?? input.start, { kind: 'new' }, office));
    if ('days' in meant) {
      const { spoken } = await sayTimesOf(meant, input, office);
      return { spoken: first === undefined ? spoken : spokenSentences(oneByOne, spoken) };
    }
    const read = await saidCallback(input, office);
    const callback = read && 'noted' in read ? read : undefined;
    const name = nameInWords(input.caller_name);
    const request = {
      start: meant.starts[0],
      service: normalizeName(input.service),
      name: normalizeName(name),
      staff: input.staff === undefined ? null : normalizeName(input.staff),
      note: input.note ?? null,
      callback: callback?.noted ?? null,
    };
    const wanted = { meant, name, note: noteOf(input.note, callback?.noted, office), callback };
    const plan = async () => {
      const planned = await planBooking(wanted, input, office);
      // A caller is asked for more only if the appointment is possible.
      return 'spoken' in planned ? planned : (askForCaller(input, read, office) ?? planned);
    };
    const change = { tool: 'create_booking', request, said, confirmed: confirmed === true, plan };
    const answer = await confirmAloud(change, office);
    if (first === undefined) return { spoken: spokenSentences(answer) };
    const { isDone, repeated } = context.audited;
    return { spoken: isDone || repeated ? spokenSentences(answer, askNext) : spokenSentences(oneByOne, answer) };
  },
});

/** Reads the number to call back that was said, also behind the name. It is only noted: who calls is known by the number of the call. */
async function saidCallback(
  { caller_name: name, callback_number: said }: { caller_name: string; callback_number?: string | undefined },
  office: Office,
): Promise<CallbackNumber | NoNumber | undefined> {
  const read = await callbackNumber(said ?? numberBehindName(name), office);
  if (read === undefined) return undefined;
  if ('noted' in read) return read.noted === office.caller.phone ? undefined : read;
  // Behind a name, it may be no number of a telephone.
  return said === undefined ? undefined : read;
}

/**
 * Returns the question for what is not known of the caller; undefined if nothing is missing.
 * @throws WrongArgumentError with the question, for a text that says it is not known
 */
function askForCaller(
  input: { service: string; caller_name: string; callback_number?: string | undefined; note?: string | undefined },
  read: CallbackNumber | NoNumber | undefined,
  office: Office,
): { spoken: string } | undefined {
  const { caller_name: given, callback_number: saidNumber } = input;
  const name = nameInWords(given);
  const ask = office.speech.phrases.askOtherName;
  if (name === '' && /\p{L}/u.test(given)) throw new WrongArgumentError(given, 'has no name', ask);
  const isAsked = mustAskWhoComes(name, input, office);
  if (name === given.trim() && isAsked) return { spoken: ask };
  if (isPlaceholderName(name, office.speech.language))
    throw new WrongArgumentError(given, 'is no name', office.speech.phrases.askChecks(['name']));
  if (read && 'noted' in read) return undefined;
  // A word such as "same" is no number, and is not needed.
  if (office.caller.phone !== null && !read?.hasDigits) return undefined;
  return askCallbackNumber(saidNumber, read, office);
}

/** Says the free times of a start without an exact time, and asks for one of them. */
async function sayTimesOf(
  { days }: InexactStart,
  input: { service: string; staff?: string | undefined },
  office: Office,
): Promise<{ spoken: string }> {
  const service = await chooseService(input.service, office);
  if ('spoken' in service) return service;
  const person = await choosePerson(input.staff, service.found, office);
  if ('spoken' in person) return person;
  return askExactTime({ asked: days, service: service.found, person: person.found }, office);
}

interface WantedBooking {
  meant: LocalInstants;
  name: string;
  note: string | undefined;
  /** A number to call back that is not the one of the call. */
  callback: CallbackNumber | undefined;
}

async function planBooking(
  wanted: WantedBooking,
  input: { service: string; staff?: string | undefined },
  office: Office,
): Promise<Plan | { spoken: string }> {
  const { phrases } = office.speech;
  refusePast(wanted.meant, office);
  const service = await chooseService(input.service, office);
  if ('spoken' in service) return service;
  const person = await choosePerson(input.staff, service.found, office);
  if ('spoken' in person) return person;
  const query = { service: service.found, staffId: person.found?.id };
  const wantedService = { ...service.found, person: person.found };
  const times = await readTimesAround(wanted.meant.starts[0], query, office);
  const { start, slot, reason } = freeStart(wanted.meant, times, office);
  const had = await overlapping({ start, minutes: service.found.minutes }, undefined, office);
  // A caller who repeats a request would hear that the time is not possible: their own booking has taken it.
  const same = had.find(
    (one) => one.start === start && one.serviceId === service.found.id && areEqualNames(one.contactName, wanted.name),
  );
  if (same) return { spoken: phrases.haveAlready([sayAppointment(same, office)]) };
  const isLimited = await isAtOwnLimit({ start, name: wanted.name }, office);
  if (isLimited || !slot)
    return { spoken: await refusal(start, times, office, isLimited ? limitReason(office) : reason, wantedService) };
  const said = wordsOf(wanted.meant.given, office);
  const before = lastOffer('time', office)?.booked?.start ?? start;
  noteQuestion(
    { bookingId: undefined, start, said, from: startBefore(said, { id: undefined, start: before }, office) },
    office,
  );
  const appointment = sayAppointment({ service: service.found.name, staff: person.found?.name, start }, office);
  const question = phrases.askToBook(appointment, saidName(wanted.name, office), wanted.callback?.grouped);
  return {
    question: had.length > 0 ? `${phrases.haveAlready(sayAppointments(had, office))} ${question}` : question,
    basis: [service.found.id, person.found?.id, start, had.map(({ id }) => id)],
    perform: (context) =>
      book({ ...wanted, start, service: service.found, person: person.found, had }, during(office, context)),
  };
}

interface PlannedBooking extends WantedBooking {
  /** Epoch milliseconds. */
  start: number;
  service: OfferedService;
  person: Named | undefined;
  /** Appointments of the caller at the time, of which the question has said that they stay. */
  had: readonly OwnAppointment[];
}

async function book(planned: PlannedBooking, office: Office): Promise<string | undefined> {
  const { context, caller, speech } = office;
  const { start, name, note, callback, service, person, had } = planned;
  const { phone } = caller;
  const isNew = phone === null && (await context.extensions.has('new_contact', context.signal));
  const body: CreateBooking = {
    service_id: service.id,
    start_time: new Date(start).toISOString(),
    ...(person ? { staff_id: person.id } : {}),
    contact: { name, ...(phone === null ? {} : { phone }) },
    ...(note === undefined ? {} : { notes: note }),
    ...(isNew ? { new_contact: true } : {}),
  };
  // Only by the number: a name proves nothing, and others may have it.
  const wanted = { serviceId: service.id, start, person: { phone: phone ?? undefined } };
  // The same also in another call, after the line was cut.
  const requester = phone === null ? callback?.noted : undefined;
  const create = (mayOverlap: boolean) =>
    createBookingIdempotently(
      body,
      {
        requester,
        check: (send) => checkedBooking(wanted, { allow_duplicate: mayOverlap }, context, send),
      },
      context,
    );
  try {
    const created = await withOwnCheck({ start, minutes: service.minutes, had }, office, (mayOverlap) =>
      create(mayOverlap || phone === null),
    );
    if (!created) return undefined;
    const { id, staff_name: staff } = created.result.fields;
    Object.assign(context.audited, { recordId: id, isDone: true });
    const said = { service: service.name, staff: staff ? spokenLabel(staff) : person?.name, start };
    const appointment = sayAppointment(said, office);
    forgetAskedNames(office);
    // What is said next, such as the time for another child, can be of the same day.
    keepDays([office.local(start).date], office, { start, end: start + (service.minutes ?? 0) * MINUTE_MS });
    // An equal request of the last 15 minutes has booked it: nothing was added.
    const isEarlier = created.isOther || had.some((one) => one.id === id);
    return isEarlier ? speech.phrases.haveAlready([appointment]) : speech.phrases.booked(appointment);
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (phone === null && !isNew && isUnspecific(error)) return speech.phrases.numberRequired;
    const times = await readTimesAround(start, { service, staffId: person?.id }, office);
    return refusal(start, times, office, await limitOf(error, { start }, office), { ...service, person });
  }
}
