import { pluralize } from '../../lib/text/text.ts';
import { formatInstant } from '../../lib/time/format.ts';
import { shorten, wrapColumns } from '../terminal/display-width.ts';
import type { Paint } from '../terminal/paint.ts';
import { type Agenda, type AgendaDay, atWork, formatPeriods } from './agenda.ts';
import { dayGrid } from './day-grid.ts';
import { dayList } from './day-list.ts';
import { clockText } from './day-times.ts';
import { WEEK_LEGEND, weekGrid } from './week-grid.ts';

const MAX_NAME = 40;

interface Screen {
  /** Columns of the terminal. */
  width: number;
  paint: Paint;
  /** The zone of this computer (IANA); undefined if it is unknown. */
  computerZone: string | undefined;
}

/** The lines of an agenda for a person. */
export function agendaLines(agenda: Agenda, screen: Screen): string[] {
  const { width, paint } = screen;
  const [day, ...more] = agenda.days;
  if (!day) return [];
  const isWeek = more.length > 0;
  const body = isWeek
    ? [...weekGrid(agenda.days, width, paint), '', paint(shorten(WEEK_LEGEND, width), 'quiet')]
    : withBlank(dayLines(day, width, paint));
  return [
    paint(shorten(titleOf(agenda, day), width), 'title'),
    ...wrapColumns(factsOf(agenda), width),
    ...body,
    ...withBlank(
      [...zoneNote(agenda, screen.computerZone), ...agenda.notes].flatMap((note) => wrapColumns(note, width)),
    ),
  ];
}

const withBlank = (lines: readonly string[]) => (lines.length > 0 ? ['', ...lines] : []);

function dayLines(day: AgendaDay, width: number, paint: Paint): string[] {
  const lines = dayGrid(day, width, paint) ?? dayList(day, width, paint);
  const isClosed = day.open?.length === 0;
  return lines.length > 0 || isClosed ? lines : ['No person works on this day.'];
}

function titleOf({ businessName, days }: Agenda, first: AgendaDay): string {
  const last = days.at(-1) ?? first;
  const nameOf = ({ weekday, date }: AgendaDay) => `${weekday} ${date}`;
  const isToday = first.nowMinute !== undefined;
  const text = last === first ? `${nameOf(first)}${isToday ? ' (today)' : ''}` : `${nameOf(first)} to ${nameOf(last)}`;
  return businessName ? `${shorten(businessName, MAX_NAME)}, ${text}` : text;
}

/** What a person wants to know first, in sentences. */
function factsOf({ days, zone }: Agenda): string {
  const count = days.reduce((sum, { appointments }) => sum + appointments.length, 0);
  const cancelled = days.reduce((sum, day) => sum + day.cancelled, 0);
  const today = days.find(({ nowMinute }) => nowMinute !== undefined);
  const [day, ...more] = days;
  const left = cancelled > 0 ? `, ${cancelled} cancelled (not shown)` : '';
  return [
    ...(day && more.length === 0 ? openingOf(day) : []),
    `${count === 0 ? 'No appointments' : pluralize(count, 'appointment')}${left}.`,
    today?.nowMinute === undefined
      ? `Times in ${zone}.`
      : `It is ${clockText(today.nowMinute, today.zoned)} in ${zone}.`,
  ].join(' ');
}

function openingOf(day: AgendaDay): string[] {
  const { open, closure } = day;
  if (closure) return [closure.reason ? `Closed: ${closure.reason}.` : 'Closed.'];
  if (!open) return [];
  if (open.length > 0) return [`Open ${formatPeriods(open, day)}.`];
  // Hours of a person replace those of the business, so that they can be booked.
  const names = atWork(day).map(({ name }) => shorten(name, MAX_NAME));
  return [names.length === 0 ? 'Closed.' : `No opening hours, but ${names.join(', ')} can be booked.`];
}

/** Says that the clocks of this computer show another time, if they do. */
function zoneNote({ zone, now }: Agenda, computerZone: string | undefined): string[] {
  if (computerZone === undefined) return [];
  const local = (one: string) => formatInstant(new Date(now).toISOString(), one)?.local ?? '';
  const [there, here] = [local(zone), local(computerZone)];
  if (there === here || here === '') return [];
  return [
    `This computer's clock is in ${computerZone}, where it is ${here.slice(11, 16)}; in ${zone} it is ${there.slice(11, 16)}.`,
  ];
}
