import { addDays } from '../../../lib/time/add-days.ts';
import { localTime } from '../../lib/time.ts';
import { offeredIn, type ToolResult } from '../../lib/tool-result.ts';
import type { AgendaActions } from './actions.ts';
import { minutes, rows, text } from './reading/fields.ts';
import { joinAnswers } from './reading/join-answers.ts';
import { canBeginAgain, isContinued } from './reading/rest.ts';
import type { Agenda, Booking, FreeTimes, ServiceChoice, Slot, StaffName } from './types.ts';

type CallTool = (name: string, args: Record<string, unknown>) => Promise<ToolResult>;

export interface AgendaCalls {
  callTool: CallTool;
  agenda: Agenda;
  /** The answer that is drawn, and the arguments of its call. */
  answer: ToolResult;
  input: Record<string, unknown>;
  /** Called with a newer answer, and the arguments whose answer it is. */
  onAnswer(answer: ToolResult, input: Record<string, unknown>): void;
}

/** Records of one page, and pages that are read at most. */
const [PER_PAGE, MAX_PAGES] = [100, 20];
/** Days in which times to move to are looked for at least. */
export const MOVE_DAYS = 14;
const MAX_FREE_DAYS = 30;

/** The actions of an agenda that call tools, as far as the caller is offered these. */
export function toolActions({ callTool, agenda, answer, input, onAnswer }: AgendaCalls): AgendaActions {
  const isOffered = offeredIn(answer);
  const [rereadTool, rereadInput] = rereadArguments(agenda, input, answer);
  const read = async (tool: string, args: Record<string, unknown>) => {
    const newer = await callTool(tool, args);
    if (newer.isError) throw new Error('the answer could not be read');
    return newer;
  };
  return {
    ...(isOffered('cancel_booking') && {
      cancel: ({ id }, agreed) => callTool('cancel_booking', { booking_id: id, ...agreed }),
    }),
    ...(isOffered('get_booking') && { read: ({ id }) => callTool('get_booking', { booking_id: id }) }),
    ...(isOffered('update_booking') && {
      move: (booking, slot, agreed, service) =>
        callTool('update_booking', { ...moveArguments(booking, slot, service), ...serviceOf(service), ...agreed }),
      changeService: (booking, service, agreed) =>
        callTool('update_booking', {
          booking_id: booking.id,
          ...(service.id === booking.serviceId ? { use_service_duration: true } : serviceOf(service)),
          ...seen(booking),
          ...agreed,
        }),
    }),
    ...(agenda.hasNoShows &&
      isOffered('update_booking') && {
        setNoShow: (booking, isNoShow, agreed) =>
          callTool('update_booking', { booking_id: booking.id, no_show: isNoShow, ...seen(booking), ...agreed }),
      }),
    ...(isOffered('update_booking') &&
      isOffered('get_booking') && {
        setNotes: (booking, notes, agreed) =>
          callTool('update_booking', { booking_id: booking.id, notes, ...seen(booking), ...agreed }),
      }),
    ...(isOffered('list_services') && {
      listServices: async () => {
        const call = { per_page: PER_PAGE };
        const first = await read('list_services', call);
        const further = await furtherOf(first, call, (args) => read('list_services', args));
        return [first, ...further].flatMap(({ structuredContent }) => readServices(structuredContent?.items));
      },
    }),
    ...(isOffered('find_open_times') && {
      findTimes: (booking, dates, days = MOVE_DAYS) =>
        callTool('find_open_times', freeArguments(booking, { dates, days }, agenda)),
    }),
    ...(isOffered(rereadTool) && {
      refresh: async () => onAnswer(await read(rereadTool, rereadInput), rereadInput),
    }),
    ...(isOffered('list_bookings') && {
      loadRest: async () => {
        // What is before a later page is read from the start of its list. An end at the last drawn day would cut what follows.
        const isBegun = canBeginAgain(input, answer.structuredContent);
        const call = isBegun ? { ...fromStart(input), per_page: PER_PAGE } : input;
        const first = isBegun ? await read('list_bookings', call) : answer;
        const further = await furtherOf(first, call, (args) => read('list_bookings', args));
        onAnswer(joinAnswers(first, further, agenda.dates), call);
      },
    }),
  };
}

/** Which call shows the same days again. Its first page is larger, so that less is missing. */
function rereadArguments(
  { tool, dates }: Agenda,
  input: Record<string, unknown>,
  answer: ToolResult,
): [string, Record<string, unknown>] {
  if (tool === 'find_open_times') return [tool, input];
  const days = { from: dates[0], to: dates.at(-1) };
  if (tool !== 'list_bookings') return ['list_bookings', { ...days, per_page: PER_PAGE }];
  // Without the cursor, a list without a window would begin at other days.
  const isLaterPart = isContinued(input, answer.structuredContent);
  return [tool, { ...(isLaterPart ? days : {}), ...fromStart(input), per_page: PER_PAGE }];
}

const fromStart = ({ cursor: _, page: __, ...args }: Record<string, unknown>) => args;

/** Reads what follows an answer, by its cursors. */
async function furtherOf(
  answer: ToolResult,
  input: Record<string, unknown>,
  read: (args: Record<string, unknown>) => Promise<ToolResult>,
): Promise<ToolResult[]> {
  const further: ToolResult[] = [];
  let cursor = answer.structuredContent?.cursor;
  while (typeof cursor === 'string' && further.length < MAX_PAGES) {
    const next = await read({ ...input, cursor });
    further.push(next);
    cursor = next.structuredContent?.cursor;
  }
  return further;
}

/** The person who gets an appointment that moves to a free start; undefined if it keeps the one it has, who is free then. */
export function newPerson(booking: Booking, slot: Slot): StaffName | undefined {
  return slot.staff.some((one) => isWith(booking, one)) ? undefined : slot.staff.find(({ id }) => id !== undefined);
}

/** Free starts other than the place that an appointment has: its own time counts as free while it is moved. */
export function placesToMove(booking: Booking, free: FreeTimes): FreeTimes {
  const slots = free.slots.flatMap((slot): Slot[] => {
    if (slot.start !== booking.start) return [slot];
    const others = slot.staff.filter((one) => !isWith(booking, one));
    return others.length > 0 ? [{ ...slot, staff: others }] : [];
  });
  return { ...free, slots };
}

/** Returns whether there is a free start on one of some days. */
export const hasSlotOn = (dates: readonly string[], { slots }: FreeTimes, zone: string): boolean =>
  slots.some(({ start }) => dates.includes(localTime(new Date(start), zone).date));

const isWith = ({ staffId, staff }: Booking, one: StaffName) =>
  staffId && one.id ? one.id === staffId : one.name === staff;

function moveArguments(booking: Booking, slot: Slot, service: ServiceChoice | undefined): Record<string, unknown> {
  // At a time that was typed, the present person keeps it, who may not perform another service.
  const other = slot.isTyped && !service ? booking.staffId : newPerson(booking, slot)?.id;
  return {
    booking_id: booking.id,
    start_time: new Date(slot.start).toISOString(),
    ...(other ? { staff_id: other } : {}),
    ...seen(booking),
  };
}

/** The user saw this state: what others changed since must not be undone. */
const seen = ({ updatedAt }: Booking) => (updatedAt ? { if_unchanged_since: updatedAt } : {});

const serviceOf = (service: ServiceChoice | undefined) => (service ? { service_id: service.id } : {});

/** Services without an id cannot be chosen. */
const readServices = (items: unknown): ServiceChoice[] =>
  rows(items).flatMap((item) => {
    const id = text(item.id);
    return id === undefined
      ? []
      : { id, name: text(item.name) ?? id, minutes: minutes(item.duration_minutes) || undefined };
  });

/** The days that are asked for, from today on, and some after them. */
function freeArguments(
  { id, serviceId, service }: Booking,
  { dates, days }: { dates: readonly string[]; days: number },
  { zone, takenAt }: Agenda,
) {
  const today = takenAt === undefined ? undefined : localTime(new Date(takenAt), zone).date;
  const first = dates[0] ?? today ?? '';
  const from = today !== undefined && first < today ? today : first;
  const wanted = [dates.at(-1) ?? from, addDays(from, days - 1)].sort().at(-1) ?? from;
  const to = [wanted, addDays(from, MAX_FREE_DAYS)].sort()[0];
  return { service_id: serviceId ?? service, from, to, exclude_booking_id: id };
}
