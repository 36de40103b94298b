import { afterEach, beforeEach, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../../src/contract/index.ts';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { servePlatform } from '../../../src/platform/serve.ts';
import { field } from '../../support/clients.ts';
import { startRecordingProxy } from '../../support/recording-proxy.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import type { Upstream } from '../../support/upstream.ts';
import { eventually } from '../support/salon.ts';
import { type Office, openOffice, tomorrow } from './office.ts';

/** What an agent hears about the private calendar of the person whom it books, through the built server. */
const NEVER_READ = 'The private calendar of "Sam" could not be read, so this person may be busy. Check with "Sam".';
const iso = (time: number) => new Date(time).toISOString();

let office: Office;
let server: Awaited<ReturnType<typeof servePlatform>>;
let proxy: Upstream;
let session: HttpSession;
let refuses: (method: string) => boolean = () => false;
beforeEach(async () => {
  refuses = () => false;
  office = await openOffice();
  office.answer((_request, response) => void response.writeHead(500).end());
  const platform = await office.open();
  server = await servePlatform(platform, { host: '127.0.0.1', port: 0, trustedProxies: [], logger: silentLogger });
  proxy = await startRecordingProxy(server.url, { statusOf: ({ method }) => (refuses(method) ? 502 : undefined) });
  const { key } = await platform.keys.create({ name: 'test', scopes: ALL_SCOPES, teamId: platform.team.id });
  session = await startHttp({ RCPT_BASE_URL: proxy.url, RCPT_API_KEY: key.reveal() });
});
afterEach(async () => {
  await session?.close();
  await proxy?.close();
  await server?.close();
  await office?.close();
});

async function call(tool: string, args: object) {
  const answer = await session.client.call(tool, { ...args });
  expect(answer.isError, answer.text).toBe(false);
  return answer.data;
}
const wanted = () => ({
  service_id: 'sv_cut_a',
  start_time: iso(tomorrow.start),
  staff_id: 'Sam',
  contact_name: 'Nora New',
  contact_email: 'nora@example.com',
  outside_hours: true,
});

it('create_booking and update_booking name the private calendar that cannot be read, for a new time or person only', async () => {
  await office.setAddress(office.url);
  const made = await call('create_booking', wanted());
  expect(made.note).toBe(NEVER_READ);
  expect(made).not.toHaveProperty('other_fields');
  const booking_id = field(made, 'booking', 'id');
  const change = (args: object) => call('update_booking', { booking_id, outside_hours: true, ...args });
  const moved = await change({ start_time: iso(tomorrow.end), staff_id: 'Sam' });
  expect([moved.note, moved.other_fields]).toEqual([NEVER_READ, undefined]);
  expect(await change({ notes: 'By telephone' })).not.toHaveProperty('note');
  expect(await change({ staff_id: 'Cleo' })).not.toHaveProperty('note');
  expect((await change({ staff_id: 'Sam' })).note).toBe(NEVER_READ);
});

it('create_booking states since when a private calendar was not read, in the zone of the business', async () => {
  await office.setAddress(office.url);
  office.answer((_request, response) => void response.writeHead(200, { 'content-type': 'text/calendar' }).end(EMPTY));
  await eventually(async () => (await office.busy())?.state).toBe('fresh');
  office.answer((_request, response) => void response.writeHead(500).end());
  await eventually(async () => (await office.busy())?.state).toBe('stale');
  const { note } = await call('create_booking', wanted());
  const since = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'Europe/Vienna',
  }).format((await office.busy())?.asOf ?? 0);
  expect(note).toMatch(
    new RegExp(
      `^The private calendar of "Sam" was last read on \\w+day ${since}: later appointments there are not known\\.`,
    ),
  );
});

it('a repeated create_booking gives the same note, also where the answer of the platform was lost', async () => {
  await office.setAddress(office.url);
  refuses = (method) => method === 'POST';
  const unanswered = await call('create_booking', wanted());
  expect(unanswered.note).toBe(`The platform did not confirm it, but the record exists. ${NEVER_READ}`);
  refuses = () => false;
  const other = { ...wanted(), start_time: iso(tomorrow.start + 3_600_000), contact_email: 'olga@example.com' };
  const first = await call('create_booking', other);
  for (const request of [wanted(), other]) {
    const { note, booking } = await call('create_booking', request);
    expect(note).toContain('no second one was created.');
    expect(note).toContain(` ${NEVER_READ}`);
    expect(field({ booking }, 'booking', 'id')).toBe(field(request === other ? first : unanswered, 'booking', 'id'));
  }
});

it('create_booking has no note on a private calendar that is up to date, or that the person does not have', async () => {
  expect(await call('create_booking', wanted())).not.toHaveProperty('note');
  office.answer((_request, response) => void response.writeHead(200, { 'content-type': 'text/calendar' }).end(EMPTY));
  await office.setAddress(office.url);
  await eventually(async () => (await office.busy())?.state).toBe('fresh');
  // Another name, because a new contact with the same one would have a note on that.
  const olga = { contact_name: 'Olga Other', contact_email: 'olga@example.com' };
  const later = { ...wanted(), ...olga, start_time: iso(tomorrow.end) };
  expect(await call('create_booking', later)).not.toHaveProperty('note');
});

const EMPTY = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nEND:VCALENDAR\r\n';
