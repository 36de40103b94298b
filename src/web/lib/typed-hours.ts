import { mapHours } from '../../lib/time/map-hours.ts';
import { readTypedHours } from '../../lib/time/typed-hours.ts';
import { localizeDays } from './hours.ts';
import { pageLocale } from './time.ts';

/** Returns opening hours that were typed on the page as the platform reads them. @throws OpeningHoursError */
export const englishHours = (text: string): string => readTypedHours(text, pageLocale());

/** Returns opening hours as they stand in a field: with the days in the language of the page, if the same is read of that. */
export function hoursInField(hours: string): string {
  const exact = mapHours(hours, (days, times) => `${days}${times.replace(ONE_DIGIT, '0$&')}`).join(';');
  const localized = mapHours(exact, (days, times) => `${localizeDays(days)}${times}`).join(';');
  return englishHours(localized) === englishHours(exact) ? localized : exact;
}

/** Such an hour, if it is before six, may be of the night or of the afternoon when it is read from a field. */
const ONE_DIGIT = /(?<![\d:])\d:/g;
