import { pick } from '../../tools/activity/random-business.ts';

/** Times near which the bookings of a random team are: a clock change, the end of a year, and before 1970. */
export const NEAR = ['2024-03-31T01:00:00Z', '2024-12-31T20:00:00Z', '1969-12-31T12:00:00Z'].map((time) =>
  Date.parse(time),
);

const VISITS = '2024-12-30T00:00:00Z';

/** Returns the path of a random question about the bookings of a random team: numbers, or contacts by their visits. */
export function randomQuestion(random: () => number): string {
  const maybe = (share: number, text: string) => (random() < share ? text : '');
  if (random() < 0.25) {
    const before = maybe(
      0.7,
      `&last_visit_before=${pick(random, [VISITS, '2024-04-01T00:00:00Z', '2199-01-01T00:00:00Z'])}`,
    );
    const others = `${maybe(0.6, '&no_appointment_ahead=true')}${maybe(0.2, '&service_id=sv_1')}`;
    return `/v1/contacts?now=${pick(random, ['2024-12-31T20:00:00Z', '2024-03-31T00:00:00Z'])}${before}${others}&order=asc`;
  }
  const from = pick(random, NEAR) + Math.floor((random() - 0.5) * 8 * 86_400) * 1_000;
  const to = from + Math.floor(random() * pick(random, [2, 20, 20_000]) * 86_400 + 1) * 1_000;
  const names = ['day', 'week', 'month', 'weekday', 'hour', 'service', 'staff', 'status', 'customer', 'customer'];
  const groups = [...new Set([pick(random, names), pick(random, names)])].slice(0, Math.floor(random() * 3));
  const zone = pick(random, ['Europe/Vienna', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']);
  const filters = [
    maybe(0.15, '&service_id=sv_1'),
    maybe(0.2, `&staff_id=${pick(random, ['st_1', 'st_2', 'st_77'])}`),
    maybe(0.2, `&status=${pick(random, ['confirmed', 'Cancelled', 'active', 'unheard_of'])}`),
    maybe(0.1, '&contact_id=ct_1'),
  ];
  const rest = `&limit=${pick(random, [1, 3, 50])}&order=${pick(random, ['count', 'value', 'key'])}`;
  const window = maybe(0.9, `&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`);
  return `/v1/summary?kind=bookings&group_by=${groups}&time_zone=${zone}${window}${filters.join('')}${rest}`;
}
