import { currencyDigits } from '../../../lib/currency.ts';
import { DAY_MS } from '../../../lib/time/units.ts';
import type { ToolSettings } from '../../core/settings.ts';
import { type Phrases, SPOKEN_LANGUAGES, type SpokenDay, type SpokenTime } from './languages/index.ts';

const DEFAULT_TAG = 'en';
/** So long a weekday and the day of the month name one day. */
const NEAR_DAYS = 27;

/** A date and a time of the business's clocks. */
export interface LocalMoment {
  /** `2026-11-24` */
  date: string;
  /** Minutes after midnight. */
  minute: number;
}

/** Says things in one language and region. */
export interface Speech {
  /** ISO 639-1, such as `de`. */
  language: string;
  phrases: Phrases;
  /** @param today `2026-11-24`: what is near, today and tomorrow depends on it. */
  day(date: string, today: string): SpokenDay;
  /** @param minute after midnight, up to 1440. */
  time(minute: number): SpokenTime;
  /** `on Tuesday the 24th at 9:00` */
  moment(moment: LocalMoment, today: string): string;
  /** The name of a weekday, by its ISO number. */
  weekday(number: number): string;
  /** `45 minutes`, `1 hour and 30 minutes` */
  length(minutes: number): string;
  /** @param currency ISO 4217; without a valid one, undefined is returned. */
  price(cents: number, currency: string): string | undefined;
}

/** Speech by language tag: few, because only the operator sets it. */
const speeches = new WeakMap<ToolSettings, Speech>();

/** Returns the speech of the configured language. Another language than the known ones is English, with the region's customs. */
export function speechOf(settings: ToolSettings): Speech {
  const known = speeches.get(settings);
  if (known) return known;
  const speech = createSpeech(settings.voice?.language ?? DEFAULT_TAG);
  speeches.set(settings, speech);
  return speech;
}

/** @param tag BCP 47. */
export function createSpeech(tag: string): Speech {
  const { language, locale, region } = localeOf(tag);
  const lists = {
    and: new Intl.ListFormat(locale, { type: 'conjunction' }),
    or: new Intl.ListFormat(locale, { type: 'disjunction' }),
  };
  const build = SPOKEN_LANGUAGES[language] as (typeof SPOKEN_LANGUAGES)[string];
  const phrases = build({
    region,
    and: (items) => spaced(lists.and.format(items)),
    or: (items) => spaced(lists.or.format(items)),
  });
  const dates = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const isTwelveHours = clock.resolvedOptions().hour12 === true;
  const partOf = (ms: number, type: 'weekday' | 'month') =>
    dates.formatToParts(ms).find((part) => part.type === type)?.value ?? '';

  const day = (date: string, today: string): SpokenDay => {
    const ms = Date.parse(date);
    const ahead = Math.round((ms - Date.parse(today)) / DAY_MS);
    const at = new Date(ms);
    return {
      relation: ahead === 0 ? 'today' : ahead === 1 ? 'tomorrow' : ahead > 0 && ahead <= NEAR_DAYS ? 'near' : 'far',
      weekday: partOf(ms, 'weekday'),
      weekdayNumber: at.getUTCDay() || 7,
      day: at.getUTCDate(),
      month: partOf(ms, 'month'),
      year: date.slice(0, 4) === today.slice(0, 4) ? undefined : at.getUTCFullYear(),
    };
  };
  const time = (minute: number): SpokenTime => {
    // The end of a day is not its beginning.
    if (minute === 1440 && !isTwelveHours) return { text: '24:00', hour: 24 };
    if (minute === 1440 && phrases.midnight) return { text: phrases.midnight, hour: 12 };
    const text = spaced(clock.format(minute * 60_000)).replace(/^0(?=\d)/, '');
    return { text, hour: Number.parseInt(text, 10) };
  };
  return {
    language,
    phrases,
    day,
    time,
    moment: (moment, today) => `${phrases.on(day(moment.date, today))} ${phrases.at(time(moment.minute))}`,
    // The fifth of January 1970 was a Monday.
    weekday: (number) => partOf((number + 3) * DAY_MS, 'weekday'),
    length: (minutes) => {
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      const parts = [
        ...(hours > 0 ? [unit(locale, hours, 'hour')] : []),
        ...(rest > 0 ? [unit(locale, rest, 'minute')] : []),
      ];
      return spaced(lists.and.format(parts));
    },
    price: (cents, currency) => {
      try {
        const format = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
          trailingZeroDisplay: 'stripIfInteger',
        });
        return spaced(format.format(cents / 10 ** currencyDigits(currency)));
      } catch (error) {
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
}

function localeOf(tag: string): { language: string; locale: string; region: string | undefined } {
  const { language, region, baseName } = parsed(tag);
  if (Object.hasOwn(SPOKEN_LANGUAGES, language)) return { language, locale: baseName, region };
  return { language: DEFAULT_TAG, locale: region ? `${DEFAULT_TAG}-${region}` : DEFAULT_TAG, region };
}

/** The operator's option is checked at start; a tag that is none is English here. */
function parsed(tag: string): Intl.Locale {
  try {
    return new Intl.Locale(tag);
  } catch {
    return new Intl.Locale(DEFAULT_TAG);
  }
}

const unit = (locale: string, value: number, name: 'hour' | 'minute') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value);

/** ECMA-402 separates with several kinds of spaces. */
const spaced = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

/** Joins sentences. One that ends with an abbreviation or an ordinal number has one full stop. */
export const spokenSentences = (...sentences: readonly (string | undefined)[]): string =>
  sentences
    .filter((sentence) => sentence)
    .join(' ')
    .replace(/\.{2,}(?=\s|$)/g, '.')
    .replace(/,(?=[.,?!])/g, '');
