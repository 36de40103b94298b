import { twoDigits } from '../../lib/time/clock-text.ts';
import { gapsOf, type HourMark, hourMarks } from '../../lib/time/day-axis.ts';
import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { displayWidth, fitTo, pad, shorten, take } from '../terminal/display-width.ts';
import type { Paint, Style } from '../terminal/paint.ts';
import {
  type AgendaAppointment,
  type AgendaDay,
  type AgendaPerson,
  appointmentsOf,
  atWork,
  formatPeriods,
  markedContact,
} from './agenda.ts';
import { clockChangeOf } from './day-times.ts';
import { axisOf, freePeriods, shownPeriod } from './periods.ts';

const DATE_WIDTH = 'Mon 2026-11-23 today'.length;
const MAX_NAME = 20;
/** Minutes that a column stands for, the finest first. */
const SCALES = [5, 7.5, 10, 15, 30];
const COARSEST_SCALE = 60;

/** Explains the signs of `weekGrid`. */
export const WEEK_LEGEND = '[name] appointment   ··· free   ~~~ buffer   ░░░ away   blank: not at work';

/** The columns of the time line. */
interface Scale {
  width: number;
  /** The full hours, and the columns in which they begin. */
  hours: (HourMark & { column: number })[];
  columnOf(minute: number, day: AgendaDay): number;
  isShown(minute: number, day: AgendaDay): boolean;
  /** The columns of hours that a day does not have. */
  gaps(day: AgendaDay): OpenPeriod[];
}

/** The lines of several days: for each day one for each person, with appointments as blocks along the hours. */
export function weekGrid(days: readonly AgendaDay[], width: number, paint: Paint): string[] {
  const shown = shownPeriod(days) ?? { from: 9 * 60, to: 17 * 60 };
  const names = days.flatMap(({ people }) => people.map(({ name }) => displayWidth(name)));
  const labelWidth = Math.max(DATE_WIDTH, Math.min(MAX_NAME, ...[Math.max(0, ...names)]) + 2) + 2;
  const scale = scaleOf(days, shown, width - labelWidth);
  return days.flatMap((day) => {
    const isToday = day.nowMinute !== undefined;
    const date = fitTo(`${day.weekday.slice(0, 3)} ${day.date}${isToday ? ' today' : ''}`, labelWidth);
    const remark = shorten(remarkOn(day), width - labelWidth);
    const head = paint(date, isToday ? 'now' : 'title');
    if (day.people.length === 0) return ['', `${head}${paint(remark, 'quiet')}`.trimEnd()];
    return [
      '',
      `${head}${hourLine(day, scale, paint)}`.trimEnd(),
      ...day.people.map((person) =>
        `${fitTo(`  ${person.name}`, labelWidth - 2)}  ${personLine(day, person, scale, paint)}`.trimEnd(),
      ),
      ...(remark ? [`${' '.repeat(labelWidth)}${paint(remark, 'quiet')}`] : []),
    ];
  });
}

function scaleOf(days: readonly AgendaDay[], { from, to }: OpenPeriod, width: number): Scale {
  const minutes = SCALES.find((one) => (to - from) / one <= width) ?? COARSEST_SCALE;
  const { strips, onAxis } = axisOf(days);
  const columnAt = (minute: number) => Math.round((Math.min(Math.max(minute, from), to) - from) / minutes);
  return {
    width: columnAt(to),
    hours: hourMarks({ start: from, end: to, strips }).map((mark) => ({ ...mark, column: columnAt(mark.minute) })),
    columnOf: (minute, day) => columnAt(onAxis(minute, day)),
    gaps: ({ zoned }) => gapsOf(zoned, strips).map(({ start, end }) => ({ from: columnAt(start), to: columnAt(end) })),
    isShown: (minute, day) => from <= onAxis(minute, day) && onAxis(minute, day) < to,
  };
}

/** The hours above their columns; on the present day with a mark at the present time. */
function hourLine(day: AgendaDay, { width, hours, columnOf, isShown }: Scale, paint: Paint): string {
  let line = '';
  for (const { column, clock } of hours.filter((mark) => hasHour(day, mark))) {
    if (line.length <= column) line = pad(line, column) + twoDigits(clock / 60);
    line += ' ';
  }
  line = pad(line, width);
  if (day.nowMinute === undefined || !isShown(day.nowMinute, day)) return paint(line, 'quiet');
  const at = columnOf(day.nowMinute, day);
  return paint(line.slice(0, at), 'quiet') + paint('▼', 'now') + paint(line.slice(at + 1), 'quiet');
}

/** An hour that clocks show twice, or skip, on another of the days is not one of this day, or the other way round. */
function hasHour({ zoned }: AgendaDay, { clock, isRepeated }: HourMark): boolean {
  const change = clockChangeOf(zoned);
  const isInChange = change !== undefined && change.shown.from <= clock && clock < change.shown.to;
  return isRepeated ? isInChange && !change.isForward : !(isInChange && change.isForward);
}

/** A piece of a line: where it stands, and its text for a number of columns. */
interface Piece extends OpenPeriod {
  style: Style;
  text(columns: number): string;
}

function personLine(day: AgendaDay, person: AgendaPerson, { width, columnOf, gaps }: Scale, paint: Paint): string {
  const pieces = piecesOf(day, person);
  const owners = new Array<Piece | undefined>(width).fill(undefined);
  // The first piece that needs a column has it.
  for (const piece of [...pieces].reverse()) {
    const from = columnOf(piece.from, day);
    owners.fill(piece, from, Math.max(columnOf(piece.to, day), from + 1));
  }
  for (const { from, to } of gaps(day)) {
    // An appointment stays in one piece.
    for (let at = from; at < to; at++) if (owners[at]?.style !== 'appointment') owners[at] = undefined;
  }
  let line = '';
  for (let start = 0; start < width; ) {
    const piece = owners[start];
    let end = start + 1;
    while (end < width && owners[end] === piece) end++;
    line += piece ? paint(piece.text(end - start), piece.style) : ' '.repeat(end - start);
    start = end;
  }
  return line;
}

const filled = (sign: string, style: Style) => ({ style, text: (columns: number) => sign.repeat(columns) });

function piecesOf(day: AgendaDay, person: AgendaPerson): Piece[] {
  const appointments = appointmentsOf(day, person);
  const blocks = appointments.map(
    ({ from, to, ...rest }): Piece => ({ from, to, style: 'appointment', text: (columns) => block(rest, columns) }),
  );
  const buffers = appointments.flatMap(({ from, to, bufferBefore, bufferAfter }): Piece[] => [
    ...(bufferBefore > 0 ? [{ from: from - bufferBefore, to: from, ...filled('~', 'quiet') }] : []),
    ...(bufferAfter > 0 ? [{ from: to, to: to + bufferAfter, ...filled('~', 'quiet') }] : []),
  ]);
  return [
    ...blocks,
    ...buffers,
    ...person.away.map((period): Piece => ({ ...period, ...filled('░', 'quiet') })),
    ...(freePeriods(day, person) ?? []).map((period): Piece => ({ ...period, ...filled('·', 'free') })),
  ];
}

function block(appointment: Pick<AgendaAppointment, 'contact' | 'privateBusy'>, columns: number): string {
  if (columns < 3) return '['.padEnd(columns, ']');
  return `[${pad(take(markedContact(appointment), columns - 2), columns - 2)}]`;
}

/** What the lines of a day do not show. */
function remarkOn(day: AgendaDay): string {
  const { closure, open, people, cancelled } = day;
  const isClosed = open?.length === 0 && atWork(day).length === 0;
  const parts = [
    ...(closure ? [closure.reason ? `closed: ${closure.reason}` : 'closed'] : isClosed ? ['closed'] : []),
    ...(people.length === 0 && open && open.length > 0
      ? [`open ${formatPeriods(open, day)}, but no person works`]
      : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  return parts.join('; ');
}
