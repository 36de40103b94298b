import type { AffectedBooking, BusinessRecord } from '../../contract/index.ts';
import { MISFITS_OF_A_PERSON } from '../../lib/misfit-words.ts';
import { joined, listed, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { formatInstant, type LocalTime } from '../../lib/time/format.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { describeAffected } from './affected.ts';
import type { ChangeAnswer } from './change-output.ts';
import { countAffected } from './count-affected.ts';
import type { PlannedChange } from './plan.ts';

/** Times of a change are in the zone of the business, also where the operator shows another: its hours, days and absences are. */
const localTimes = ({ time_zone: zone }: BusinessRecord) => ({
  zone,
  describe: (instant: string): LocalTime | undefined => formatInstant(instant, zone),
});

/** Returns the answer of a tool that changes the business: what it changed, or would change, and which bookings do not fit. */
export function answerOf({ business, edit, plan }: PlannedChange, context: ToolContext, note?: string): ChangeAnswer {
  const { zone, describe } = localTimes(business);
  const { changes, affected_bookings: affected, affected_total: total, applied, revision } = plan.fields;
  const { already_total: already } = plan.fields;
  const isEmpty = !changes?.length && applied !== true;
  const notes = isEmpty
    ? [edit.already ?? ALREADY]
    : [...(note ? [trusted(note)] : []), ...(edit.note && changes?.length ? [edit.note] : [])];
  if (mayShow('staff', context) && isPartlySearched(affected ?? [])) notes.push(PARTLY_SEARCHED);
  if (mayShow('contact', context) && (affected ?? []).some(isUnreachable)) notes.push(IN_NOTES);
  return {
    applied: applied === true,
    changes: (changes ?? []).map(({ text }) => text),
    ...(edit.addedId && applied ? { added_id: edit.addedId } : {}),
    affected_bookings: (affected ?? []).map(
      ({ contact_phone: phone, contact_email: email, free_with: freeWith, ...booking }) => {
        const { start_time: start } = booking;
        const local = describe(start);
        return {
          ...booking,
          ...(phone && mayShow('contact', context) ? { contact_phone: phone } : {}),
          ...(email && mayShow('contact', context) ? { contact_email: email } : {}),
          ...(freeWith && mayShow('staff', context) ? { free_with: freeWith } : {}),
          start_time: local?.utc ?? start,
          ...(local ? { start_local: local.local, weekday: local.weekday } : {}),
        };
      },
    ),
    // The number of records that a caller may not read is not for this caller either.
    ...(mayShow('booking', context) && comparesBookings(plan)
      ? { affected_total: total ?? affected?.length ?? 0, ...(already ? { already_total: already } : {}) }
      : {}),
    business: { id: business.id, name: business.name, revision: revision ?? business.revision },
    time_zone: zone,
    ...(notes.length > 0 ? { note: joined(notes, ' ') } : {}),
  };
}

/** Platforms search who can take over for the first bookings only. An absent list looks like an empty one. */
const isPartlySearched = (affected: readonly AffectedBooking[]): boolean =>
  affected.some(({ free_with: free }) => free) &&
  affected.some(({ free_with: free, reason }) => !free && MISFITS_OF_A_PERSON.has(reason));

/** True if the plan has neither number nor address: a caller whose number is withheld says one, which is in the notes. */
const isUnreachable = ({ contact_name: name, contact_phone: phone, contact_email: email }: AffectedBooking): boolean =>
  Boolean(name) && !phone && !email;

const IN_NOTES = trusted('For a booking without a number here: get_booking shows the notes, which can have one.');

const PARTLY_SEARCHED = trusted(
  'Who can take over was searched only for the bookings with free_with. For the others, find_open_times with exclude_booking_id shows who is free.',
);

const ALREADY = trusted('The business is already set up this way.');

/** Rules are for new and moved bookings: a plan compares those made already only with everything else. */
const comparesBookings = ({ fields: { changes } }: PlannedChange['plan']) =>
  !changes?.length || changes.some(({ path }) => !path.startsWith('rules.'));

/** Changes and bookings that a question names. */
const MAX_CHANGES = 15;
const MAX_AFFECTED = 10;

/** Returns the question to the user before a change, with the bookings that would not fit. */
export function questionOf({ business, edit, plan }: PlannedChange, context: ToolContext): Sentence {
  const changes = (plan.fields.changes ?? []).map(({ text }) => quoted(text, 300));
  const zone = business.time_zone === context.time.zone ? say`` : say` in ${trusted(business.time_zone)}`;
  const about = edit.about ? say` (${edit.about}${zone})` : say``;
  const question = say`Change ${quoted(business.name ?? 'the business')}: ${listed(changes, MAX_CHANGES)}${about}?`;
  const consequences = [
    ...(comparesBookings(plan) ? [affectedSentence({ business, plan }, context)] : []),
    ...(edit.note ? [edit.note] : []),
  ];
  return joined([question, ...consequences], ' ');
}

function affectedSentence(
  { business, plan }: Pick<PlannedChange, 'business' | 'plan'>,
  context: ToolContext,
): Sentence {
  if (!mayShow('booking', context))
    return trusted('Which bookings it affects is hidden: this caller may not read them.');
  const { affected_bookings: affected, affected_total: total, already_total: already } = plan.fields;
  const count = total ?? affected?.length ?? 0;
  const says = trusted(countAffected({ total: count, already: already ?? 0, isMade: false }));
  if (count === 0) return say`${says}.`;
  const { zone, describe } = localTimes(business);
  const named = (affected ?? []).slice(0, MAX_AFFECTED).map((booking) => describeAffected(booking, describe));
  const more = count > named.length ? say`; and ${count - named.length} more` : say``;
  return say`${says}. What is booked stays until it is moved or cancelled: ${joined(named, '; ')}${more} (times in ${trusted(zone)}).`;
}
