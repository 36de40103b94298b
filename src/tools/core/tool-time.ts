import { isTimeZone } from '../../lib/locale.ts';
import { quoted, say } from '../../lib/sentence.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { formatInstant } from '../../lib/time/format.ts';
import type { ToolTime } from './context.ts';
import { ToolError } from './errors.ts';
import type { ToolSettings } from './settings.ts';

const created = new WeakMap<ToolSettings, ToolTime>();

/** Returns the times of a business, the same object for the same settings. */
export function toolTime(settings: ToolSettings, clock: Clock): ToolTime {
  const known = created.get(settings);
  if (known) return known;
  const displayZone = settings.timeZone ?? 'UTC';
  /** The zone of an argument, checked, or that of the business. */
  const zoneOf = (zone: string | undefined): string | undefined => {
    if (zone === undefined || isTimeZone(zone)) return zone ?? settings.timeZone;
    throw new ToolError(say`time_zone: ${quoted(zone)} is not an IANA time zone. Write one like America/New_York.`);
  };
  const time: ToolTime = {
    zone: displayZone,
    describe: (instant) => formatInstant(instant, displayZone),
    async parse(text, zone, options) {
      const checked = zoneOf(zone);
      const { parseTime, TimeError } = await loadParsers();
      try {
        return parseTime(text, checked, { ...options, now: clock.now() });
      } catch (error) {
        throw error instanceof TimeError ? new ToolError(error.sentence) : error;
      }
    },
    async range({ from, to }, zone) {
      const checked = zoneOf(zone);
      if (from === undefined && to === undefined) return {};
      const { parseRange, TimeError } = await loadParsers();
      try {
        return parseRange({ from, to }, checked, clock.now());
      } catch (error) {
        throw error instanceof TimeError ? new ToolError(error.sentence) : error;
      }
    },
  };
  created.set(settings, time);
  return time;
}

/** The parsers need a calendar library, which takes longer to load than the whole call of a tool takes. */
async function loadParsers() {
  const { parseTime, TimeError } = await import('../../lib/time/parse.ts');
  const { parseRange } = await import('../../lib/time/range.ts');
  return { parseTime, parseRange, TimeError };
}
