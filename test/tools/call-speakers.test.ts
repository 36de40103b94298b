import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useOffice } from '../support/office.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { startWithout } from '../support/without-extensions.ts';

const office = useOffice();
let upstream: Upstream;
let reading: HttpSession;

beforeAll(async () => {
  upstream = await startWithout(office.platform.url, 'call_search');
  reading = await startHttp(office.env({ RCPT_BASE_URL: upstream.url }));
});
afterAll(async () => {
  await reading?.close();
  await upstream?.close();
});

it('search_calls names the speakers of the calls that it could read, if the details of another one cannot be read', async () => {
  const { data } = await office.call('search_calls', { query: 'refund', limit: 50 });
  const [first, second] = data.items as { call_id: string; started_local: string }[];
  // A few calls: reading the transcripts of all takes long.
  const window = { from: second?.started_local };
  const failing = await startUpstream(async ({ path, headers: { authorization = '' } }, response) => {
    if (path.includes(`/calls/${first?.call_id}`)) return json(400, { error: 'failed' })({} as never, response);
    const answer = await fetch(upstream.url + path, { headers: { authorization } });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  onTestFinished(failing.close);
  const other = await office.startServer({ RCPT_BASE_URL: failing.url });
  const answer = await other.client.call('search_calls', { query: 'refund', speaker: 'Bookkeeper', ...window });
  expect(answer.isError, answer.text).toBe(false);
  expect(answer.data).toMatchObject({ items: [], complete: false });
  expect(answer.data.omitted).toContain('1 call that the platform lists, but whose details cannot be read. ');
  expect(answer.data.omitted).toContain(
    'speaker: no call with these words that was read has "Bookkeeper". Known values: ',
  );
});

describe.each([
  ['asking for', () => office.session],
  ['reading', () => reading],
] as const)('search_calls (%s transcripts)', (_how, session) => {
  const search = async (args: Record<string, unknown>) => {
    const answer = await session().client.call('search_calls', { limit: 50, ...args });
    return { ...answer, items: (answer.data.items ?? []) as { call_id: string }[] };
  };

  it('refuses a speaker whom no call with the words has, and names those that they have', async () => {
    const { text, isError } = await search({ query: 'refund', speaker: 'Bookkeeper' });
    expect(isError).toBe(true);
    expect(text).toContain(
      'speaker: no call with these words has "Bookkeeper". Known values: "caller", "receptionist".',
    );
  });

  it('refuses a mistyped speaker also if more calls have the words than are compared', async () => {
    const { text, isError } = await search({ query: 'you', speaker: 'custmer' });
    expect(isError, text).toBe(true);
    expect(text).toContain(
      'speaker: none of 50 calls with these words has "custmer". Known values: "caller", "receptionist".',
    );
  });

  it('refuses a speaker whom the searched call does not have, whatever the words', async () => {
    const [first] = (await search({ query: 'refund' })).items;
    for (const query of ['refund', 'xyzzy']) {
      const { text, isError } = await search({ query, call_id: first?.call_id, speaker: 'Bookkeeper' });
      expect(isError).toBe(true);
      expect(text).toContain('speaker: no turn of this call has "Bookkeeper". Known values: "caller", "receptionist".');
    }
  });

  it('finds nothing of a known speaker who does not say the words, without an error', async () => {
    const said = { query: '"the prices I can read"' };
    expect((await search({ ...said, speaker: 'Caller' })).items).not.toHaveLength(0);
    const { data, isError } = await search({ ...said, speaker: 'Receptionist' });
    expect(isError).toBe(false);
    expect(data).toMatchObject({ items: [], complete: true });
  });

  it('words that occur in no call are found with no speaker, also an unknown one', async () => {
    const { data, isError } = await search({ query: 'xyzzy', speaker: 'Bookkeeper' });
    expect(isError).toBe(false);
    expect(data).toMatchObject({ items: [], complete: true });
  });
});
