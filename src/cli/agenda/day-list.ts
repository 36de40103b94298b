import { displayWidth, fitTo, shorten } from '../terminal/display-width.ts';
import type { Paint, Style } from '../terminal/paint.ts';
import {
  type AgendaAppointment,
  type AgendaDay,
  type AgendaPerson,
  formatPeriod,
  formatPeriods,
  privateBusyText,
} from './agenda.ts';
import { clockText } from './day-times.ts';
import { formatLength, freePeriods, shownPeriod } from './periods.ts';

const MAX_CELL = 26;

interface Row {
  from: number;
  to: number;
  text: string;
  style: Style;
}

/** The lines of a day by time: appointments with the name of their person, and when each person is free. */
export function dayList(day: AgendaDay, width: number, paint: Paint): string[] {
  const [only, ...more] = day.people;
  const isOnePerson = only !== undefined && more.length === 0;
  const rows = [...appointmentRows(day, !isOnePerson), ...(isOnePerson ? restRows(day, only) : [])];
  rows.sort((a, b) => a.from - b.from || a.to - b.to);
  const timeWidth = Math.max(...rows.map((row) => formatPeriod(row, day).length)) + 2;
  const lines = rows.map(({ from, to, text, style }) => {
    const time = formatPeriod({ from, to }, day).padEnd(timeWidth);
    return { from, line: time + paint(shorten(text, width - timeWidth), style) };
  });
  return [...withNow(lines, day, paint), ...(isOnePerson ? [] : freeSection(day, width, paint))];
}

/** Marks the present time, if it is one at which something can happen. */
function withNow(lines: readonly { from: number; line: string }[], day: AgendaDay, paint: Paint): string[] {
  const now = day.nowMinute;
  const shown = shownPeriod([day]);
  const isShown = now !== undefined && shown !== undefined && shown.from <= now && now < shown.to;
  const before = lines.filter(({ from }) => !isShown || from <= now);
  const marker = isShown ? [paint(`${clockText(now, day.zoned)}  ─── now ───`, 'now')] : [];
  return [...before.map(({ line }) => line), ...marker, ...lines.slice(before.length).map(({ line }) => line)];
}

function appointmentRows(day: AgendaDay, isPersonShown: boolean): Row[] {
  const names = new Map(day.people.map(({ id, name }) => [id, name]));
  const cells = day.appointments.map((appointment) => [
    appointment.contact,
    appointment.service,
    ...(isPersonShown ? [names.get(appointment.personId) ?? ''] : []),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.min(MAX_CELL, Math.max(...cells.map((row) => displayWidth(row[column] ?? '')))),
  );
  return day.appointments.map((appointment, index) => {
    const columns = (cells[index] ?? []).map((text, column) => fitTo(text, widths[column] ?? 0));
    const text = [...columns, remarks(appointment)].join('  ').trimEnd();
    return { from: appointment.from, to: appointment.to, text, style: 'appointment' };
  });
}

function remarks({ status, phone, bufferBefore, bufferAfter, privateBusy }: AgendaAppointment): string {
  const buffers = [bufferBefore, bufferAfter].map((minutes) => (minutes > 0 ? formatLength(minutes) : ''));
  const buffer = `${buffers[0] ? `${buffers[0]} before` : ''}${buffers[0] && buffers[1] ? ', ' : ''}${buffers[1] ? `${buffers[1]} after` : ''}`;
  return [privateBusyText(privateBusy), status, phone, buffer && `buffer ${buffer}`].filter(Boolean).join('  ');
}

const restRows = (day: AgendaDay, person: AgendaPerson): Row[] => [
  ...(freePeriods(day, person) ?? []).map(
    ({ from, to }): Row => ({ from, to, text: `free ${formatLength(to - from)}`, style: 'free' }),
  ),
  ...person.away.map((period): Row => ({ ...period, text: 'away', style: 'quiet' })),
];

function freeSection(day: AgendaDay, width: number, paint: Paint): string[] {
  const nameWidth = Math.min(MAX_CELL, Math.max(0, ...day.people.map(({ name }) => displayWidth(name))));
  const lines = day.people.flatMap((person) => {
    const free = freePeriods(day, person);
    if (!free) return [];
    const away = person.away.length > 0 ? `; away ${formatPeriods(person.away, day)}` : '';
    return paint(
      shorten(`  ${fitTo(person.name, nameWidth)}  ${formatPeriods(free, day) || 'no free time'}${away}`, width),
      'free',
    );
  });
  return lines.length > 0 ? ['', paint('Free', 'title'), ...lines] : [];
}
