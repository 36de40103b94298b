import { WEEKDAYS } from '../../lib/time/weekdays.ts';
import { periodsText } from './hours.ts';
import { placeOf } from './moments.ts';
import { dateText, momentText } from './time.ts';

const WEEKDAY = `(?:${WEEKDAYS.join('|')})`;
/** `2199-03-05`, `Tuesday 2199-03-05 08:30`, `2199-03-05T08:30`: not a part of an id or of an instant with seconds. */
const MOMENT = new RegExp(
  `(?<![\\w-])(?:${WEEKDAY} )?(\\d{4}-\\d\\d-\\d\\d)(?:[ T]([01]\\d|2[0-3]):([0-5]\\d))?(?![\\w:-])`,
  'g',
);
/** `(America/New_York)`, `(times in America/New_York)` */
const ZONE = /\((?:times in )?([A-Z]\w*(?:\/[\w+-]+)+)\)/g;
/** A date with its weekday after a quotation that ends with it: dates in words have their weekday. */
const WEEKDAY_AFTER = new RegExp(`(\\d{4}-\\d\\d-\\d\\d)" \\(${WEEKDAY} \\1\\)`, 'g');
/** Where an appointment of a list begins. */
const ENTRY = new RegExp(`([:;]) (?=${WEEKDAY} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d)`, 'g');

/**
 * Writes the dates, times and zones in a sentence of the server by locale, as the pages write their own. Several appointments
 * get a line each.
 */
export function timesInWords(sentence: string): string {
  const isList = (sentence.match(ENTRY) ?? []).length > 1;
  return periodsText(isList ? sentence.replace(ENTRY, '$1\n• ') : sentence)
    .replace(WEEKDAY_AFTER, '$1"')
    .replace(MOMENT, (said: string, date: string, hours?: string, minutes?: string) => {
      const at = new Date(`${date}T${hours ?? '12'}:${minutes ?? '00'}Z`);
      if (Number.isNaN(at.getTime())) return said;
      return hours === undefined ? dateText(date) : momentText(at, 'UTC');
    })
    .replace(ZONE, (_, zone: string) => `(${placeOf(zone)} time)`);
}
