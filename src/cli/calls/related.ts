import { compose } from '../../app/compose.ts';
import { readSettings } from '../../config/settings.ts';
import type { CallDetail } from '../../contract/index.ts';
import { cleanLine } from '../../lib/text/text.ts';
import { formatInstant } from '../../lib/time/format.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import { SECOND_MS } from '../../lib/time/units.ts';
import { callTool } from '../../tools/index.ts';
import type { Run } from '../runtime/run.ts';

/** What followed from a call. */
export interface RelatedRecords {
  /** The bookings that the call made or changed, by id: `Haircut, Monday 2026-11-30 08:30, Ana Diaz (confirmed)`. */
  bookings: ReadonlyMap<string, string>;
  promises: PromiseLine[];
}

/** A promise of the business, and what became of it. */
export interface PromiseLine {
  /** `callback, due Monday 2026-11-30 17:00` */
  text: string;
  state: 'open' | 'overdue' | 'contacted' | 'done';
  /** When a user of the dashboard has set the state: `Monday 2026-11-30 17:00`. Undefined: it follows from the records. */
  markedAt: string | undefined;
  /** The words of the promise. */
  sentence: string | undefined;
}

const NOTHING: RelatedRecords = { bookings: new Map(), promises: [] };
const TIMEOUT_MS = 20_000;

/**
 * Reads the bookings of a call, and its promises as the tool `find_follow_ups` finds them. What cannot be read is left out:
 * the call itself is shown nevertheless.
 */
export async function readRelated({ options, logger }: Run, call: CallDetail): Promise<RelatedRecords> {
  const composition = await compose(readSettings(options), logger, { deliveries: false });
  try {
    const services = {
      ...composition.services,
      settings: { ...composition.services.settings, output: 'structured' as const },
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const invoke = async (name: string, args: object) => {
      const tool = composition.tools.find((one) => one.name === name);
      const answer = tool && (await callTool(tool, args, services, { signal }));
      return answer && 'structuredContent' in answer && !answer.isError ? answer.structuredContent : undefined;
    };
    const end = new Date(Date.parse(call.started_at) + SECOND_MS).toISOString();
    const [booked, followUps] = await Promise.all([
      Promise.all(call.booking_ids.map((id) => invoke('get_booking', { booking_id: id }))),
      invoke('find_follow_ups', { from: call.started_at, to: end, status: 'all', limit: 100 }),
    ]);
    return { bookings: bookingTexts(booked), promises: promisesOf(call, followUps) };
  } catch (error) {
    logger.info('what followed from the call could not be read', { error });
    return NOTHING;
  } finally {
    await composition.close();
  }
}

/** The fields of the tools' answers that are shown. */
interface BookingAnswer {
  booking?: {
    id?: string;
    service_name?: string;
    contact_name?: string;
    weekday?: string;
    start_local?: string;
    staff_name?: string;
    status?: string;
  };
}
interface PromiseAnswer {
  items?: {
    call_id: string;
    kind: string;
    status: 'open' | 'contacted' | 'done';
    due_local: string;
    overdue?: boolean;
    sentence?: string;
    marked_local?: string;
  }[];
}

/** Names the customers where they differ: a caller who books for several people. */
function bookingTexts(answers: readonly unknown[]): Map<string, string> {
  const bookings = answers.flatMap((answer) => ((answer ?? {}) as BookingAnswer).booking ?? []);
  const areForSeveral = new Set(bookings.map(({ contact_name: name }) => name)).size > 1;
  return new Map(
    bookings.map(({ id = '', service_name: service, contact_name: name, ...booking }) => {
      const { weekday, start_local: local, staff_name: staff, status } = booking;
      const whose = areForSeveral && name ? `for ${name}` : undefined;
      const what = [service, whose, local && `${weekday} ${minuteText(local)}`, staff];
      const words = what.flatMap((part) => (part === undefined ? [] : cleanLine(part))).join(', ');
      return [id, `${words}${status ? ` (${cleanLine(status)})` : ''}`];
    }),
  );
}

function promisesOf({ id }: CallDetail, answer: unknown): PromiseLine[] {
  const { items = [] } = (answer ?? {}) as PromiseAnswer;
  return items
    .filter(({ call_id: callId }) => callId === id)
    .map(({ kind, status, due_local: due, overdue, sentence, marked_local: marked }) => {
      return {
        text: `${kind}, due ${momentText(due)}`,
        state: overdue ? 'overdue' : status,
        markedAt: marked && momentText(marked),
        sentence,
      };
    });
}

/** A local time with its weekday: `Monday 2026-11-30 17:00`. */
function momentText(local: string): string {
  const weekday = formatInstant(`${local.slice(0, 10)}T00:00:00Z`, 'UTC')?.weekday;
  return `${weekday ? `${weekday} ` : ''}${minuteText(local)}`;
}
