import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { openHour } from '../support/open-hours.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import type { Received, Upstream } from '../support/upstream.ts';

/** What is read before and after something is created, on a platform that finds people (extension `list_filters`). */
const office = useOffice();
/** The same platform, whose requests are recorded. */
let recording: Upstream;
let session: HttpSession;
/** Answers a request instead of the platform, after it has answered. */
let instead: ((request: Received) => number | undefined) | undefined;

beforeAll(async () => {
  recording = await startRecordingProxy(office.platform.url, { statusOf: (request) => instead?.(request) });
  const zone = 'America/New_York';
  session = await startHttp(
    office.env({ RCPT_BASE_URL: recording.url, RCPT_TIME_ZONE: zone, RCPT_DEFAULT_COUNTRY: 'US' }),
  );
});
afterAll(async () => {
  await Promise.all([session?.close(), recording?.close()]);
});

/** Calls a tool, which must succeed, and returns its answer with the requests for the list that it took. */
async function reading(list: string, tool: string, args: Record<string, unknown>) {
  const before = recording.received.length;
  const answer = await session.client.call(tool, args);
  expect(answer.isError, answer.text).toBe(false);
  const queries = recording.received
    .slice(before)
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`/api/v1/${list}?`))
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams));
  return { data: answer.data, queries };
}

const add = async (...names: string[]) => {
  const added = await Promise.all(names.map((name) => office.post('/contacts', { name })));
  return added.map(({ id }) => id);
};

describe('create_contact', () => {
  it('asks for the e-mail address, the telephone number and the name, and reads no list', async () => {
    const details = { email: 'Vera.Holm@example.com', phone: '+12125550161' };
    const { data, queries } = await reading('contacts', 'create_contact', { name: 'Vera Holm', ...details });
    expect(data).toMatchObject({ created: true });
    const part = { order: 'asc', per_page: '100' };
    expect(queries).toEqual([
      { email: 'Vera.Holm@example.com', ...part },
      { phone: '+12125550161', ...part },
      { name: 'Vera Holm', ...part },
      // Names in other spellings.
      { name: 'ver', ...part },
      { name: 'hol', ...part },
    ]);
  });

  it('names the contacts whose name is similar, because one can be the same person, misspelt', async () => {
    const [known] = await add('Xenia Hoffmann');
    const { data } = await reading('contacts', 'create_contact', { name: 'Xenia Hofmann', phone: '+12125550162' });
    expect(data).toMatchObject({ created: true });
    expect(data.note).toBe(
      `Another contact has a similar name, "Xenia Hoffmann": ask the user whether it is the same person (contact_id ${known}).`,
    );
    const again = { name: 'Xenia Hofman', phone: '+12125550163', allow_duplicate: true };
    expect((await reading('contacts', 'create_contact', again)).data).not.toHaveProperty('note');
    const failing = ({ path }: Received) => (path.includes('name=xen') ? 500 : undefined);
    instead = failing;
    const added = await reading('contacts', 'create_contact', { name: 'Xenia Hofmaan', phone: '+12125550164' });
    instead = undefined;
    expect(added.data).toMatchObject({ created: true });
    expect(added.data).not.toHaveProperty('note');
  });

  it('returns the contact with the same telephone number or e-mail address', async () => {
    const { id } = await office.post('/contacts', {
      name: 'Ida Berg',
      email: 'ida@example.com',
      phone: '+12125550162',
    });
    for (const same of [{ email: 'IDA@example.com' }, { phone: '(212) 555-0162' }]) {
      const { data, queries } = await reading('contacts', 'create_contact', { name: 'Ida', ...same });
      expect(data).toMatchObject({ created: false, contact: { id } });
      expect(queries).toHaveLength(2);
    }
  });

  it('names contacts with the same name in any writing, and none whose name only has its words', async () => {
    await add('Siobhán O’Brien-Ng', 'Siobhan Maria OBrien Ng');
    const { data } = await reading('contacts', 'create_contact', { name: "siobhan o'brien ng" });
    expect(data).toMatchObject({ created: true, note: expect.stringMatching(/^Another contact has this name, too/) });
  });

  it('leaves out how many have the same name, if they are more than it reads', async () => {
    await add(...Array.from({ length: 101 }, () => 'Maria'));
    const { data, queries } = await reading('contacts', 'create_contact', { name: 'Maria' });
    expect(data).toMatchObject({ created: true, note: expect.stringMatching(/^Other contacts have this name, too/) });
    expect(queries).toHaveLength(1);
  });

  it('reads the list for a name without words, and where the platform refuses to search', async () => {
    const [id] = await add('???');
    const { data, queries } = await reading('contacts', 'create_contact', { name: '???' });
    expect(data).toMatchObject({ created: true, note: expect.stringMatching(/^Another contact has this name, too/) });
    expect(field(data, 'contact', 'id')).not.toBe(id);
    expect(queries[0]).toEqual({ page: '1', per_page: '100' });

    await office.post('/contacts', { name: 'Olga Lind', email: 'olga@example.com' });
    instead = ({ method, path }) => (method === 'GET' && path.includes('order=') ? 400 : undefined);
    const refused = await reading('contacts', 'create_contact', { name: 'Olga', email: 'olga@example.com' });
    instead = undefined;
    expect(refused.data).toMatchObject({ created: false, contact: { name: 'Olga Lind' } });
    expect(refused.queries.at(-1)).toMatchObject({ page: expect.any(String) });
  });
});

it('create_booking names the contacts with a similar name only if it adds a contact', async () => {
  const [known] = await add('Quirin Baumann');
  const book = (hour: number, contact: object) =>
    reading('contacts', 'create_booking', { service_id: 'svc_cleaning', start_time: openHour(hour, 2203), ...contact });
  const misspelt = { contact_name: 'Quirin Bauman', contact_phone: '+12125550171' };
  const { data, queries } = await book(100, misspelt);
  expect(data).toMatchObject({ contact_status: 'new' });
  expect(data.note).toBe(
    `Another contact has a similar name, "Quirin Baumann": ask the user whether it is the same person (contact_id ${known}).`,
  );
  const searched = queries.filter(({ name }) => name !== undefined);
  expect(searched.map(({ name }) => name)).toEqual(['qui', 'bau']);
  const again = await book(108, misspelt);
  expect(again.data).toMatchObject({ contact_status: 'known' });
  expect(again.data).not.toHaveProperty('note');
  expect(again.queries.filter(({ name }) => name !== undefined)).toEqual([]);
});

it('create_booking whose answer was lost reads only the bookings of the customer at that time', async () => {
  const args = {
    service_id: 'svc_cleaning',
    start_time: openHour(90, 2203),
    contact_name: 'Nora Dahl',
    contact_email: 'nora@example.com',
  };
  instead = ({ method, path }) => (method === 'POST' && path.endsWith('/bookings') ? 502 : undefined);
  const { data, queries } = await reading('bookings', 'create_booking', args);
  instead = undefined;
  const start = Date.parse(args.start_time);
  expect(data).toMatchObject({ booking: { contact_name: 'Nora Dahl' } });
  // Once before it was sent, and once after.
  expect(queries).toHaveLength(2);
  expect(queries[1]).toEqual({
    contact_email: 'nora@example.com',
    contact_name: 'Nora Dahl',
    from: new Date(start - 60_000).toISOString(),
    to: new Date(start + 60_000).toISOString(),
    order: 'asc',
    per_page: '100',
  });
});
