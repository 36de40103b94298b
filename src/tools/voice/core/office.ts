import { ApiError, REMOTE_WAIT_MS } from '../../../api/index.ts';
import type { BusinessRecord, Read } from '../../../contract/index.ts';
import { Deadline } from '../../../lib/concurrency/deadline.ts';
import { isCountryCode, isTimeZone } from '../../../lib/text/locale.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { repetitionOf } from '../../../lib/time/repeated-times.ts';
import { readBusiness } from '../../availability/shown-hours.ts';
import type { ToolContext } from '../../core/context.ts';
import { NotConfiguredError, ToolError } from '../../core/errors.ts';
import { nowLocal } from '../../core/now.ts';
import { READING_TOOLS } from '../../core/record-kinds.ts';
import { toolTime } from '../../core/tool-time.ts';
import { UNKNOWN_CALLER, type VoiceCaller } from '../caller/caller.ts';
import { type LocalMoment, type Speech, speechOf } from '../speech/speech.ts';
import { WrongArgumentError } from './wrong-argument.ts';

/** The instants that a local time can mean: two if a clock change repeats it. */
export interface LocalInstants {
  /** In epoch milliseconds, in order. */
  starts: readonly [number, ...number[]];
  /** True if a clock change skips the time. The instants are then those with a time before and after it. */
  isSkipped: boolean;
  /** What they were read from. */
  given: string;
}

/** What the tools of the voice profile share: the business as a caller reaches it. */
export interface Office {
  /**
   * For the code of other tools. It may read all records, because only sentences of the voice profile leave it, and it
   * knows the zone of the business.
   */
  context: ToolContext;
  caller: VoiceCaller;
  speech: Speech;
  /** Undefined if the platform does not describe it. */
  business: Read<typeof BusinessRecord> | undefined;
  /** IANA. */
  zone: string;
  /** Epoch milliseconds. */
  now: number;
  /** `2026-11-24` */
  today: string;
  local(instant: number): LocalMoment;
  /** Says an instant: `on Tuesday the 24th at 9:00`. */
  moment(instant: number): string;
  /** Says the time of an instant: `at 9:00`. */
  at(instant: number): string;
  /** Adds to a sentence that ends with the time of an instant which of two it is, at a clock change that repeats the time. */
  withClockChange(said: string, instant: number): string;
  /** Returns the instants of a local date and time. Rejects with a `ToolError` if it is none. */
  instants(text: string): Promise<LocalInstants>;
  /** Returns the local day of a date, or the days of a week or month. Rejects with a `ToolError` if the text means none. */
  daysOf(text: string): Promise<Interval>;
}

/** Says to the agent which day it is: a model knows it otherwise only if its prompt says so. */
export const nowForAgent = ({ context, zone }: Pick<Office, 'context' | 'zone'>): string =>
  `Now it is ${nowLocal(context)} in ${zone}.`;

/** Returns the office with the request of another call, which may make a change that an earlier one has planned. */
export const during = (office: Office, { api, signal, audited }: ToolContext): Office => ({
  ...office,
  context: { ...office.context, api, signal, audited },
});

/**
 * Reads the business of a platform that has not said yet what it has, or failed to: that passes, unlike a missing setting.
 * @throws ApiError also if it does not answer in time
 */
async function readLateBusiness(context: ToolContext): ReturnType<typeof readBusiness> {
  const deadline = new Deadline(REMOTE_WAIT_MS, context.signal);
  try {
    if (!(await context.extensions.announcesForCertain('business', deadline.signal))) return undefined;
  } catch (error) {
    throw deadline.expired ? new ApiError({ kind: 'timeout', endpoint: 'getCapabilities', changed: 'no' }) : error;
  } finally {
    deadline.end();
  }
  return readBusiness(context);
}

/**
 * Reads the business, and creates what a tool needs.
 * @throws ApiError; NotConfiguredError if neither the operator nor the platform states the time zone: in any other one, callers
 *   would hear wrong times, and get appointments at wrong ones
 */
export async function openOffice(context: ToolContext): Promise<Office> {
  const { clock, voice } = context;
  const isZoneKnown = context.settings.timeZone !== undefined;
  const business = (await readBusiness(context)) ?? (isZoneKnown ? undefined : await readLateBusiness(context));
  const { time_zone: statedZone, country: statedCountry } = business?.fields ?? {};
  const timeZone = context.settings.timeZone ?? (statedZone && isTimeZone(statedZone) ? statedZone : undefined);
  if (timeZone === undefined) throw new NotConfiguredError(NO_ZONE, { cause: new Error(SET_ZONE) });
  const country = statedCountry && isCountryCode(statedCountry) ? statedCountry : undefined;
  const settings = { ...context.settings, timeZone, defaultCountry: context.settings.defaultCountry ?? country };
  const time = timeZone === context.settings.timeZone ? context.time : toolTime(settings, clock);
  const { zone } = time;
  const now = clock.now();
  const speech = speechOf(context.settings);
  const local = (instant: number): LocalMoment => {
    const text = time.describe(new Date(instant).toISOString())?.local ?? '';
    return { date: text.slice(0, 10), minute: Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)) };
  };
  const today = local(now).date;
  const withClockChange = (said: string, instant: number) => {
    const repetition = repetitionOf(instant, zone);
    return repetition ? `${said} ${speech.phrases.clockChange[repetition]}` : said;
  };
  return {
    context: { ...context, settings, time, offered: Object.values(READING_TOOLS) },
    caller: voice ?? UNKNOWN_CALLER,
    speech,
    business,
    zone,
    now,
    today,
    local,
    moment: (instant) => withClockChange(speech.moment(local(instant), today), instant),
    at: (instant) => withClockChange(speech.phrases.at(speech.time(local(instant).minute)), instant),
    withClockChange,
    // A caller cannot be asked which of two hours is meant when the clocks change.
    async instants(text) {
      const read = async (clockChange: 'earlier' | 'later') =>
        Date.parse(await parsed(() => time.parse(text, zone, { clockChange }), text));
      const [earlier, later] = [await read('earlier'), await read('later')];
      if (earlier === later) return { starts: [earlier], isSkipped: false, given: text };
      return { starts: [earlier, later], isSkipped: repetitionOf(earlier, zone) === undefined, given: text };
    },
    daysOf: async (text) => {
      const { from = '', to = '' } = await time.range({ from: text, to: text }, zone);
      return { start: Date.parse(from), end: Date.parse(to) };
    },
  };
}

const NO_ZONE = 'The time zone of the business is not known';
const SET_ZONE =
  'set --time-zone (RCPT_TIME_ZONE), or where the platform states the zone, use a key with the scope read:services';

async function parsed(parse: () => Promise<string>, given: string): Promise<string> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new WrongArgumentError(given, 'is no date and time that exists', undefined, error.sentence);
  }
}
