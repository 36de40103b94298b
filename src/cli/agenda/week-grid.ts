import { twoDigits } from '../../lib/time/clock-text.ts';
import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { displayWidth, fitTo, pad, shorten, take } from '../runtime/display-width.ts';
import type { Paint, Style } from '../runtime/paint.ts';
import {
  type AgendaAppointment,
  type AgendaDay,
  type AgendaPerson,
  appointmentsOf,
  atWork,
  formatPeriods,
  markedContact,
} from './agenda.ts';
import { freePeriods, shownPeriod } from './periods.ts';

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
  columnOf(minute: number): number;
}

/** The lines of several days: for each day one for each person, with appointments as blocks along the hours. */
export function weekGrid(days: readonly AgendaDay[], width: number, paint: Paint): string[] {
  const shown = shownPeriod(days) ?? { from: 9 * 60, to: 17 * 60 };
  const names = days.flatMap(({ people }) => people.map(({ name }) => displayWidth(name)));
  const labelWidth = Math.max(DATE_WIDTH, Math.min(MAX_NAME, ...[Math.max(0, ...names)]) + 2) + 2;
  const scale = scaleOf(shown, width - labelWidth);
  return days.flatMap((day) => {
    const isToday = day.nowMinute !== undefined;
    const date = fitTo(`${day.weekday.slice(0, 3)} ${day.date}${isToday ? ' today' : ''}`, labelWidth);
    const remark = shorten(remarkOn(day), width - labelWidth);
    const head = paint(date, isToday ? 'now' : 'title');
    if (day.people.length === 0) return ['', `${head}${paint(remark, 'quiet')}`.trimEnd()];
    return [
      '',
      `${head}${hourLine(day, shown, scale, paint)}`.trimEnd(),
      ...day.people.map((person) =>
        `${fitTo(`  ${person.name}`, labelWidth - 2)}  ${personLine(day, person, scale, paint)}`.trimEnd(),
      ),
      ...(remark ? [`${' '.repeat(labelWidth)}${paint(remark, 'quiet')}`] : []),
    ];
  });
}

function scaleOf({ from, to }: OpenPeriod, width: number): Scale {
  const minutes = SCALES.find((one) => (to - from) / one <= width) ?? COARSEST_SCALE;
  const columnOf = (minute: number) => Math.round((Math.min(Math.max(minute, from), to) - from) / minutes);
  return { width: columnOf(to), columnOf };
}

/** The hours above their columns; on the present day with a mark at the present time. */
function hourLine(
  { nowMinute: now }: AgendaDay,
  { from, to }: OpenPeriod,
  { width, columnOf }: Scale,
  paint: Paint,
): string {
  let line = '';
  for (let minute = from; minute < to; minute += 60) {
    const column = columnOf(minute);
    if (line.length <= column) line = pad(line, column) + twoDigits(minute / 60);
    line += ' ';
  }
  line = pad(line, width);
  if (now === undefined || now < from || now >= to) return paint(line, 'quiet');
  const at = columnOf(now);
  return paint(line.slice(0, at), 'quiet') + paint('▼', 'now') + paint(line.slice(at + 1), 'quiet');
}

/** A piece of a line: where it stands, and its text for a number of columns. */
interface Piece extends OpenPeriod {
  style: Style;
  text(columns: number): string;
}

function personLine(day: AgendaDay, person: AgendaPerson, { width, columnOf }: Scale, paint: Paint): string {
  const pieces = piecesOf(day, person);
  const owners = new Array<Piece | undefined>(width).fill(undefined);
  // The first piece that needs a column has it.
  for (const piece of [...pieces].reverse()) {
    owners.fill(piece, columnOf(piece.from), Math.max(columnOf(piece.to), columnOf(piece.from) + 1));
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
    ...(people.length === 0 && open && open.length > 0 ? [`open ${formatPeriods(open)}, but no person works`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  return parts.join('; ');
}
