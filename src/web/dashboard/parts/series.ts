import { addDays } from '../../../lib/time/add-days.ts';
import { repeatedInstant } from '../../../lib/time/repeated-times.ts';
import { instantOf } from '../../../lib/time/zoned-day.ts';
import type { TypedTime } from '../../components/agenda/typed-time.ts';
import { quotedText } from '../../components/agenda/words.ts';
import { browserNow } from '../../lib/clock.ts';
import { timesInWords } from '../../lib/sentence-times.ts';
import { localTime, minutesOf, minutesText } from '../../lib/time.ts';
import { RequestError } from '../requests/http.ts';
import type { Desk } from './context.ts';
import { messageOf } from './load.tsx';
import { answerOf } from './records.ts';

/** How many appointments a series can have. */
export const MIN_APPOINTMENTS = 2;
export const MAX_APPOINTMENTS = 20;

export const REPETITIONS = [
  { value: '', label: 'no' },
  { value: '1', label: 'each week' },
  { value: '2', label: 'every two weeks' },
  { value: '4', label: 'every four weeks' },
];

const NOT_OFFERED = 'Taken, or between two times that are offered.';

/** A date of a series, before it is booked. */
export interface SeriesDate {
  /** YYYY-MM-DD */
  day: string;
  /** Epoch milliseconds; undefined where the clocks do not show the time exactly once. */
  start: number | undefined;
  isFree: boolean;
  /** True if it is free, or not known to be impossible: a time between two offered ones can be booked. */
  canTry: boolean;
  /** Who is free, or why it is not. */
  text: string;
}

/** What became of a date of a series. */
export interface SeriesResult {
  day: string;
  start: number;
  state: 'booked' | 'refused' | 'unknown' | 'waiting';
  text: string;
  /** The id of the appointment, if it is booked. */
  id?: string | undefined;
}

/** The first appointment of a series, the weeks between two of them, and how many there are. */
export interface Repetition extends TypedTime {
  weeks: number;
  count: number;
}

type Args = Record<string, unknown>;

/** The same local time on each date. @throws Error with a sentence for the user. */
function datesOf({ day, time, weeks, count }: Repetition, zone: string): SeriesDate[] {
  if (!Number.isInteger(count) || count < MIN_APPOINTMENTS || count > MAX_APPOINTMENTS)
    throw new Error(
      `Nothing was booked: enter a number of appointments from ${MIN_APPOINTMENTS} to ${MAX_APPOINTMENTS}.`,
    );
  if (day === '' || time === '') throw new Error('Enter a day and a time.');
  const minutes = minutesOf(time);
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(day, index * weeks * 7);
    const start = instantOf(date, minutes, zone);
    const not = (text: string) => ({ day: date, start: undefined, isFree: false, canTry: false, text });
    if (localTime(new Date(start), zone).minutes !== minutes)
      return not(`The clocks skip ${minutesText(minutes)} on this day.`);
    if (repeatedInstant(start, zone) !== undefined)
      return not(`The clocks show ${minutesText(minutes)} twice on this day: book it alone, to choose which one.`);
    if (start <= browserNow()) return not('This time is over.');
    return { day: date, start, isFree: true, canTry: true, text: '' };
  });
}

interface OpenTimes {
  found?: number;
  staff?: { name: string }[];
  reasons?: string[];
}

/** The dates of a series, each with whether it is free. */
export async function readSeries(
  repetition: Repetition,
  asked: Args,
  zone: string,
  readTool: Desk['readTool'],
): Promise<SeriesDate[]> {
  const dates: SeriesDate[] = [];
  // One at a time: a server can limit the requests of a user.
  for (const date of datesOf(repetition, zone)) {
    if (date.start === undefined) {
      dates.push(date);
      continue;
    }
    const [from, to] = [date.start, date.start + 60_000].map((at) => new Date(at).toISOString());
    const answer = answerOf<OpenTimes>(await readTool('find_open_times', { ...asked, from, to, limit: 1 }));
    const isFree = (answer.found ?? 0) > 0;
    const staff = answer.staff ?? [];
    const reasons = timesInWords((answer.reasons ?? []).join(' '));
    const free = staff.length > 0 ? `Free: ${staff.map(({ name }) => quotedText(name)).join(', ')}.` : 'Free.';
    dates.push({ ...date, isFree, canTry: isFree || reasons === '', text: isFree ? free : reasons || NOT_OFFERED });
  }
  return dates;
}

interface Booked {
  booking?: { id?: string; staff_name?: string };
}

/**
 * Books the dates that wait or whose answer was lost, one after another, each as an appointment of its own. A date that was sent
 * before is sent with the same arguments, so that it is not booked twice. What was refused does not stop the rest; a server that
 * does not answer does.
 */
export async function bookSeries(
  results: readonly SeriesResult[],
  args: Args,
  callTool: Desk['callTool'],
  onProgress: (results: readonly SeriesResult[]) => void,
): Promise<readonly SeriesResult[]> {
  const now = [...results];
  for (const [index, one] of results.entries()) {
    if (one.state !== 'waiting' && one.state !== 'unknown') continue;
    const done = await bookOne(one, args, callTool);
    now[index] = done;
    onProgress([...now]);
    if (done.state === 'unknown') break;
  }
  return now;
}

async function bookOne(one: SeriesResult, args: Args, callTool: Desk['callTool']): Promise<SeriesResult> {
  try {
    const result = await callTool('create_booking', { ...args, start_time: new Date(one.start).toISOString() });
    if (!result) return { ...one, state: 'refused', text: 'You said no.' };
    const { booking } = answerOf<Booked>(result);
    const staff = booking?.staff_name;
    return { ...one, state: 'booked', text: staff ? `with ${quotedText(staff)}` : '', id: booking?.id };
  } catch (error) {
    const state = error instanceof RequestError && !error.isUnknown ? 'refused' : 'unknown';
    return { ...one, state, text: timesInWords(messageOf(error)) };
  }
}
