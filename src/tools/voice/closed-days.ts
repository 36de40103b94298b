import type { OpeningHours, OpenPeriod } from '../../lib/time/opening-hours.ts';
import { closureOn, hoursOn, readOpeningHours } from '../../lib/time/working-hours.ts';
import type { Office } from './office.ts';
import { spokenLabel } from './speech.ts';

/** Opening hours of the operator's option, or of the platform; never assumed. */
export function knownHours({ context, business }: Office): OpeningHours | undefined {
  const { openingHours, isOpeningHoursConfigured } = context.settings;
  const stated = business?.fields.opening_hours?.join('; ');
  const text = isOpeningHoursConfigured ? openingHours : (stated ?? openingHours);
  return text === undefined ? undefined : readOpeningHours(text);
}

/** Returns the periods of a date, with closures and special hours. Those of some people are no opening hours of the business. */
export const periodsOf = (date: string, hours: OpeningHours, { business }: Office): readonly OpenPeriod[] =>
  hoursOn(date, business?.fields ?? {}, hours) ?? [];

/** Says that the business is closed on a date, with the reason of a closure; undefined if it is open, or nothing is known. */
export function sayClosed(date: string, office: Office): string | undefined {
  const { business, speech, today } = office;
  const closure = closureOn(business?.fields ?? {}, date);
  const hours = knownHours(office);
  if (!closure && (!hours || periodsOf(date, hours, office).length > 0)) return undefined;
  return speech.phrases.closedOn(speech.day(date, today), closure?.reason ? spokenLabel(closure.reason) : undefined);
}
