import type { AffectedBooking, BusinessRecord } from '../../contract/index.ts';
import { joined, listed, quoted, type Sentence, type SentenceValue, say, trusted } from '../../lib/sentence.ts';
import { pluralize } from '../../lib/text.ts';
import { formatInstant, type LocalTime } from '../../lib/time/format.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import type { ChangeAnswer } from './change-output.ts';
import type { PlannedChange } from './plan.ts';

/** Times of a change are in the zone of the business, also where the operator shows another: its hours, days and absences are. */
const localTimes = ({ time_zone: zone }: BusinessRecord) => ({
  zone,
  describe: (instant: string): LocalTime | undefined => formatInstant(instant, zone),
});

/** Returns the answer of a tool that changes the business: what it changed, or would change, and which bookings no longer fit. */
export function answerOf({ business, edit, plan }: PlannedChange, context: ToolContext, note?: string): ChangeAnswer {
  const { zone, describe } = localTimes(business);
  const { changes, affected_bookings: affected, affected_total: total, applied, revision } = plan.fields;
  const notes = [...(note ? [trusted(note)] : []), ...(edit.note && changes?.length ? [edit.note] : [])];
  return {
    applied: applied === true,
    changes: (changes ?? []).map(({ text }) => text),
    affected_bookings: (affected ?? []).map(({ start_time: start, ...booking }) => {
      const local = describe(start);
      return {
        ...booking,
        start_time: local?.utc ?? start,
        ...(local ? { start_local: local.local, weekday: local.weekday } : {}),
      };
    }),
    // The number of records that a caller may not read is not for this caller either.
    ...(mayShow('booking', context) && comparesBookings(plan)
      ? { affected_total: total ?? affected?.length ?? 0 }
      : {}),
    business: { id: business.id, name: business.name, revision: revision ?? business.revision },
    time_zone: zone,
    ...(notes.length > 0 ? { note: joined(notes, ' ') } : {}),
  };
}

/** Rules are for new and moved bookings: a plan compares those made already only with everything else. */
const comparesBookings = ({ fields: { changes } }: PlannedChange['plan']) =>
  !changes?.length || changes.some(({ path }) => !path.startsWith('rules.'));

/** Changes and bookings that a question names. */
const MAX_CHANGES = 15;
const MAX_AFFECTED = 10;

/** Returns the question to the user before a change, with the bookings that would no longer fit. */
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
  const { affected_bookings: affected, affected_total: total } = plan.fields;
  const count = total ?? affected?.length ?? 0;
  if (count === 0) return trusted('All bookings ahead would still fit.');
  const { zone, describe } = localTimes(business);
  const named = (affected ?? []).slice(0, MAX_AFFECTED).map((booking) => describeAffected(booking, describe));
  const more = count > named.length ? say`; and ${count - named.length} more` : say``;
  return say`${trusted(pluralize(count, 'booking'))} ahead would no longer fit, and stay until moved or cancelled: ${joined(named, '; ')}${more} (times in ${trusted(zone)}).`;
}

function describeAffected(
  {
    booking_id: id,
    start_time: start,
    service_name: service,
    staff_name: staff,
    contact_name: contact,
    reason,
  }: AffectedBooking,
  describe: (instant: string) => LocalTime | undefined,
): SentenceValue {
  const local = describe(start);
  const when = local ? `${local.weekday} ${local.local.slice(0, 16).replace('T', ' ')}` : start;
  const whose = contact ? say` of ${quoted(contact)}` : say`, booking ${id}`;
  const why = MISFITS[reason];
  return say`${trusted(when)} ${quoted(service)} with ${quoted(staff)}${whose}: ${why ? trusted(why) : reason}`;
}

/** Why a booking does not fit, in words. */
const MISFITS: Readonly<Record<string, string>> = {
  closed: 'the business is closed',
  outside_hours: 'outside of working hours',
  staff_unavailable: 'this person takes no bookings',
  not_performed: 'this person does not perform the service',
  service_unavailable: 'the service is not offered',
};
