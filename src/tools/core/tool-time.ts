import { isTimeZone } from '../../lib/text/locale.ts';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { formatInstant } from '../../lib/time/format.ts';
import { ToolError } from './errors.ts';
import { nowLocal, nowSentence } from './now.ts';
import type { ToolSettings } from './settings.ts';
import type { ToolTime } from './times.ts';

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
  const parseWith = async <T>(zone: string | undefined, parse: (parsers: Parsers, zone?: string) => T): Promise<T> => {
    const checked = zoneOf(zone);
    const parsers = await loadParsers();
    try {
      return parse(parsers, checked);
    } catch (error) {
      if (!(error instanceof parsers.TimeError)) throw error;
      if (checked === undefined && settings.unstated) throw settings.unstated;
      const describe = (instant: string) => formatInstant(instant, checked ?? displayZone);
      // A model that gets a time wrong often does not know the date.
      const now = nowSentence(nowLocal({ clock, time: { describe } }), checked === displayZone ? undefined : checked);
      throw new ToolError(say`${error.sentence} ${trusted(now)}`);
    }
  };
  const time: ToolTime = {
    zone: displayZone,
    describe: (instant) => formatInstant(instant, displayZone),
    parse: (text, zone, options) =>
      parseWith(zone, ({ parseTime }, checked) => parseTime(text, checked, { ...options, now: clock.now() })),
    async range(range, zone, options) {
      if (range.from !== undefined || range.to !== undefined)
        return parseWith(zone, ({ parseRange }, checked) => parseRange(range, checked, clock.now(), options));
      zoneOf(zone);
      return {};
    },
  };
  created.set(settings, time);
  return time;
}

type Parsers = Awaited<ReturnType<typeof loadParsers>>;

/** The parsers need a calendar library, which takes longer to load than the whole call of a tool takes. */
async function loadParsers() {
  const { parseTime, TimeError } = await import('../../lib/time/parse.ts');
  const { parseRange } = await import('../../lib/time/range.ts');
  return { parseTime, parseRange, TimeError };
}
