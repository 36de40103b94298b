import { UNDETERMINED } from '../../lib/stated-values.ts';
import { clockOptions, computerZone, isZone, localTime, pageLocale } from './time.ts';

/** IANA zones of the person who looks and of the business. */
export interface Zones {
  user: string;
  business: string;
}

/** Returns the zones of a page: that of the host, otherwise that of the browser, and that of the answer. */
export function zonesOf(ofHost: string | undefined, ofBusiness: unknown): Zones {
  const ofBrowser = computerZone();
  const user = [ofHost, ofBrowser].find(isZone) ?? 'UTC';
  return { user, business: typeof ofBusiness === 'string' && isZone(ofBusiness) ? ofBusiness : user };
}

/** An instant in the words of both zones. */
export interface MomentWords {
  user: string;
  /** Where the clock of the business shows something else: with its date if that is another one. */
  business?: string;
}

/**
 * Returns date and time of an instant (milliseconds since the epoch), with the year unless it is that of `now`.
 */
export function momentWords(at: number, { user, business }: Zones, now?: number): MomentWords {
  const [here, there] = [localTime(new Date(at), user), localTime(new Date(at), business)];
  const year = now === undefined || localTime(new Date(now), user).date.slice(0, 4) !== here.date.slice(0, 4);
  const words = format(at, user, { ...DAY, ...clockOptions(new Date(at), user), ...(year ? { year: 'numeric' } : {}) });
  if (here.date === there.date && here.minutes === there.minutes) return { user: words };
  const clock = clockOptions(new Date(at), business);
  const options = here.date === there.date ? clock : { ...DAY, ...clock };
  return { user: words, business: `${format(at, business, options)} in ${placeOf(business)}` };
}

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };

const format = (at: number, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(pageLocale(), { timeZone, ...options }).format(at);

/** `New York` of `America/New_York`. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** `1 min 47 s`, or `2 h 4 min`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return join(`${Math.floor(whole / 60)} min`, whole % 60, 's');
  const hours = Math.floor(whole / 3_600);
  return join(`${new Intl.NumberFormat(pageLocale()).format(hours)} h`, Math.floor((whole % 3_600) / 60), 'min');
}

const join = (large: string, rest: number, unit: string) => (rest > 0 ? `${large} ${rest} ${unit}` : large);

/** `3 days`, `5 hours`, `12 minutes`: how long something lasts already, in its largest whole unit. */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return countText(minutes, 'minute');
  if (minutes < 48 * 60) return countText(Math.floor(minutes / 60), 'hour');
  return countText(Math.floor(minutes / (24 * 60)), 'day');
}

/** `1,250`: a number by locale. */
export const numberText = (count: number): string => new Intl.NumberFormat(pageLocale()).format(count);

/** `1 call`, `1,250 calls`: the number by locale. */
export const countText = (count: number, noun: string, plural = `${noun}s`): string =>
  `${numberText(count)} ${count === 1 ? noun : plural}`;

/** `Spanish` of `es`; what no browser knows stays as it is. Undefined for the undetermined language, which browsers name `root`. */
export function languageName(tag: string): string | undefined {
  if (tag === UNDETERMINED) return undefined;
  try {
    return new Intl.DisplayNames(pageLocale(), { type: 'language' }).of(tag.replaceAll('_', '-')) ?? tag;
  } catch {
    return tag;
  }
}
