import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { httpClient } from '../support/client.ts';
import { smallBusiness } from '../support/fixture.ts';

/** `rcpt-mcp bookings export` on the database of a platform that is running. The business is in Vienna. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
let started: StartedPlatform;

const base = smallBusiness();
const [template] = base.bookings;
function booking(id: string, start_time: string, end_time: string, fields: object = {}) {
  return { ...(template as NonNullable<typeof template>), id, start_time, end_time, ...fields };
}
const contact = (name: string, phone: string | null = null) => ({ contact: { name, email: null, phone } });
const cancelled = { status: 'cancelled' as const, cancelled_at: '2025-09-30T22:05:59Z' };

beforeAll(async () => {
  const bookings = [
    // The last of September, and the first of October, in Vienna.
    booking('bk_before', '2025-09-30T21:30:00Z', '2025-09-30T22:00:00Z'),
    booking('bk_first', '2025-09-30T22:00:00Z', '2025-09-30T22:30:00Z', {
      ...contact('=HYPERLINK("https://attacker.example.com/")'),
      created_at: '2025-09-01T22:05:59Z',
    }),
    booking('bk_cancelled', '2025-10-02T08:00:00Z', '2025-10-02T08:30:00Z', cancelled),
    booking('bk_missed', '2025-10-03T08:00:00Z', '2025-10-03T08:30:00Z'),
    booking('bk_colour', '2025-10-25T22:30:00Z', '2025-10-26T01:30:00Z', {
      service_id: 'sv_color_a',
      staff_id: 'st_2_a',
      ...contact('Muster, "Hans"', '+436641234567'),
    }),
    // The second 02:30 of the night in which clocks go back.
    booking('bk_twice', '2025-10-26T01:30:00Z', '2025-10-26T02:00:00Z', { service_id: 'sv_none_a' }),
    booking('bk_last', '2025-10-31T22:30:00Z', '2025-10-31T23:00:00Z'),
    booking('bk_after', '2025-10-31T23:00:00Z', '2025-10-31T23:30:00Z'),
  ];
  started = await startPlatform({ business: { ...base, bookings } });
  // The cut costs less from the last of October on, one service is not offered any more, and Cleo has left.
  const business = {
    services: [
      { id: 'sv_cut_a', price: 45, price_changes: [{ from: '2025-10-31', price: 39.9 }], staff: ['st_1_a'] },
      { id: 'sv_color_a', staff: ['st_1_a'] },
    ],
    staff: [{ id: 'st_1_a' }],
  };
  const { status, body } = await httpClient(started.url)('POST', '/v1/business/apply', {
    key: await started.key(),
    body: { business, prune: ['staff', 'services'] },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const missed = { key: await started.key(), body: { status: 'no_show' } };
  expect((await httpClient(started.url)('PUT', '/v1/bookings/bk_missed', missed)).status).toBe(200);
});
afterAll(async () => {
  await started?.close();
  rmSync(home, { recursive: true, force: true });
});

const run = (...args: string[]) => runProgram(['bookings', 'export', ...args, '--database', started.database], env);
const october = (...args: string[]) => run('--from', '2025-10', ...args);
/** The ids of the bookings in a list. */
async function idsOf(...args: string[]) {
  const { stdout, stderr } = await run('--json', ...args);
  expect(stdout, stderr).not.toBe('');
  return (JSON.parse(stdout) as { booking_id: string }[]).map(({ booking_id: id }) => id);
}

const UNPRICED = ' 1 booking has no price, because the business does not offer the service any more: "Without staff".';

describe('bookings export', () => {
  it('writes a month of the business with local times, telephone numbers, each booking at the price of its day, and the sum', async () => {
    const { code, stdout, stderr } = await october();
    expect(stdout.split('\r\n')).toEqual([
      'date,weekday,start,end,minutes,service,staff,customer,contact_id,phone,email,status,price,currency,booking_id,booked_at,cancelled_at',
      `2025-10-01,Wednesday,00:00,00:30,30,Cut,Sam,"'=HYPERLINK(""https://attacker.example.com/"")",ct_1_a,+15550100101,erika.a@example.com,confirmed,45.00,EUR,bk_first,2025-09-02 00:05,`,
      '2025-10-26,Sunday,00:30,02:30,180,Colour,Cleo,"Muster, ""Hans""",ct_1_a,+436641234567,erika.a@example.com,confirmed,45.00,EUR,bk_colour,2026-02-01 11:00,',
      '2025-10-26,Sunday,02:30,03:00,30,Without staff,Sam,Erika Muster,ct_1_a,+15550100101,erika@example.com,confirmed,,,bk_twice,2026-02-01 11:00,',
      '2025-10-31,Friday,23:30,00:00,30,Cut,Sam,Erika Muster,ct_1_a,+15550100101,erika@example.com,confirmed,39.90,EUR,bk_last,2026-02-01 11:00,',
      '',
    ]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `2025-10-01 to 2025-10-31 (Europe/Vienna): 4 bookings, 129.90 EUR.${UNPRICED}\n`,
    });
  });

  it('writes cancelled and missed bookings without a price, if they are asked for', async () => {
    const { stdout, stderr } = await october('--status', 'all');
    expect(stdout).toMatch(
      /2025-10-02,Thursday,10:00,10:30,30,Cut,Sam,Erika Muster,ct_1_a,[^,]+,[^,]+,cancelled,,,bk_cancelled,2026-02-01 11:00,2025-10-01 00:05\r\n/,
    );
    expect(stderr).toBe(
      `2025-10-01 to 2025-10-31 (Europe/Vienna): 6 bookings, 1 of them cancelled, 1 of them missed, 129.90 EUR.${UNPRICED}\n`,
    );
    expect(stdout).toMatch(
      /2025-10-03,Friday,10:00,10:30,30,Cut,Sam,Erika Muster,ct_1_a,[^,]+,[^,]+,no_show,,,bk_missed,2026-02-01 11:00,\r\n/,
    );
    expect(await idsOf('--from', '2025-10', '--status', 'cancelled')).toEqual(['bk_cancelled']);
    expect(await idsOf('--from', '2025-10', '--status', 'no_show')).toEqual(['bk_missed']);
  });

  it('tells nothing about the customers with --without-names', async () => {
    for (const format of [[], ['--json']]) {
      const { stdout } = await october('--without-names', '--status', 'all', ...format);
      expect(stdout).toContain('bk_colour');
      expect(stdout).not.toMatch(/customer|contact|phone|mail|Muster|HYPERLINK|ct_|@|\+/);
    }
    expect((await october('--without-names')).stdout).toContain('service,staff,status,price,');
  });

  it('prints records for programs with --json, and an empty list where there is no booking', async () => {
    const { stdout } = await run('--json', '--from', '2025-10-31', '--to', '2025-10-31');
    expect(JSON.parse(stdout)).toEqual([
      {
        booking_id: 'bk_last',
        date: '2025-10-31',
        weekday: 'Friday',
        start: '23:30',
        end: '00:00',
        minutes: 30,
        start_time: '2025-10-31T22:30:00.000Z',
        service: 'Cut',
        service_id: 'sv_cut_a',
        staff: 'Sam',
        staff_id: 'st_1_a',
        customer: 'Erika Muster',
        contact_id: 'ct_1_a',
        phone: '+15550100101',
        email: 'erika@example.com',
        status: 'confirmed',
        price_cents: 3990,
        currency: 'EUR',
        booked_at: '2026-02-01 11:00',
        cancelled_at: null,
      },
    ]);
    expect(await run('--json', '--from', '1999-01')).toMatchObject({
      stdout: '[]\n',
      stderr: '1999-01-01 to 1999-01-31 (Europe/Vienna): 0 bookings, 0.00 EUR.\n',
    });
  });

  it('finds service and person by name or id, also a person who has left', async () => {
    const october = ['--from', '2025-10'];
    expect(await idsOf(...october, '--service', 'colour')).toEqual(['bk_colour']);
    expect(await idsOf(...october, '--service', 'sv_none_a', '--staff', 'Sam')).toEqual(['bk_twice']);
    expect(await idsOf(...october, '--staff', 'cleo')).toEqual(['bk_colour']);
    expect(await run('--service', 'Perm')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /--service: "Perm" is not a service\. State the id of one of: Colour \(sv_color_a\), /,
      ),
    });
  });

  it('writes a new file that only the user can read, with a byte order mark if wanted, and overwrites none', async () => {
    const path = join(home, 'october.csv');
    const { stdout, stderr } = await october(path, '--bom');
    expect(stdout).toBe(`${path} is written.\n`);
    expect(stderr).toContain('4 bookings, 129.90 EUR.');
    const text = readFileSync(path, 'utf8');
    expect(text.startsWith('\ufeffdate,weekday,')).toBe(true);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await run(path)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each([
    [['--from', 'October'], '--from must be a day or a month, such as --from 2026-10.'],
    [['--to', '2026-10'], '--to needs --from'],
    [['--status', 'open'], '--status must be one of active, no_show, cancelled, all'],
  ])('rejects %j with advice', async (args, message) => {
    expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});
