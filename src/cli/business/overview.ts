import { cleanLine, pluralize } from '../../lib/text/text.ts';
import { formatNotice, parseMinutes } from '../../lib/time/minutes.ts';
import type { BusinessOverview } from '../../platform/index.ts';
import { wrapColumns } from '../terminal/display-width.ts';
import { type Column, fittedTable } from '../terminal/fitted-table.ts';

const INDENT = '  ';
/** A name that is cut is still recognised. */
const LEAST_NAME = 12;
const LEAST_HOURS = 20;
const NAME = ['name', LEAST_NAME] as const;

type Business = BusinessOverview['business'];

/**
 * The lines of `business show`: what a person wants to see at a glance. Ids and e-mail addresses are never cut, because
 * commands and files take them.
 * @param today in the time zone of the business; what ended before is left out
 * @param width columns of the terminal; infinite where a pipe or a file gets everything
 */
export function overviewLines(
  { business, users, bookings_ahead }: BusinessOverview,
  today: string,
  width: number,
): string[] {
  const name = cleanLine(business.name);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.flatMap((line) => fitted(`${INDENT}${line}`, width))];
  const tableOf = (columns: readonly Column[], rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : fittedTable(columns, rows, width - INDENT.length);
  return [
    ...fitted(`${name}${business.is_demo ? ' (the demo business)' : ''}`, width),
    `${business.time_zone}, country ${business.country}, prices in ${business.currency}, revision ${business.revision}`,
    `${pluralize(bookings_ahead, 'booking')} ahead`,
    ...section('Opening hours', business.opening_hours ?? ['not set: times outside of them are not refused']),
    ...section('Closures', business.closures.filter(isAhead(today)).map(closureLine)),
    ...section('Special hours', business.special_hours.filter(isAhead(today)).map(specialLine)),
    ...section('Services', orNone(tableOf(SERVICE_COLUMNS, serviceRows(business)))),
    ...section('Notice and booking window of single services', ownTimes(business)),
    ...section('Later prices', laterPrices(business, today)),
    ...section('People', orNone(tableOf(staffColumns(business), staffRows(business)))),
    ...section('Time off', timeOffLines(business, today)),
    ...section('Rules', ruleLines(business)),
    ...section(
      'Users',
      tableOf(
        ['e-mail', NAME, 'role', 'password'],
        users.map((user) => [user.email, cleanLine(user.name), user.role, user.hasPassword ? 'set' : 'none']),
      ),
    ),
  ];
}

/** Continues a line that is too long on further ones. */
function fitted(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const indent = line.slice(0, line.length - line.trimStart().length);
  return wrapColumns(line.trim(), width - indent.length - INDENT.length).map(
    (part, index) => `${index === 0 ? indent : indent + INDENT}${part}`,
  );
}

const orNone = (lines: readonly string[]) => (lines.length > 0 ? lines : ['none yet']);

const isAhead =
  (today: string) =>
  ({ to }: { to: string }) =>
    to >= today;
const period = ({ from, to }: { from: string; to: string }) => (from === to ? from : `${from} to ${to}`);
const reason = (text: string | null) => (text ? `  ${cleanLine(text)}` : '');

const closureLine = (closure: Business['closures'][number]) => `${period(closure)}${reason(closure.reason)}`;
const specialLine = ({ hours, staff, ...entry }: Business['special_hours'][number]) =>
  `${period(entry)}  ${hours}${reason(entry.reason)}${staff.length > 0 ? `  (${staff.join(', ')})` : ''}`;

const SERVICE_COLUMNS = ['id', NAME, 'time', 'price', 'buffers', ['people', LEAST_NAME]] as const;

const serviceRows = ({ services, currency }: Business) =>
  services.map((service) => [
    service.id,
    cleanLine(service.name),
    service.duration,
    amount(service.price_today ?? service.price, currency),
    [service.buffer_before ?? '0m', service.buffer_after ?? '0m'].join('/').replace('0m/0m', ''),
    service.active ? (service.staff === 'all' ? 'all' : service.staff.join(', ')) : 'not booked',
  ]);

/** What services have instead of the rules. */
const ownTimes = ({ services, rules }: Business) =>
  services.flatMap(({ id, minimum_notice: notice, booking_window: window }) => {
    const times = [
      ...(notice ? [`minimum notice ${noticeOf(notice, rules)}`] : []),
      ...(window ? [`booking window ${window}`] : []),
    ];
    return times.length > 0 ? [`${id}  ${times.join(', ')}`] : [];
  });

const noticeOf = (notice: string, { notice_counts: counts }: Business['rules']) =>
  formatNotice(parseMinutes(notice) ?? 0, counts);

const laterPrices = ({ services, currency }: Business, today: string) =>
  services.flatMap(({ name, price_changes }) =>
    price_changes
      .filter(({ from }) => from > today)
      .map(({ from, price }) => `${from}  ${cleanLine(name)}  ${amount(price, currency)}`),
  );

const amount = (price: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
    .format(price)
    .replace(/^[A-Z]{3}\s?/, '');

/** Most businesses have no private calendars, and no room for an empty column. */
const hasCalendars = ({ staff }: Business) => staff.some((member) => member.has_calendar);

const staffColumns = (business: Business): Column[] => [
  'id',
  NAME,
  ['hours', LEAST_HOURS],
  ...(hasCalendars(business) ? ['calendar'] : []),
];

const staffRows = (business: Business) =>
  business.staff.map((member) => [
    member.id,
    cleanLine(member.name),
    member.active ? (member.opening_hours?.join('; ') ?? 'opening hours') : 'gets no bookings',
    // The address is a secret.
    ...(hasCalendars(business) ? [member.has_calendar ? 'private' : ''] : []),
  ]);

const timeOffLines = ({ staff }: Business, today: string) =>
  staff.flatMap(({ name, time_off }) =>
    time_off.filter(isAhead(today)).map((absence) => `${period(absence)}  ${cleanLine(name)}`),
  );

function ruleLines({ rules }: Business): string[] {
  const entries = Object.entries(rules).filter(([, value]) => value !== undefined && value !== null);
  return entries.map(([name, value]) => {
    const text = name === 'minimum_notice' ? noticeOf(String(value), rules) : String(value).replaceAll('_', ' ');
    return `${name.replaceAll('_', ' ')}: ${text}`;
  });
}
