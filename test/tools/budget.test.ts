import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { countTokens } from '../../scripts/token-cost.ts';
import { ALL_TOOLS, DEFAULT_TOOLSETS } from '../../src/tools/index.ts';
import { CLIENTS, connect, field } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, page, startUpstream, type Upstream } from '../support/upstream.ts';

describe('token budget with the demo business', () => {
  const requests: [string, Record<string, unknown>][] = [
    ['list_bookings', { per_page: 100, detail: 'full' }],
    ['list_bookings', { per_page: 100, order: 'desc', detail: 'full' }],
    ['list_contacts', { per_page: 100, detail: 'full' }],
    ['list_calls', { per_page: 100 }],
    ['list_calls', { per_page: 100, order: 'asc' }],
    ['list_services', { detail: 'full' }],
    ['search_calls', { query: 'the', limit: 50 }],
    ['get_call_transcript', { call_id: 'call_1012' }],
    ['get_call_transcript', { call_id: 'call_1097' }],
    ['get_call', { call_id: 'call_1012' }],
    ['lookup_caller', { query: 'Nora Fitzgerald' }],
    ['get_account_context', {}],
  ];

  it.each([1_000, 2_500, 8_000])('limits answers to %i tokens, as text and as structured content', async (budget) => {
    const session = await startHttp({ RCPT_MAX_TOKENS: String(budget) });
    onTestFinished(session.close);
    for (const [name, args] of requests) {
      const { text, data, isError } = await session.client.call(name, args);
      const label = `${name} ${JSON.stringify(args)}`;
      expect(isError, `${label}: ${text}`).toBe(false);
      expect(countTokens(text), label).toBeLessThanOrEqual(budget);
      expect(countTokens(JSON.stringify(data)), label).toBeLessThanOrEqual(budget);
    }
  });
});

describe('what an answer says of its omissions, with the demo business', () => {
  const sessions: HttpSession[] = [];
  const start = async (maxTokens: number, ...args: string[]) => {
    const session = await startHttp({ RCPT_MAX_TOKENS: String(maxTokens) }, args);
    sessions.push(session);
    return session.client;
  };
  afterAll(async () => {
    await Promise.all(sessions.map((session) => session.close()));
  });

  it('a list of records without long texts says only how many it does not show', async () => {
    for (const [maxTokens, name] of [
      [1_000, 'list_bookings'],
      [8_000, 'list_bookings'],
      [8_000, 'list_calls'],
    ] as const) {
      const client = await start(maxTokens);
      const { data } = await client.call(name, { per_page: 100, ...(name === 'list_calls' ? {} : { detail: 'full' }) });
      expect(data.omitted).toMatch(/^The last \d+ of 100 items: continue with cursor\.$/);
    }
  });

  it('free times with assumptions fit the smallest budget', async () => {
    const client = await start(1_000);
    const { data, isError, text } = await client.call('find_open_times', { service_id: 'Cleaning', limit: 100 });
    expect(isError, text).toBe(false);
    expect((data.times as unknown[]).length).toBeGreaterThan(0);
    expect(data.assumptions).toEqual([expect.stringMatching(/^Open /)]);
  });

  it('an answer that shows only a part of the bookings that closed days affect says how to get the rest', async () => {
    const client = await start(4_000, '--toolsets', 'bookings,setup');
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const { data } = await client.call('close_days', { from: day(1), to: day(28), dry_run: true });
    const shown = (data.affected_bookings as unknown[]).length;
    const total = data.affected_total as number;
    expect(total).toBeGreaterThan(shown);
    expect(data.omitted).toBe(
      `The last ${total - shown} of ${total} affected_bookings: repeat with dry_run for fewer days before the change, or use list_bookings with from and to.`,
    );
  });
});

describe('token budget with the answers of other platforms', () => {
  let upstream: Upstream;
  let session: HttpSession;

  beforeAll(async () => {
    upstream = await startUpstream();
    session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  });
  afterAll(async () => {
    await Promise.all([session?.close(), upstream?.close()]);
  });

  const texts = [
    'x '.repeat(60_000),
    '漢字かな交じり文。'.repeat(8_000),
    '😀🎉'.repeat(20_000),
    '{"a":[1,2]}'.repeat(9_000),
    '0123456789'.repeat(9_000),
  ];

  it.each(texts.map((text) => [text.slice(0, 12), text]))(
    'shortens very long texts (%s…) and reports it',
    async (_prefix, notes) => {
      upstream.behave(
        json(200, {
          data: {
            id: 'bk_1',
            service_id: 's',
            start_time: '2199-01-01T10:00:00Z',
            contact: { name: 'A' },
            notes,
            extra: { notes },
          },
        }),
      );
      const { text, data } = await session.client.call('get_booking', { booking_id: 'bk_1' });
      expect(countTokens(text)).toBeLessThanOrEqual(8_000);
      expect(countTokens(JSON.stringify(data))).toBeLessThanOrEqual(8_000);
      expect(data.omitted).toMatch(/Long texts were shortened/);
      expect(field(data, 'booking', 'id')).toBe('bk_1');
    },
  );

  it('drops records from the end of a large page and continues them with a cursor', async () => {
    const records = Array.from({ length: 100 }, (_, index) => ({
      id: `ct_${index}`,
      name: `Name ${index} ${'word '.repeat(20)}`,
      email: `${'long'.repeat(25)}${index}@example.com`,
    }));
    upstream.behave(page(records, { total: 100 }));
    const { data } = await session.client.call('list_contacts', { per_page: 100 });
    const kept = (data.items as unknown[]).length;
    expect(kept).toBeGreaterThan(10);
    expect(kept).toBeLessThan(100);
    expect(data.omitted).toContain(`The last ${100 - kept} of 100 items: continue with cursor.`);
    expect(data).toMatchObject({ has_more: true, cursor: expect.any(String) });
  });

  it('limits an answer with thousands of undocumented fields', async () => {
    const extra = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field_${index}`, index]));
    upstream.behave(json(200, { data: { id: 'bk_1', ...extra } }));
    const { text, data } = await session.client.call('get_booking', { booking_id: 'bk_1' });
    expect(countTokens(text)).toBeLessThanOrEqual(8_000);
    expect(countTokens(JSON.stringify(data))).toBeLessThanOrEqual(8_000);
    expect(data.omitted).toEqual(expect.any(String));
  });
});

describe.each(['text', 'structured'] as const)('--output %s', (output) => {
  it.each(CLIENTS)('client %s accepts answers and errors', async (kind) => {
    const upstream = await startUpstream(json(200, { data: { id: 'bk_1' } }));
    const session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_OUTPUT: output });
    const client = await connect(kind, { url: session.url });
    const tools = await client.tools();
    expect(tools.every((tool) => 'outputSchema' in tool)).toBe(output === 'structured');
    expect(tools.length).toBe(ALL_TOOLS.filter(({ toolset }) => DEFAULT_TOOLSETS.includes(toolset)).length);
    for (const args of [{ booking_id: 'bk_1' }, {}]) {
      const { text, data } = await client.call('get_booking', args);
      expect(text === '').toBe(output === 'structured');
      expect(Object.keys(data).length > 0).toBe(output === 'structured');
    }
    await client.close();
    await session.close();
    await upstream.close();
  });
});
