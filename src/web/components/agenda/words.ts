import { offsetAt } from '../../../lib/time/offset.ts';
import type { ZonedDay } from '../../../lib/time/zoned-day.ts';
import { durationText, placeOf } from '../../lib/moments.ts';
import { clockText, datesText, dayText, localTime, minutesText, rangeText } from '../../lib/time.ts';
import { cutText, visibleText } from '../../lib/visible-text.ts';
import type { Booking, Interval, Slot } from './types.ts';

/** The zones that times are shown in: that of the business, and that of the user. */
export interface Zones {
  business: string;
  user: string;
}

/** `14:30 to 15:15` */
export const spanText = ({ start, end }: Interval, zone: string): string =>
  `${clockText(new Date(start), zone)} to ${clockText(new Date(end), zone)}`;

/** `2:30 – 3:15 PM`, where there is little room. */
export const shortSpan = ({ start, end }: Interval, zone: string): string =>
  rangeText(new Date(start), new Date(end), zone);

/** A full hour: `8 AM`, or `08:00` where days have 24 hours. */
export const hourText = (minutes: number): string => {
  const text = minutesText(minutes);
  return /\p{L}/u.test(text) ? text.replace(':00', '') : text;
};

/** Whether the clocks of business and user differ at an instant. */
export const zonesDiffer = (at: number, { business, user }: Zones): boolean =>
  offsetAt(at, business) !== offsetAt(at, user);

/**
 * The zone of the times, and where the user's are: beside them. They are not where these are other ones on some of the days,
 * such as after a change of the clocks, because the days share an axis.
 */
export function zoneText(zones: Zones, dates: readonly string[]): string {
  const business = `${placeOf(zones.business)} time`;
  const differences = new Set(
    dates.map((date) => {
      const noon = Date.parse(`${date}T12:00:00Z`);
      return offsetAt(noon, zones.user) - offsetAt(noon, zones.business);
    }),
  );
  if (differences.size > 1) return `Times in ${business}, not in your time (${placeOf(zones.user)})`;
  return differences.has(0) ? business : `Times in ${business}, your time (${placeOf(zones.user)}) beside it`;
}

/** The time of the user, with the day if it is another one; undefined if the clocks agree. */
export function userTime(interval: Interval, zones: Zones): string | undefined {
  if (!zonesDiffer(interval.start, zones)) return undefined;
  const date = localTime(new Date(interval.start), zones.user).date;
  const isSameDay = date === localTime(new Date(interval.start), zones.business).date;
  return `${isSameDay ? '' : `${dayText(date, 'short')}, `}${spanText(interval, zones.user)}`;
}

/** Longest text of others within a sentence, and longest name within a label, in characters. */
const [MAX_QUOTED, MAX_NAME] = [80, 200];
/** A name with other characters than these could look like the words around it. */
const PLAIN = /^[\p{Script=Latin}\p{M} .'’-]+$/u;

/** Text of others within our own sentence: one line, cut, in quotation marks, isolated. */
export const quotedText = (text: string, max = MAX_QUOTED): string => `\u2068“${lineOf(text, max)}”\u2069`;

/** Text of others within a label, where its place says what it is: without quotation marks if it is a plain name. */
function labelText(text: string): string {
  const cut = lineOf(text, MAX_NAME);
  return PLAIN.test(cut) ? cut : quotedText(text, MAX_NAME);
}

function lineOf(text: string, max: number): string {
  const line = visibleText(text.slice(0, max * 4))
    .replace(/["“”„]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(line, max);
}

/** Two or three capitalized words, such as Anna Lee; between them particles of names, such as van der. */
const NAME =
  /^(?=.{1,40}$)\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:(?:da|de|del|den|der|di|dos|la|las|los|van|von|zu) ){0,2}\p{Lu}[\p{L}\p{M}.'’-]*){1,2}$/u;

/** Whether the name of a customer can stand without quotation marks and not be taken for our own words. */
export const isPlainName = (name: string): boolean => PLAIN.test(name) && NAME.test(name);

/** The name of a customer within a label. */
export function labelName(name: string): string {
  const cut = lineOf(name, MAX_NAME);
  return isPlainName(cut) ? cut : quotedText(name, MAX_NAME);
}

/** The appointment within a question: `“Cleaning” of “Anna Lee”`. */
export function appointmentText({ service, name }: Booking): string {
  if (!service) return name ? `the appointment of ${quotedText(name)}` : 'the appointment';
  return name ? `${quotedText(service)} of ${quotedText(name)}` : quotedText(service);
}

/** The status in words: `no_show` is `no show`. */
export const statusText = (status: string): string => status.replaceAll(/[_-]+/g, ' ');

/** How far a booking reaches over the day on which it is drawn. */
export function overnightText({ start, end }: Interval, day: ZonedDay): string | undefined {
  const from = start < day.start ? `since ${dateOf(start, day.zone)}` : '';
  const to = end > day.end ? `until ${dateOf(end, day.zone)}` : '';
  return [from, to].filter(Boolean).join(', ') || undefined;
}

/** `9:30`; `since 22:00` of a booking that began on the day before, `since Tue, 24 Nov` if it began earlier. */
export function startText({ start }: Interval, day: ZonedDay): string {
  const clock = clockText(new Date(start), day.zone);
  if (start >= day.start) return clock;
  const isDayBefore = localTime(new Date(start), day.zone).date === localTime(new Date(day.start - 1), day.zone).date;
  return `since ${isDayBefore ? clock : dateOf(start, day.zone)}`;
}

/** `10:15`; `Wed, 25 Nov` of a booking that ends on another day. */
export const endText = ({ end }: Interval, day: ZonedDay): string =>
  end > day.end ? dateOf(end, day.zone) : clockText(new Date(end), day.zone);

const dateOf = (at: number, zone: string) => dayText(localTime(new Date(at), zone).date, 'short');

/** When a private calendar is busy during a booking: `private calendar busy 10:00 to 11:00`; undefined without a conflict. */
export function conflictText({ privateBusy }: Pick<Booking, 'privateBusy'>, zone: string): string | undefined {
  if (privateBusy.length === 0) return undefined;
  const times = privateBusy.map(({ start, end }) => {
    const [first, last] = [dateOf(start, zone), dateOf(end, zone)];
    const at = (date: string, time: number) => `${date}, ${clockText(new Date(time), zone)}`;
    return first === last ? spanText({ start, end }, zone) : `${at(first, start)} to ${at(last, end)}`;
  });
  return `private calendar busy ${times.join(', ')}`;
}

/** How long an appointment is, where the clocks change meanwhile and its times look longer or shorter: `1 h`. */
export const lengthText = ({ start, end }: Interval, zone: string): string | undefined =>
  offsetAt(start, zone) === offsetAt(end, zone) ? undefined : durationText((end - start) / 1_000);

/** Beside the person of an appointment. */
export const NOT_WORKING = 'not working on this day';

/** The label of a booking: `9:30 to 10:15, Cleaning, Anna Lee, with Maria, confirmed`. */
export function bookingLabel(booking: Booking, day: ZonedDay, zones: Zones, isStaffOff = false): string {
  const { service, name, staff, status } = booking;
  const user = userTime(booking, zones);
  return [
    spanText(booking, zones.business),
    lengthText(booking, zones.business),
    overnightText(booking, day),
    user && `your time ${user}`,
    service && labelText(service),
    name && labelName(name),
    staff && `with ${labelText(staff)}${isStaffOff ? `, ${NOT_WORKING}` : ''}`,
    status && labelText(statusText(status)),
    conflictText(booking, zones.business),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The label of a free start: `Free at 9:30, with Maria, Tom`. */
export function slotLabel(slot: Slot, zones: Zones): string {
  const user = zonesDiffer(slot.start, zones) && clockText(new Date(slot.start), zones.user);
  return [
    `Free at ${clockText(new Date(slot.start), zones.business)}`,
    user && `your time ${user}`,
    slot.staff.length > 0 && `with ${slot.staff.map(({ name }) => labelText(name)).join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** `Tuesday, 24 November` or `23 – 29 November`, by locale; with the year if it is another one than the present, if that is given. */
export function daysText(dates: readonly string[], thisYear?: string): string {
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  return first === last ? dayText(first, 'long', thisYear) : datesText(first, last, thisYear);
}
