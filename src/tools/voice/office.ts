import type { BusinessRecord, Read } from '../../contract/index.ts';
import { isCountryCode, isTimeZone } from '../../lib/locale.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { readBusiness } from '../availability/shown-hours.ts';
import type { ToolContext } from '../core/context.ts';
import { READING_TOOLS } from '../core/record-kinds.ts';
import { toolTime } from '../core/tool-time.ts';
import { UNKNOWN_CALLER, type VoiceCaller } from './caller.ts';
import { type LocalMoment, type Speech, speechOf } from './speech.ts';

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
  /** Returns the instant of a local date and time. Rejects with a `ToolError` if it is none. */
  instant(text: string): Promise<number>;
  /** Returns the local day of a date, or the days of a week or month. Rejects with a `ToolError` if the text means none. */
  daysOf(text: string): Promise<Interval>;
}

/** Returns the office with the request of another call, which may make a change that an earlier one has planned. */
export const during = (office: Office, { api, signal, audited }: ToolContext): Office => ({
  ...office,
  context: { ...office.context, api, signal, audited },
});

/**
 * Reads the business, and creates what a tool needs.
 * @throws ApiError
 */
export async function openOffice(context: ToolContext): Promise<Office> {
  const { clock, voice } = context;
  const business = await readBusiness(context);
  const { time_zone: statedZone, country: statedCountry } = business?.fields ?? {};
  const timeZone = context.settings.timeZone ?? (statedZone && isTimeZone(statedZone) ? statedZone : 'UTC');
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
  return {
    context: { ...context, settings, time, offered: Object.values(READING_TOOLS) },
    caller: voice ?? UNKNOWN_CALLER,
    speech,
    business,
    zone,
    now,
    today,
    local,
    moment: (instant) => speech.moment(local(instant), today),
    // A caller cannot be asked which of two hours is meant when the clocks change.
    instant: async (text) => Date.parse(await time.parse(text, zone, { clockChange: 'earlier' })),
    daysOf: async (text) => {
      const { from = '', to = '' } = await time.range({ from: text, to: text }, zone);
      return { start: Date.parse(from), end: Date.parse(to) };
    },
  };
}
