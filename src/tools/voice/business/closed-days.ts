import { isTimeZone } from '../../../lib/text/locale.ts';
import { without } from '../../../lib/time/cut-intervals.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { mergeIntervals } from '../../../lib/time/merge-intervals.ts';
import type { OpeningHours, OpenPeriod } from '../../../lib/time/opening-hours.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import { absencesOn, closureOn, hoursOn, readOpeningHours } from '../../../lib/time/working-hours.ts';
import type { Office } from '../core/office.ts';
import { spokenLabel } from '../speech/spoken-label.ts';

/** Opening hours of the operator's option, or of the platform; never assumed. */
export function knownHours({ context, business }: Office): OpeningHours | undefined {
  const { openingHours, isOpeningHoursConfigured } = context.settings;
  const stated = business?.fields.opening_hours?.join('; ');
  const text = isOpeningHoursConfigured ? openingHours : (stated ?? openingHours);
  return text === undefined ? undefined : readOpeningHours(text);
}

/**
 * Returns the periods of a date of the spoken zone, with closures and special hours. Those of some people are no opening hours
 * of the business.
 */
export async function periodsOf(date: string, hours: OpeningHours, office: Office): Promise<readonly OpenPeriod[]> {
  const stated = office.business?.fields ?? {};
  // The operator's hours are in the zone of the answers.
  if (office.context.settings.isOpeningHoursConfigured && zoneOf(office) !== office.zone)
    return closureOn(stated, await ownDate(date, office)) ? [] : (hoursOn(date, {}, hours) ?? []);
  return inSpokenZone(date, office, (ownDay) => hoursOn(ownDay, stated, hours) ?? []);
}

/** Returns the periods of a date of the spoken zone, of which the business states those of its own dates. */
async function inSpokenZone(
  date: string,
  office: Office,
  periodsOn: (ownDay: string) => readonly OpenPeriod[],
): Promise<readonly OpenPeriod[]> {
  const own = zoneOf(office);
  if (own === office.zone) return periodsOn(date);
  const { periodsWithin } = await import('../../../lib/time/periods-elsewhere.ts');
  const day = await office.daysOf(date);
  return periodsWithin(day, own, periodsOn).map(({ start, end }) => ({
    from: office.local(start).minute,
    to: end === day.end ? DAY_MINUTES : office.local(end).minute,
  }));
}

/** Says that the business is closed on a date, with the reason of a closure; undefined if it is open, or nothing is known. */
export async function sayClosed(date: string, office: Office): Promise<string | undefined> {
  const { business, speech, today } = office;
  const hours = knownHours(office);
  if (hours && (await periodsOf(date, hours, office)).length > 0) return undefined;
  const closure = closureOn(business?.fields ?? {}, await ownDate(date, office));
  if (!closure && !hours) return undefined;
  return speech.phrases.closedOn(speech.day(date, today), closure?.reason ? spokenLabel(closure.reason) : undefined);
}

/** Returns the periods of a date in which the business is open, or people work; none if its hours are not known. */
export async function openPeriodsOn(date: string, office: Office): Promise<readonly OpenPeriod[]> {
  const hours = knownHours(office);
  return hours ? withWorkOutside(date, await periodsOf(date, hours, office), office) : [];
}

const withWorkOutside = async (date: string, open: readonly OpenPeriod[], office: Office): Promise<OpenPeriod[]> => [
  ...open,
  ...(await workOutside(date, open, office)),
];

/** True if the business was open today and has closed, and all work outside its hours is over. */
export async function hasClosedForToday(office: Office): Promise<boolean> {
  const { today, now, local } = office;
  const hours = knownHours(office);
  const open = hours ? await periodsOf(today, hours, office) : [];
  if (open.length === 0) return false;
  const { minute } = local(now);
  return (await withWorkOutside(today, open, office)).every(({ to }) => to <= minute);
}

/** True if anybody works on a date by hours of their own, outside the opening hours of the business. */
export const hasWork = async (date: string, office: Office): Promise<boolean> =>
  (await workOn(date, office)).length > 0;

/**
 * Returns the periods of a date of the spoken zone in which people work before the business opens or after it closes. Gaps between
 * its opening hours are left out: in many a lunch break, one person works on.
 * @param open the opening hours of that date.
 */
export async function workOutside(
  date: string,
  open: readonly OpenPeriod[],
  office: Office,
): Promise<readonly OpenPeriod[]> {
  const [first, last] = [open[0], open.at(-1)];
  const shown = first && last ? [{ start: first.from, end: last.to }] : [];
  const work = (await workOn(date, office)).map(asInterval);
  return without(mergeIntervals(work), shown).map(asPeriod);
}

/** Returns the periods of a date of the spoken zone in which people of the business work, which may overlap. */
async function workOn(date: string, office: Office): Promise<readonly OpenPeriod[]> {
  const { fields } = office.business ?? {};
  const isBooked = (id: string) =>
    fields?.services?.some(({ staff, active }) => active !== false && (staff === 'all' || staff.includes(id))) ?? true;
  return hoursOfPeople(date, office, ({ id, active }) => active !== false && isBooked(id), absencesOn);
}

/**
 * Returns the periods of a date of the spoken zone in which people work by their hours, whether or not they are away; undefined if
 * they are not known. An absence is private.
 */
export async function workingHoursOn(
  date: string,
  ids: readonly string[],
  office: Office,
): Promise<readonly OpenPeriod[] | undefined> {
  const { business } = office;
  const known = business?.fields.staff?.filter(({ id }) => ids.includes(id)) ?? [];
  if (known.length < ids.length || !areHoursShown(office)) return undefined;
  if (known.some(({ opening_hours: own }) => !own) && !knownHours(office)) return undefined;
  return hoursOfPeople(
    date,
    office,
    ({ id }) => ids.includes(id),
    () => [],
  );
}

/** Times outside the operator's hours are not offered to callers. */
const areHoursShown = ({ context }: Office): boolean => !context.settings.isOpeningHoursConfigured;

interface KnownPerson {
  id: string;
  opening_hours: readonly string[] | null;
  time_off?: readonly { from: string; to: string }[] | null | undefined;
  active?: boolean | null | undefined;
}

async function hoursOfPeople(
  date: string,
  office: Office,
  isOne: (person: KnownPerson) => boolean,
  absencesOf: typeof absencesOn,
): Promise<readonly OpenPeriod[]> {
  const { business } = office;
  if (!business || !areHoursShown(office)) return [];
  const { fields } = business;
  // Without a list of people, those are known who have special hours.
  const named = fields.special_hours?.flatMap(({ staff }) => staff) ?? [];
  const stated: readonly KnownPerson[] =
    fields.staff ?? named.map((id) => ({ id, opening_hours: null, time_off: [], active: true }));
  const people = stated.filter(isOne);
  const usual = knownHours(office);
  return inSpokenZone(date, office, (ownDay) =>
    people.flatMap(({ id, opening_hours: own, time_off }) => {
      const weekly = own ? readOpeningHours(own.join('; ')) : usual;
      const periods = hoursOn(ownDay, fields, weekly, { id, hasOwnHours: Boolean(own) }) ?? [];
      return present(periods, absencesOf(ownDay, time_off ?? []));
    }),
  );
}

/** Returns periods without absences, which are in order. */
const present = (periods: readonly OpenPeriod[], absences: readonly OpenPeriod[]): OpenPeriod[] =>
  without(periods.map(asInterval), absences.map(asInterval)).map(asPeriod);
const asPeriod = ({ start, end }: Interval): OpenPeriod => ({ from: start, to: end });
const asInterval = ({ from, to }: OpenPeriod): Interval => ({ start: from, end: to });

/** IANA zone of the dates and hours that the business states. */
function zoneOf({ business, zone }: Office): string {
  const stated = business?.fields.time_zone;
  return stated && isTimeZone(stated) ? stated : zone;
}

/** The date that the business has on a day of the spoken zone. */
async function ownDate(date: string, office: Office): Promise<string> {
  const own = zoneOf(office);
  if (own === office.zone) return date;
  const { dateElsewhere } = await import('../../../lib/time/local-days.ts');
  return dateElsewhere(date, office.zone, own);
}
