import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomExamples } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { randomTeam, ZONE } from '../summary/random-team.ts';
import { httpClient } from '../support/client.ts';

/** Lists of bookings have the values that `summarize_activity` counts. */
const NEAR = ['2024-03-31T01:00:00Z', '2024-10-27T01:00:00Z', '2024-12-31T20:00:00Z'].map((time) => Date.parse(time));
const DAYS = ['2024-03-29', '2024-03-31', '2024-10-26', '2024-10-27', '2024-12-30', '2025-01-01', '2025-01-02'];
const STATUSES = ['active', 'cancelled', 'all'] as const;

const home = temporaryFolder();
let platform: StartedPlatform;
let session: HttpSession;

beforeAll(async () => {
  platform = await startPlatform({ business: randomTeam(41, NEAR) });
  const key = await platform.key();
  // One service has several prices, of which two begin on days with a clock change. One is not offered any more.
  const changes = [
    { from: '2024-03-31', price: 47.5 },
    { from: '2024-10-27', price: 0 },
    { from: '2024-12-31', price: 51.25 },
  ];
  const services = [
    { id: 'sv_0', price: 45, price_changes: changes },
    { id: 'sv_1' },
    { id: 'sv_2', price: 19.99, price_changes: [{ from: '2025-01-01', price: 20.99 }] },
    { id: 'sv_3', active: false },
  ];
  const { status, body } = await httpClient(platform.url)('POST', '/v1/business/apply', {
    key,
    body: { business: { services }, prune: ['services', 'price_changes'] },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: key, RCPT_TIME_ZONE: ZONE });
});
afterAll(async () => {
  await session?.close();
  await platform?.close();
  rmSync(home, { recursive: true, force: true });
});

interface Row {
  booking_id: string;
  start_time: string;
  status: string;
  price_cents: number | null;
}

async function listed(args: readonly string[]): Promise<{ rows: Row[]; line: string }> {
  const words = ['bookings', 'export', '--json', ...args, '--database', platform.database];
  const { code, stdout, stderr } = await runProgram(words, cleanEnvironment(home));
  expect(code, stderr).toBe(0);
  return { rows: JSON.parse(stdout) as Row[], line: stderr };
}

it('a list has the number and the value that a summary of the same days counts', async () => {
  const random = randomOf(2_026);
  const seen = { valued: 0, unpriced: 0 };
  for (let number = 0; number < randomExamples(12); number++) {
    // The first list has bookings of every kind.
    const isWhole = number === 0;
    const [from = '', to = ''] = isWhole ? ['2024-01', '2025-12'] : [pick(random, DAYS), pick(random, DAYS)].sort();
    const status = isWhole ? 'all' : pick(random, STATUSES);
    const service = !isWhole && random() < 0.3 ? pick(random, ['sv_0', 'sv_2', 'sv_3', 'sv_4']) : undefined;
    const staff = !isWhole && random() < 0.2 ? 'st_1' : undefined;
    const args = [
      ...['--from', from, '--to', to, '--status', status],
      ...(service ? ['--service', service] : []),
      ...(staff ? ['--staff', staff] : []),
    ];
    const { rows, line } = await listed(args);
    const { data, isError, text } = await session.client.call('summarize_activity', {
      kind: 'bookings',
      from: isWhole ? '2024-01-01' : from,
      to: isWhole ? '2025-12-31' : to,
      ...(status === 'all' ? {} : { status }),
      ...(service ? { service_id: service } : {}),
      ...(staff ? { staff_id: staff } : {}),
    });
    expect(isError, text).toBe(false);
    const { bookings } = data as { bookings: Record<string, number> };
    const taking = rows.filter((row) => row.status === 'confirmed');
    const cents = rows.reduce((sum, { price_cents: price }) => sum + (price ?? 0), 0);
    const unpriced = taking.filter(({ price_cents: price }) => price === null).length;
    const about = args.join(' ');
    expect(rows.length, about).toBe(bookings.count);
    expect(rows.length - taking.length, about).toBe(bookings.cancelled ?? 0);
    expect(cents, about).toBe(bookings.value_cents ?? 0);
    expect(unpriced, about).toBe(bookings.without_price ?? 0);
    expect(line, about).toContain(`: ${rows.length} booking`);
    expect(line, about).toContain(`${(cents / 100).toFixed(2)} EUR.`);
    if (cents > 0) seen.valued++;
    if (unpriced > 0) seen.unpriced++;
  }
  expect(seen.valued).toBeGreaterThan(0);
  expect(seen.unpriced).toBeGreaterThan(0);
}, 120_000);

it('a list of all days has each booking once, by start and id', async () => {
  const { rows } = await listed(['--from', '1900-01', '--to', '2199-12', '--status', 'all']);
  expect(rows).toHaveLength(260);
  const places = rows.map(({ start_time, booking_id }) => `${start_time} ${booking_id}`);
  expect(places).toEqual([...new Set(places)].sort());
});
