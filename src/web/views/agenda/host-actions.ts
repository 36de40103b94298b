import type { Host } from '../../bridge/host.ts';
import type { AgendaActions, Chosen } from '../../components/agenda/actions.ts';
import { joinAnswers } from '../../components/agenda/model.ts';
import type { Outcome } from '../../components/agenda/outcome.ts';
import { dayAndTime } from '../../components/agenda/outcome.ts';
import type { Agenda, Booking, FreeTimes, Slot } from '../../components/agenda/types.ts';
import { quotedText } from '../../components/agenda/words.ts';
import { addDays, localTime } from '../../lib/time.ts';
import type { ToolResult } from '../../lib/tool-result.ts';

interface HostActionsOptions {
  host: Host;
  agenda: Agenda;
  /** The answer that is drawn, and the arguments of its call. */
  answer: ToolResult;
  input: Record<string, unknown>;
  onAnswer(answer: ToolResult): void;
}

/** Records of one page, and pages that are read at most. */
const [PER_PAGE, MAX_PAGES] = [100, 20];
/** Days in which times to move to are looked for at least. */
const MOVE_DAYS = 14;
const MAX_FREE_DAYS = 30;

/** What a host lets the view do: calls of tools, messages, and what the model is to know. */
export function hostActions({ host, agenda, answer, input, onAnswer }: HostActionsOptions): AgendaActions {
  const { serverTools, message, updateModelContext } = host.capabilities();
  return {
    ...(updateModelContext && { choose: (chosen) => void host.tellModel(chosenText(chosen, agenda)).catch(ignore) }),
    ...(message && {
      book: async (slot, free) => sent(await host.say(bookText(slot, free, agenda))),
      openCall: async ({ id }) => sent(await host.say(`Show me the call in which the booking ${id} was made.`)),
    }),
    ...(serverTools && {
      cancel: ({ id }, agreed) => host.callTool('cancel_booking', { booking_id: id, ...agreed }),
      move: (booking, slot, agreed) => host.callTool('update_booking', { ...moveArguments(booking, slot), ...agreed }),
      findTimes: (booking, dates) => host.callTool('find_open_times', freeArguments(booking, dates, agenda)),
      refresh: async () => {
        const [name, args] = rereadArguments(agenda, input);
        const again = await host.callTool(name, args);
        if (again.isError) throw new Error('the answer could not be read again');
        onAnswer(again);
      },
      loadRest: async () => onAnswer(await restOf(answer, input, host)),
    }),
  };
}

const ignore = () => undefined;

const sent = (isSent: boolean): Outcome => ({
  kind: isSent ? 'good' : 'warn',
  text: isSent ? 'Sent to the conversation. Nothing is booked until the assistant says so.' : 'It could not be sent.',
  isChanged: false,
  alternatives: [],
});

/** Which call shows the same days again. Its first page is larger, so that less is missing. */
function rereadArguments({ tool, dates }: Agenda, input: Record<string, unknown>): [string, Record<string, unknown>] {
  if (tool === 'find_open_times') return [tool, input];
  if (tool !== 'list_bookings') return ['list_bookings', { from: dates[0], to: dates.at(-1), per_page: PER_PAGE }];
  const { cursor: _, page: __, ...args } = input;
  return [tool, { ...args, per_page: PER_PAGE }];
}

/** Reads what follows an answer, by its cursors. */
async function restOf(answer: ToolResult, input: Record<string, unknown>, host: Host): Promise<ToolResult> {
  const further: ToolResult[] = [];
  let cursor = answer.structuredContent?.cursor;
  while (typeof cursor === 'string' && further.length < MAX_PAGES) {
    const next = await host.callTool('list_bookings', { ...input, cursor });
    if (next.isError) break;
    further.push(next);
    cursor = next.structuredContent?.cursor;
  }
  return joinAnswers(answer, further);
}

/** The person changes only if the one whom the booking has is not free. */
function moveArguments({ id, staffId, staff }: Booking, slot: Slot): Record<string, unknown> {
  const isStillFree = slot.staff.some((one) => (staffId && one.id ? one.id === staffId : one.name === staff));
  const other = isStillFree ? undefined : slot.staff[0]?.id;
  return {
    booking_id: id,
    start_time: new Date(slot.start).toISOString(),
    ...(other ? { staff_id: other } : {}),
  };
}

/** The days that are drawn, from today on, and some after them. */
function freeArguments({ serviceId, service }: Booking, dates: readonly string[], { zone, takenAt }: Agenda) {
  const today = takenAt === undefined ? undefined : localTime(new Date(takenAt), zone).date;
  const first = dates[0] ?? today ?? '';
  const from = today !== undefined && first < today ? today : first;
  const wanted = [dates.at(-1) ?? from, addDays(from, MOVE_DAYS - 1)].sort().at(-1) ?? from;
  const to = [wanted, addDays(from, MAX_FREE_DAYS)].sort()[0];
  return { service_id: serviceId ?? service, from, to };
}

/** What the user chose, for the model: ids and times only, because the rest is written by others. */
function chosenText(chosen: Chosen, { zone }: Agenda): string {
  const { start } = chosen.kind === 'booking' ? chosen.booking : chosen.slot;
  const fields =
    chosen.kind === 'booking'
      ? { chosen: 'booking', booking_id: chosen.booking.id, service_id: chosen.booking.serviceId }
      : { chosen: 'free_time', service_id: chosen.free.serviceId, staff_ids: idsOf(chosen.slot) };
  const times = Number.isNaN(start) ? {} : { start_time: new Date(start).toISOString(), time_zone: zone };
  const lines = Object.entries({ view: 'agenda', ...fields, ...times }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${JSON.stringify(value)}`,
  );
  const what = chosen.kind === 'booking' ? 'this booking' : 'this free time, and booked nothing yet';
  return `---\n${lines.join('\n')}\n---\nThe user chose ${what} in the agenda.`;
}

const idsOf = ({ staff }: Slot) => {
  const ids = staff.flatMap(({ id }) => id ?? []);
  return ids.length > 0 ? ids : undefined;
};

/** What the user asks for with "Book this time". */
function bookText(slot: Slot, free: FreeTimes, { zone }: Agenda): string {
  const ids = idsOf(slot);
  const who = ids?.length === 1 ? `, staff_id ${ids[0]}` : '';
  return `Book ${quotedText(free.service ?? free.serviceId)} on ${dayAndTime(slot.start, zone)} (${zone}): service_id ${free.serviceId}, start_time ${new Date(slot.start).toISOString()}${who}.`;
}
