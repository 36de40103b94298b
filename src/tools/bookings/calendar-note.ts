import { ApiError } from '../../api/index.ts';
import type { Booking, CalendarNote, CreatedBooking, Read, UpdatedBooking } from '../../contract/index.ts';
import { asSentence, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { localStart } from '../presenters/booking-time.ts';

/** A booking from the answer to a write, or as it was read after a write without an answer. */
type WrittenBooking = Read<typeof CreatedBooking> | Read<typeof UpdatedBooking> | Read<typeof Booking>;

/** Returns an answer with a note if the private calendar of who takes its booking is not up to date (extension `booking_calendars`). */
export async function withCalendarNote<A extends { note?: string | Sentence | undefined }>(
  answer: A,
  { fields }: WrittenBooking,
  context: ToolContext,
): Promise<Omit<A, 'note'> & { note?: string | Sentence | undefined }> {
  const stated = 'calendars' in fields ? fields.calendars : await presentCalendars(fields, context);
  const [calendar] = stated ?? [];
  if (!calendar) return answer;
  const name = mayShow('booking', context) ? (fields.staff_name ?? calendar.staff_id) : 'the staff member';
  const note = noteOn(calendar, quoted(name), context);
  return { ...answer, note: answer.note ? say`${asSentence(answer.note)} ${note}` : note };
}

function noteOn(
  { state, as_of: asOf }: CalendarNote,
  name: ReturnType<typeof quoted>,
  { time }: ToolContext,
): Sentence {
  const { local, weekday } = (asOf && time.describe(asOf)) || {};
  const read = localStart({ start_local: local, weekday }, time.zone);
  if (read !== undefined && state !== 'unknown')
    return say`The private calendar of ${name} was last read on ${trusted(read)}: later appointments there are not known. Check with ${name}.`;
  const copy = read === undefined ? '' : ` (last copy: ${read})`;
  return say`The private calendar of ${name} could not be read${trusted(copy)}, so this person may be busy. Check with ${name}.`;
}

/** Reads what the answer to the write would have stated. The booking is made: what cannot be read is not stated. */
async function presentCalendars(
  { id, service_id, staff_id, start_time }: WrittenBooking['fields'],
  { api, extensions, signal }: ToolContext,
): Promise<CalendarNote[]> {
  const start = epochMs(start_time);
  if (!id || !service_id || !staff_id || start === undefined) return [];
  const isStated = await extensions.has('booking_calendars', signal);
  if (!isStated || !(await extensions.has('availability', signal))) return [];
  const [from, to] = [start, start + MINUTE_MS].map((at) => new Date(at).toISOString()) as [string, string];
  try {
    const query = { service_id, staff_id, from, to, exclude_booking_id: id };
    return (await api.getAvailability({ query, signal })).fields.calendars ?? [];
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
