import { englishHours, hoursInField } from '../../../lib/typed-hours.ts';

/** What the fields of opening and working hours accept. */
export const hoursHint = (): string =>
  `One line for each kind of day, such as ${unbroken('Mon-Fri 08:00-12:00, 13:00-17:00')} or ${unbroken('1st,3rd Sat 09:00-12:00')}.`;

/** With hyphens between times at which no line is broken: fields are read with them, too. */
const unbroken = (hours: string) => hoursInField(hours).replace(/(?<=\d)-(?=\d)/g, '\u2011');

/** The text of a field that has hours, with their days in the language of the page. */
export const fieldOf = (hours: readonly string[] | undefined): string => (hours ?? []).map(hoursInField).join('\n');

/** The lines of a field that has hours, without empty ones, as the platform reads them. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => englishHours(line.trim()))
    .filter(Boolean);
