import { cleanLine, pluralize, truncate } from '../../lib/text.ts';
import type { BusinessOverview } from '../../platform/index.ts';
import { table } from '../runtime/table.ts';

const WIDTH = 100;
const MAX_NAME = 24;
const MAX_LIST = 20;

type Business = BusinessOverview['business'];

/**
 * The lines of `business show`: what a person wants to see at a glance, on at most 100 columns.
 * @param today in the time zone of the business; what ended before is left out
 */
export function overviewLines({ business, users, bookings_ahead }: BusinessOverview, today: string): string[] {
  const name = cleanLine(business.name);
  return [
    truncate(`${name}${business.is_demo ? ' (the demo business)' : ''}`, WIDTH),
    `${business.time_zone}, country ${business.country}, prices in ${business.currency}, revision ${business.revision}`,
    `${pluralize(bookings_ahead, 'booking')} ahead`,
    ...section('Opening hours', business.opening_hours ?? ['not set: times outside of them are not refused']),
    ...section('Closures', business.closures.filter(isAhead(today)).map(closureLine)),
    ...section('Special hours', business.special_hours.filter(isAhead(today)).map(specialLine)),
    ...section('Services', serviceTable(business)),
    ...section('Later prices', laterPrices(business, today)),
    ...section('People', staffTable(business)),
    ...section('Time off', timeOffLines(business, today)),
    ...section('Rules', ruleLines(business)),
    ...section(
      'Users',
      users.length > 0
        ? table(
            ['e-mail', 'name', 'role', 'password'],
            users.map((user) => [
              truncate(user.email, 46),
              short(user.name),
              user.role,
              user.hasPassword ? 'set' : 'none',
            ]),
            WIDTH - 2,
          )
        : [],
    ),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['', title, ...lines.map((line) => truncate(`  ${line.trimEnd()}`, WIDTH))];
}

const isAhead =
  (today: string) =>
  ({ to }: { to: string }) =>
    to >= today;
const short = (text: string, max = MAX_NAME) => truncate(cleanLine(text), max);
const period = ({ from, to }: { from: string; to: string }) => (from === to ? from : `${from} to ${to}`);
const reason = (text: string | null) => (text ? `  ${cleanLine(text)}` : '');

const closureLine = (closure: Business['closures'][number]) => `${period(closure)}${reason(closure.reason)}`;
const specialLine = ({ hours, staff, ...entry }: Business['special_hours'][number]) =>
  `${period(entry)}  ${hours}${reason(entry.reason)}${staff.length > 0 ? `  (${staff.join(', ')})` : ''}`;

function serviceTable({ services, currency }: Business): string[] {
  if (services.length === 0) return ['none yet'];
  const rows = services.map((service) => [
    short(service.id, 20),
    short(service.name),
    service.duration,
    amount(service.price_today ?? service.price, currency),
    [service.buffer_before ?? '0m', service.buffer_after ?? '0m'].join('/').replace('0m/0m', ''),
    service.active ? short(service.staff === 'all' ? 'all' : service.staff.join(', '), MAX_LIST) : 'not booked',
  ]);
  return table(['id', 'name', 'time', 'price', 'buffers', 'people'], rows, WIDTH - 2);
}

const laterPrices = ({ services, currency }: Business, today: string) =>
  services.flatMap(({ name, price_changes }) =>
    price_changes
      .filter(({ from }) => from > today)
      .map(({ from, price }) => `${from}  ${short(name)}  ${amount(price, currency)}`),
  );

const amount = (price: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
    .format(price)
    .replace(/^[A-Z]{3}\s?/, '');

function staffTable({ staff }: Business): string[] {
  if (staff.length === 0) return ['none yet'];
  const rows = staff.map((member) => [
    short(member.id, 20),
    short(member.name),
    member.active ? short(member.opening_hours?.join('; ') ?? 'opening hours', 48) : 'gets no bookings',
  ]);
  return table(['id', 'name', 'hours'], rows, WIDTH - 2);
}

const timeOffLines = ({ staff }: Business, today: string) =>
  staff.flatMap(({ name, time_off }) =>
    time_off.filter(isAhead(today)).map((absence) => `${period(absence)}  ${short(name)}`),
  );

function ruleLines({ rules }: Business): string[] {
  const entries = Object.entries(rules).filter(([, value]) => value !== undefined && value !== null);
  return entries.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value).replaceAll('_', ' ')}`);
}
