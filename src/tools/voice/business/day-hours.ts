import { addDays } from '../../../lib/time/add-days.ts';
import type { OpeningHours, OpenPeriod } from '../../../lib/time/opening-hours.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import type { Office } from '../core/office.ts';
import { periodsOf, workOutside } from './closed-days.ts';

/** When the business is open on a date, and when people work before or after, for those who have an appointment. */
interface DayHours {
  open: readonly OpenPeriod[];
  byAppointment: readonly OpenPeriod[];
}

/**
 * Says when the business is open on a date, as phrases; empty if it is closed. A night is said with the day on which it begins.
 */
export async function sayHours(date: string, hours: OpeningHours, office: Office): Promise<string[]> {
  return say(await nightsOf(date, hours, office), office);
}

/** Says it of one day alone. The end of a night is said, too, if it is still to come today, or if nothing else is. */
export async function sayHoursAlone(date: string, hours: OpeningHours, office: Office): Promise<string[]> {
  const nights = await nightsOf(date, hours, office);
  const minute = date === office.today ? office.local(office.now).minute : DAY_MINUTES;
  const isAhead = [nights.open.end, nights.byAppointment.end].some((end) => end !== undefined && minute < end.to);
  const said = isAhead ? [] : say(nights, office);
  return said.length > 0
    ? said
    : say({ open: withEnd(nights.open), byAppointment: withEnd(nights.byAppointment) }, office);
}

/** The periods that begin on a day, of which the last can end after midnight, and the end of the night before. */
interface Nights {
  periods: readonly OpenPeriod[];
  end: OpenPeriod | undefined;
}
type NightHours = Record<keyof DayHours, Nights>;

const withEnd = ({ periods, end }: Nights): Nights => ({ periods: end ? [end, ...periods] : periods, end: undefined });

function say({ open, byAppointment }: NightHours, { speech: { phrases, time } }: Office): string[] {
  const [opening, others] = [open, byAppointment].map(({ periods }) =>
    periods.map(({ from, to }) => phrases.fromTo(time(from), time(to > DAY_MINUTES ? to - DAY_MINUTES : to))),
  ) as [string[], string[]];
  return others.length > 0 ? [...opening, phrases.byAppointment(others)] : opening;
}

async function nightsOf(date: string, hours: OpeningHours, office: Office): Promise<NightHours> {
  const [before, day, after] = (await Promise.all(
    [-1, 0, 1].map((count) => hoursOfDay(addDays(date, count), hours, office)),
  )) as [DayHours, DayHours, DayHours];
  const join = (kind: keyof DayHours) => joined(day[kind], before[kind], after[kind]);
  return { open: join('open'), byAppointment: join('byAppointment') };
}

/** Joins the parts of nights that periods of a day, of the day before and of the day after are. */
function joined(periods: readonly OpenPeriod[], before: readonly OpenPeriod[], after: readonly OpenPeriod[]): Nights {
  const isEnd = isNight(before.at(-1), periods[0]);
  const own = isEnd ? periods.slice(1) : periods;
  const [last, next] = [own.at(-1), after[0]];
  const end = isEnd ? periods[0] : undefined;
  if (!last || !next || !isNight(last, next)) return { periods: own, end };
  return { periods: [...own.slice(0, -1), { from: last.from, to: DAY_MINUTES + next.to }], end };
}

/** Returns when the night that begins on a date ends, in minutes of the next one; undefined if the business closes before. */
export async function nightEnd(date: string, hours: OpeningHours, office: Office): Promise<number | undefined> {
  const [evening, morning] = await Promise.all([date, addDays(date, 1)].map((one) => periodsOf(one, hours, office)));
  const rest = morning?.[0];
  return isNight(evening?.at(-1), rest) ? rest?.to : undefined;
}

/** True if a period goes on after midnight, for less than a whole day together. */
const isNight = (evening: OpenPeriod | undefined, morning: OpenPeriod | undefined): boolean =>
  evening?.to === DAY_MINUTES && morning?.from === 0 && morning.to < evening.from;

async function hoursOfDay(date: string, hours: OpeningHours, office: Office): Promise<DayHours> {
  const open = await periodsOf(date, hours, office);
  return { open, byAppointment: await workOutside(date, open, office) };
}
