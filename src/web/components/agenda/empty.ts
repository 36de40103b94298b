import { type Column, complement, isClosed, isWhole } from './columns.ts';
import type { Agenda } from './types.ts';
import { reasonsText } from './why.ts';
import { daysText, quotedText, spanText } from './words.ts';

/** `No appointments. Open 8:00 to 17:00.` */
export function emptyText(column: Column, zone: string, isFree: boolean): string {
  return `${noneText(column, isFree)} ${openText(column, zone)}`.trim();
}

function noneText({ unread, day }: Column, isFree: boolean): string {
  if (isFree) return `No free times${unread.length > 0 ? ' in the part of this day that is shown' : ''}.`;
  if (unread.length === 0) return 'No appointments.';
  return unread.some((one) => isWhole(one, day))
    ? 'The appointments of this day are not shown.'
    : 'No appointments in the part of this day that is shown.';
}

/** `Open 8:00 to 17:00.`, of a person `Works …`, or why there are no such hours; empty if they are unknown. */
function openText(column: Column, zone: string): string {
  const { day, closed, away, person } = column;
  if (isClosed(column)) return closedText(column);
  if (away.some((one) => isWhole(one, day))) return 'Away all day.';
  return closed
    ? `${person ? 'Works' : 'Open'} ${complement(closed, day)
        .map((hours) => spanText(hours, zone))
        .join(' and ')}.`
    : '';
}

/** `Closed: “Easter”.`, or that the person of the column does not work. */
export function closedText({ closedReason, person }: Column): string {
  if (closedReason === undefined && person) return 'Not working.';
  return closedReason === undefined || closedReason.toLowerCase() === 'closed'
    ? 'Closed.'
    : `Closed: ${quotedText(closedReason)}.`;
}

/** `No appointments on Tuesday, 24 November. Open 8:00 to 17:00.`, or why nothing is free; undefined if there are some, or if it is unknown. */
export function nothingText(
  agenda: Agenda,
  columns: readonly Column[],
  days: readonly Column[],
  thisYear: string,
): string | undefined {
  if (columns.some(({ bookings, groups }) => bookings.length > 0 || groups.length > 0)) return undefined;
  const dates = days.map(({ day }) => day.date);
  const on = `on ${daysText(dates, thisYear)}`;
  const open = days.length === 1 && days[0] ? openText(days[0], agenda.zone) : '';
  if (!agenda.free && !agenda.bookings) return open === '' ? undefined : open;
  if (agenda.rest) return undefined;
  const isPart = days.some(({ unread }) => unread.length > 0);
  const what = agenda.free ? 'No free times' : 'No appointments';
  const isNone = agenda.free?.slots.length === 0;
  const why = (isNone && agenda.free && reasonsText(agenda.free)) || open;
  return `${what} ${isPart ? 'in the time that was asked for' : on}. ${why}`.trim();
}
