import type { AffectedBooking, BusinessChange } from '../../contract/index.ts';
import { cleanLine, pluralize, truncate } from '../../lib/text/text.ts';
import { formatInstant } from '../../lib/time/format.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import type { PlannedBusiness } from '../../platform/index.ts';
import { countAffected } from '../../tools/setup/count-affected.ts';
import { table } from '../terminal/table.ts';

const MAX_BOOKINGS = 10;
const MAX_KEPT = 20;
/** Three of them, a time and a reason fit 100 columns. */
const MAX_NAME = 15;
/** Of the lines of a table, which are indented. */
const WIDTH = 98;

/** Why a booking does not fit, in words. */
const REASONS: Readonly<Record<string, string>> = {
  closed: 'closed on that day',
  away: 'person is away',
  outside_hours: 'outside working hours',
  staff_unavailable: 'person gets no bookings',
  not_performed: 'not performed by them',
  service_unavailable: 'service is not bookable',
};

/** Marks of bookings, which the lines below the table explain: a column of words would be too wide. */
const [ALREADY, DELIBERATE] = [' *', ' **'];
const markOf = ({ already, deliberate }: AffectedBooking) => (deliberate ? DELIBERATE : already ? ALREADY : '');

/** The lines of a plan, or of what was applied. */
export function planLines(plan: PlannedBusiness, file: string): string[] {
  return [...changeLines(plan, file), ...equalNameLines(plan), ...affectedLines(plan), ...keptLines(plan)];
}

const indented = ({ text }: BusinessChange) => `  ${cleanLine(text)}`;

function changeLines({ changes, applied, revision, is_new }: PlannedBusiness, file: string): string[] {
  if (changes.length === 0) return [`No changes: the database is as ${file} says (revision ${revision}).`];
  const count = pluralize(changes.length, 'change');
  const title = applied
    ? `${count} applied: the business is at revision ${revision}.`
    : is_new
      ? `${count}, in a database that holds no business yet:`
      : `${count} since revision ${revision}:`;
  return [title, ...changes.map(indented)];
}

function equalNameLines({ equal_names: groups }: PlannedBusiness): string[] {
  if (groups.length === 0) return [];
  const rest = groups.length - MAX_KEPT;
  return [
    '',
    'Equal names, which tools understand only by id:',
    ...groups
      .slice(0, MAX_KEPT)
      .map(({ list, name, ids }) => `  ${truncate(`${list}: ${cleanLine(name)} (${ids.join(', ')})`, WIDTH)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function affectedLines(plan: PlannedBusiness): string[] {
  const { affected_bookings, affected_total, time_zone } = plan;
  if (affected_total === 0) return [];
  const rows = affected_bookings.slice(0, MAX_BOOKINGS).map((booking) => {
    const time = formatInstant(booking.start_time, time_zone);
    return [
      time ? `${time.weekday.slice(0, 3)} ${minuteText(time.local)}` : booking.start_time,
      ...[booking.service_name, booking.staff_name, booking.contact_name ?? ''].map((name) =>
        truncate(cleanLine(name), MAX_NAME),
      ),
      `${REASONS[booking.reason] ?? booking.reason}${markOf(booking)}`,
    ];
  });
  const rest = affected_total - rows.length;
  const marks = new Set(affected_bookings.slice(0, MAX_BOOKINGS).map(markOf));
  return [
    '',
    `${countLine(plan)}.`,
    `What is booked stays until it is moved or cancelled (times in ${time_zone}):`,
    ...withNextSteps(table(['start', 'service', 'person', 'customer', 'reason'], rows, WIDTH), affected_bookings),
    ...(rest > 0 ? [`  and ${rest} more; --json has the first hundred`] : []),
    ...(marks.has(ALREADY) ? [`  ${ALREADY} did not fit before, either`] : []),
    ...(marks.has(DELIBERATE) ? [`  ${DELIBERATE} on purpose: an override permitted it`] : []),
  ];
}

/** The lines of a table, and below each booking whom to call and who can take it over. */
function withNextSteps([head = '', rule = '', ...rows]: string[], bookings: readonly AffectedBooking[]): string[] {
  const lines = [head, rule];
  for (const [index, row] of rows.entries()) {
    const { contact_phone: phone, contact_email: email, free_with: free } = bookings[index] ?? {};
    const contact = phone ?? email;
    const names = free?.map(({ staff_name: name }) => truncate(cleanLine(name), MAX_NAME)) ?? [];
    const steps = [
      ...(contact ? [cleanLine(contact)] : []),
      ...(names.length > 0 ? [`free: ${names.join(', ')}`] : []),
    ];
    lines.push(row, ...(steps.length > 0 ? [`  ${steps.join('; ')}`] : []));
  }
  return lines.map((line) => `  ${truncate(line, WIDTH)}`);
}

const countLine = ({ affected_total: total, already_total: already = 0, applied, changes }: PlannedBusiness) =>
  countAffected({ total, already, isMade: applied || changes.length === 0 });

function keptLines({ kept }: PlannedBusiness): string[] {
  if (kept.length === 0) return [];
  const rest = kept.length - MAX_KEPT;
  return [
    '',
    'In the database, not in the file, and kept. With --prune:',
    ...kept.slice(0, MAX_KEPT).map(indented),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}
