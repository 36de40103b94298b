import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { fitTo } from '../terminal/display-width.ts';
import type { Paint, Style } from '../terminal/paint.ts';
import { type AgendaAppointment, type AgendaDay, type AgendaPerson, appointmentsOf, markedContact } from './agenda.ts';
import { clockText } from './day-times.ts';
import { formatLength, freePeriods, shownPeriod, subtractPeriods, takenBy } from './periods.ts';

const MIN_COLUMN = 18;
const MAX_COLUMN = 34;
const ROW_MINUTES = 30;

/** A stretch of a column, drawn by its mark and its words. */
interface Segment extends OpenPeriod {
  mark: 'appointment' | 'line' | 'shade' | 'none';
  words: readonly string[];
  style: Style;
}

interface Column {
  title: string;
  segments: Segment[];
}

/** The lines of a day with a column for each person; undefined if they do not fit the width, or there are no two people. */
export function dayGrid(day: AgendaDay, width: number, paint: Paint): string[] | undefined {
  const shown = shownPeriod([day]);
  if (!shown || day.people.length < 2) return undefined;
  const columns = day.people.flatMap((person) => columnsOf(day, person, shown));
  const minutes = rowMinutes(shown, columns);
  const now = day.nowMinute;
  const clock = (minute: number) => clockText(minute, day.zoned);
  const timeWidth = Math.max(...[...minutes, shown.to, now ?? shown.to].map((minute) => clock(minute).length)) + 2;
  const columnWidth = Math.min(MAX_COLUMN, Math.floor((width - timeWidth) / columns.length));
  if (columnWidth < MIN_COLUMN) return undefined;
  const cell = (text: string, style: Style) => paint(fitTo(text, columnWidth - 1), style);
  const line = (time: string, cells: readonly string[]) => `${time.padEnd(timeWidth)}${cells.join(' ')}`.trimEnd();

  const nowLine = paint(
    `${clock(now ?? 0).padEnd(timeWidth)}${'─'.repeat(3)} now ${'─'.repeat(columnWidth * columns.length - 10)}`,
    'now',
  );
  const lines = [
    line(
      '',
      columns.map(({ title }) => cell(title, 'title')),
    ),
  ];
  for (const [index, minute] of minutes.entries()) {
    const next = minutes[index + 1] ?? shown.to;
    if (now === minute) lines.push(nowLine);
    const cells = columns.map(({ segments }) => {
      const segment = segments.find(({ from, to }) => from <= minute && minute < to);
      return segment ? drawn(segment, minute, minutes, cell) : cell('', 'plain');
    });
    lines.push(line(clock(minute), cells));
    if (now !== undefined && minute < now && now < next) lines.push(nowLine);
  }
  return [...lines, clock(shown.to)];
}

/** Every half hour, every minute at which something begins or ends, and a second row for short appointments. */
function rowMinutes({ from, to }: OpenPeriod, columns: readonly Column[]): number[] {
  const minutes = new Set<number>();
  for (let minute = from; minute < to; minute += ROW_MINUTES) minutes.add(minute);
  for (const segment of columns.flatMap(({ segments }) => segments)) {
    minutes.add(segment.from).add(segment.to);
    if (segment.mark === 'appointment' && segment.to - segment.from >= ROW_MINUTES) {
      minutes.add(segment.from + ROW_MINUTES / 2);
    }
  }
  return [...minutes].filter((minute) => from <= minute && minute < to).sort((a, b) => a - b);
}

function drawn(
  segment: Segment,
  minute: number,
  minutes: readonly number[],
  cell: (text: string, style: Style) => string,
) {
  const rows = minutes.filter((one) => segment.from <= one && one < segment.to);
  const index = rows.indexOf(minute);
  const isLast = index === rows.length - 1;
  // What has one row says everything on it.
  const words = rows.length === 1 ? segment.words.join(', ') : (segment.words[index] ?? '');
  const style = segment.mark === 'appointment' && index === 0 ? 'name' : segment.style;
  return cell(`${markOf(segment.mark, index === 0, isLast)} ${words}`, style);
}

function markOf(mark: Segment['mark'], isFirst: boolean, isLast: boolean): string {
  if (mark === 'line') return '┊';
  if (mark === 'shade') return '░';
  if (mark === 'none') return ' ';
  if (isFirst) return isLast ? '╶' : '┌';
  return isLast ? '└' : '│';
}

/** A person has a second column where appointments overlap. */
function columnsOf(day: AgendaDay, person: AgendaPerson, shown: OpenPeriod): Column[] {
  const lanes: AgendaAppointment[][] = [[]];
  for (const appointment of appointmentsOf(day, person)) {
    const lane = lanes.find((one) => (one.at(-1)?.to ?? 0) <= appointment.from);
    if (lane) lane.push(appointment);
    else lanes.push([appointment]);
  }
  return lanes.map((appointments, index) => ({
    title: index === 0 ? person.name : `${person.name} (${index + 1})`,
    segments: [
      ...appointments.flatMap((one) => segmentsOf(one, day)),
      ...(index === 0 ? restOf(day, person, shown) : []),
    ],
  }));
}

function segmentsOf(appointment: AgendaAppointment, day: AgendaDay): Segment[] {
  const { from, to, service, status } = appointment;
  const taken = takenBy(appointment, day);
  const buffer = { mark: 'line', words: ['buffer'], style: 'quiet' } as const;
  const words = [markedContact(appointment), status ? `${service} (${status})` : service];
  return [
    { from, to, mark: 'appointment', words, style: 'appointment' },
    { from: taken.from, to: from, ...buffer },
    { from: to, to: taken.to, ...buffer },
  ];
}

/** What is no appointment: free time, absences, and time outside of working hours. */
function restOf(day: AgendaDay, person: AgendaPerson, shown: OpenPeriod): Segment[] {
  const free = freePeriods(day, person);
  if (!free || !person.hours) return [];
  const { away } = person;
  const work = [...person.hours, ...away].sort((a, b) => a.from - b.from);
  return [
    ...free.map(({ from, to }): Segment => {
      return { from, to, mark: 'none', words: [`free ${formatLength(to - from)}`], style: 'free' };
    }),
    ...away.map((period): Segment => ({ ...period, mark: 'shade', words: ['away'], style: 'quiet' })),
    ...subtractPeriods([shown], work).map((period): Segment => {
      return { ...period, mark: 'shade', words: ['not at work'], style: 'quiet' };
    }),
  ];
}
