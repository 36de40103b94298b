import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, field, type TestClient, type ToolAnswer } from '../support/clients.ts';
import { openHour } from '../support/open-hours.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment } from '../support/program.ts';

/** Pairs of requests for one person at one time, all at once in one process. */
const PAIRS = 200;
const YEAR = 2201;
/** A telephone number is enough to be the same person, however the name is written. */
const SPELLINGS = [
  ['Erika Muster', 'MUSTER, Erika'],
  ['Jörg Müller', 'Joerg Mueller'],
  ['Ann Lee', 'Mrs. Lee'],
  ['李明', 'Li Ming'],
] as const;

let client: TestClient;
const home = temporaryFolder();
beforeAll(async () => {
  // Over stdio and with the platform inside, because HTTP servers refuse as many requests of one caller at once. In memory,
  // because thousands of synchronous writes to a disk would take minutes.
  client = await connect('v2 2026-07-28', { args: [], env: cleanEnvironment(home, { RCPT_DATABASE: ':memory:' }) });
});
afterAll(async () => {
  await client?.close();
  await rm(home, { recursive: true, force: true });
});

/** The two requests of a pair: other services with other staff, at times that overlap. */
function pair(index: number) {
  const start = Date.parse(openHour(index, YEAR));
  const [one, other] = SPELLINGS[index % SPELLINGS.length] as (typeof SPELLINGS)[number];
  const digits = String(2_000_000 + index);
  return [
    { service_id: 'svc_cleaning', start, contact_name: one, contact_phone: `+1212${digits}` },
    {
      service_id: 'svc_child_checkup',
      start: start + 15 * 60_000,
      contact_name: other,
      contact_phone: `(212) ${digits.slice(0, 3)}-${digits.slice(3)}`,
    },
  ].map(({ start, ...args }) => ({ ...args, start_time: new Date(start).toISOString() }));
}

it(`${PAIRS} pairs of requests at once, each for one person under two names, make one booking of each pair`, {
  timeout: 120_000,
}, async () => {
  const answers = await Promise.all(
    Array.from({ length: PAIRS }, (_, index) =>
      Promise.all(pair(index).map((args) => client.call('create_booking', args, { timeout: 110_000 }))),
    ),
  );
  const isBooked = ({ data }: ToolAnswer) => field(data, 'booking', 'id') !== undefined;
  const isAsked = ({ data }: ToolAnswer) => field(data, 'question', 'kind') === 'same_person';
  const other = answers.flat().find((answer) => !isBooked(answer) && !isAsked(answer));
  expect(other?.text).toBeUndefined();
  for (const both of answers) expect([both.filter(isBooked).length, both.filter(isAsked).length]).toEqual([1, 1]);
  const year = { from: `${YEAR}-01-01`, to: `${YEAR}-12-31`, per_page: 1 };
  expect((await client.call('list_bookings', year)).data.total).toBe(PAIRS);
});
