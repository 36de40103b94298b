import { isTimeZone } from '../../lib/locale.ts';
import type { OpeningHours, OpenPeriod } from '../../lib/time/opening-hours.ts';
import { closureOn, hoursOn, readOpeningHours } from '../../lib/time/working-hours.ts';
import type { Office } from './office.ts';
import { spokenLabel } from './speech.ts';

const DAY_MINUTES = 24 * 60;

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
  const { business, zone, local, context } = office;
  const stated = business?.fields ?? {};
  const own = zoneOf(office);
  if (own === zone) return hoursOn(date, stated, hours) ?? [];
  // The operator's hours are in the zone of the answers.
  if (context.settings.isOpeningHoursConfigured)
    return closureOn(stated, await ownDate(date, office)) ? [] : (hoursOn(date, {}, hours) ?? []);
  const { periodsWithin } = await import('../../lib/time/periods-elsewhere.ts');
  const day = await office.daysOf(date);
  return periodsWithin(day, own, (ownDay) => hoursOn(ownDay, stated, hours) ?? []).map(({ start, end }) => ({
    from: local(start).minute,
    to: end === day.end ? DAY_MINUTES : local(end).minute,
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

/** True if anybody works on a date by hours of their own, outside the opening hours of the business. */
export async function hasWork(date: string, office: Office): Promise<boolean> {
  const { business, context } = office;
  // Times outside the operator's hours are not offered to callers.
  if (!business || context.settings.isOpeningHoursConfigured) return false;
  const { fields } = business;
  const day = await ownDate(date, office);
  // Without a list of people, those are known who have special hours.
  const named = fields.special_hours?.flatMap(({ staff }) => staff) ?? [];
  const people = fields.staff ?? named.map((id) => ({ id, opening_hours: null, active: true }));
  const usual = knownHours(office);
  return people.some(({ id, opening_hours: own, active }) => {
    const weekly = own ? readOpeningHours(own.join('; ')) : usual;
    const periods = hoursOn(day, fields, weekly, { id, hasOwnHours: Boolean(own) });
    return active && periods !== undefined && periods.length > 0;
  });
}

/** IANA zone of the dates and hours that the business states. */
function zoneOf({ business, zone }: Office): string {
  const stated = business?.fields.time_zone;
  return stated && isTimeZone(stated) ? stated : zone;
}

/** The date that the business has on a day of the spoken zone. */
async function ownDate(date: string, office: Office): Promise<string> {
  const own = zoneOf(office);
  if (own === office.zone) return date;
  const { dateElsewhere } = await import('../../lib/time/local-days.ts');
  return dateElsewhere(date, office.zone, own);
}
