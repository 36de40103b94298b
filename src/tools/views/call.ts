import type { Call, CallDetail, Read } from '../../contract/index.ts';
import { transcriptOf } from '../../contract/read-transcript.ts';
import { promisesOf } from '../../lib/promises/promises.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import { readOptionalBusiness } from '../availability/optional-business.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { occasionOf } from '../follow-ups/occasion.ts';
import { maskedSentence } from '../follow-ups/rows.ts';
import { presentBooking } from '../presenters/booking.ts';
import { contactNameOf } from '../presenters/call.ts';
import { readCallDetail, UnreadableCall } from '../search/call-details.ts';
import { inTime } from './in-time.ts';
import type { CallData, CallPromiseData } from './view-data.ts';

/** Returns what the review of one call shows besides the answer: its promises and its bookings. */
export async function callOf(id: unknown, context: ToolContext): Promise<CallData | undefined> {
  const read = typeof id === 'string' ? await inTime(readCallDetail(id, context), context) : undefined;
  if (!read || read instanceof UnreadableCall) return undefined;
  const [promises, bookings] = await Promise.all([promisesIn(read, context), bookingsOf(read, context)]);
  return { ...(promises ? { follow_ups: promises } : {}), ...(bookings.length > 0 ? { bookings } : {}) };
}

/** Undefined for a call without a readable time, from which no promise is due. */
async function promisesIn(read: Read<typeof CallDetail>, context: ToolContext): Promise<CallPromiseData[] | undefined> {
  const { fields } = read;
  const at = epochMs(fields.started_at);
  if (at === undefined) return undefined;
  const turns = transcriptOf(read) ?? [];
  const summary = fields.summary ?? undefined;
  const call = {
    turns,
    summary,
    status: fields.status ?? undefined,
    outcome: fields.outcome ?? undefined,
    direction: fields.direction ?? undefined,
    contactName: contactNameOf(read as Read<typeof Call>, context),
  };
  const business = await inTime(readOptionalBusiness(context), context);
  const promises = await promisesOf(call, occasionOf(at, business, context));
  return Promise.all(
    promises.map(async (promise): Promise<CallPromiseData> => {
      const { kind, number, due, source } = promise;
      const sentence = await maskedSentence({ promise, turns, summary }, context.settings);
      const dueAt = new Date(due.at).toISOString();
      return {
        kind,
        ...(number > 1 ? { number } : {}),
        ...(typeof source === 'object' ? { turn: source.turn + 1 } : {}),
        ...(sentence === undefined ? {} : { sentence }),
        due_local: context.time.describe(dueAt)?.local ?? dueAt,
        ...(due.isAssumed ? { due_assumed: true } : {}),
      };
    }),
  );
}

/** Bookings of a call that are read. */
const MAX_BOOKINGS = 10;

async function bookingsOf(
  { fields: { booking_id: id, booking_ids: ids } }: Read<typeof CallDetail>,
  context: ToolContext,
): Promise<NonNullable<CallData['bookings']>> {
  if (!mayShow('booking', context)) return [];
  const { api, time, signal } = context;
  const read = async (id: string) => presentBooking(await api.getBooking({ id, signal }), time);
  const linked = (ids ?? (id ? [id] : [])).slice(0, MAX_BOOKINGS);
  const bookings = await Promise.all(linked.map((one) => inTime(read(one), context)));
  return bookings.filter((booking) => booking !== undefined);
}
