import type { BusinessChange } from '../../contract/business.ts';
import { cleanLine, pluralize, truncate } from '../../lib/text.ts';
import { formatInstant } from '../../lib/time/format.ts';
import type { PlannedBusiness } from '../../platform/index.ts';
import { table } from '../runtime/table.ts';

const MAX_BOOKINGS = 10;
const MAX_KEPT = 20;
/** Three of them, a time and a reason fit 100 columns. */
const MAX_NAME = 15;

/** Why a booking does not fit, in words. */
const REASONS: Readonly<Record<string, string>> = {
  closed: 'closed on that day',
  outside_hours: 'outside working hours',
  staff_unavailable: 'person gets no bookings',
  not_performed: 'not performed by them',
  service_unavailable: 'service is not bookable',
};

/** The lines of a plan, or of what was applied. */
export function planLines(plan: PlannedBusiness, file: string): string[] {
  return [...changeLines(plan, file), ...affectedLines(plan), ...keptLines(plan)];
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

function affectedLines({ affected_bookings, affected_total, applied, time_zone }: PlannedBusiness): string[] {
  if (affected_total === 0) return [];
  const rows = affected_bookings.slice(0, MAX_BOOKINGS).map((booking) => {
    const time = formatInstant(booking.start_time, time_zone);
    return [
      time ? `${time.weekday.slice(0, 3)} ${time.local.slice(0, 16).replace('T', ' ')}` : booking.start_time,
      ...[booking.service_name, booking.staff_name, booking.contact_name ?? ''].map((name) =>
        truncate(cleanLine(name), MAX_NAME),
      ),
      REASONS[booking.reason] ?? booking.reason,
    ];
  });
  const [verb, rest] = [
    applied ? `no longer fit${affected_total === 1 ? 's' : ''}` : 'would no longer fit',
    affected_total - rows.length,
  ];
  return [
    '',
    `${pluralize(affected_total, 'booking')} ahead ${verb}; what is booked stays until it is moved or cancelled (times in ${time_zone}):`,
    ...table(['start', 'service', 'person', 'customer', 'reason'], rows, 98).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  and ${rest} more; --json has the first hundred`] : []),
  ];
}

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
