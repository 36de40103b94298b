import { afterAll, beforeAll, expect, it } from 'vitest';
import { countTokens } from '../../scripts/token-cost.ts';
import type { ToolAnswer } from '../support/clients.ts';
import { seeded } from '../support/faults.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';

let upstream: Upstream;
const sessions = new Map<number, HttpSession>();
const BUDGETS = [1_000, 1_700, 4_000];

beforeAll(async () => {
  upstream = await startUpstream();
  for (const budget of BUDGETS) sessions.set(budget, await startSession(budget));
});
afterAll(async () => {
  await Promise.all([...[...sessions.values()].map((session) => session.close()), upstream?.close()]);
});

const startSession = (budget: number) =>
  startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_MAX_TOKENS: String(budget) });

const sessionOf = (budget: number) => {
  const session = sessions.get(budget);
  if (!session) throw new Error(`no session has the budget ${budget}`);
  return session;
};

interface Row {
  id?: string;
  [field: string]: unknown;
}

/** Serves `rows()` in pages, as the specification describes them. */
const servePages =
  (rows: () => readonly Row[], meta: 'all' | 'none' = 'all'): Behaviour =>
  (request, response) => {
    const { searchParams } = new URL(request.path, 'http://x');
    const page = Number(searchParams.get('page') ?? 1);
    const per_page = Number(searchParams.get('per_page') ?? 25);
    const list = rows();
    const data = list.slice((page - 1) * per_page, page * per_page);
    const facts = { total: list.length, page, per_page, has_more: page * per_page < list.length };
    json(200, meta === 'all' ? { data, meta: facts } : { data })(request, response);
  };

interface Walk {
  budget: number;
  tool: string;
  args: Record<string, unknown>;
  /** Called between two answers. */
  between?: (answers: number) => void;
}

/** Follows what answers say, as a model does: their cursor, or the page that their first line names. */
async function followInstructions({ budget, tool, args, between }: Walk): Promise<ToolAnswer[]> {
  const answers: ToolAnswer[] = [];
  let next: Record<string, unknown> | undefined = args;
  while (next) {
    const answer: ToolAnswer = await sessionOf(budget).client.call(tool, next);
    expect(answer.isError, answer.text).toBe(false);
    answers.push(answer);
    expect(answers.length, 'the answers never end').toBeLessThan(400);
    const page = answer.text.match(/More on page (\d+)\./)?.[1];
    next = undefined;
    if (answer.text.includes('Continue with cursor.')) next = { ...args, cursor: answer.data.cursor };
    else if (page) next = { ...args, page: Number(page) };
    else if (answer.text.includes('Whether there are more is unknown.') && itemsOf(answer).length > 0)
      next = { ...args, page: Number(answer.data.page ?? 1) + 1 };
    if (next) between?.(answers.length);
  }
  return answers;
}

const itemsOf = ({ data }: ToolAnswer) => data.items as Row[];
const idsOf = (answers: readonly ToolAnswer[]) => answers.flatMap(itemsOf).map(({ id }) => id);

const bookingOf = (index: number, notes: string): Row => ({
  id: `bk_${String(index).padStart(3, '0')}`,
  service_id: 'svc_1',
  status: 'confirmed',
  start_time: new Date(Date.parse('2199-01-07T00:00:00Z') + index * 3_600_000).toISOString(),
  contact: { name: `Person ${index}`, phone: `+1212555${String(1_000 + index)}`, email: null },
  notes,
});

const random = seeded(15);
const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
const TEXTS = ['word ', '漢字', '12 ', '{"a":1},', 'é', 'call +12125550123 '];

const CASES = Array.from({ length: 36 }, (_, index) => {
  const longest = [0, 60, 400, 3_000][index % 4] ?? 0;
  const count = between(1, longest > 400 ? 40 : 160);
  const rows = Array.from({ length: count }, (_row, row) =>
    bookingOf(row, (TEXTS[between(0, TEXTS.length - 1)] ?? '').repeat(between(0, longest / 5))),
  );
  const kind = (['page', 'search', 'unstated'] as const)[between(0, 2)] ?? 'page';
  const args: Record<string, unknown> = {
    ...(random() < 0.8 ? { per_page: between(1, 100) } : {}),
    ...(kind === 'search' ? { order: 'asc' } : {}),
    ...(random() < 0.8 ? { detail: 'full' } : {}),
  };
  return { kind, budget: BUDGETS[between(0, BUDGETS.length - 1)] ?? 1_000, longest, rows, args };
});

it.each(CASES.map((one, index) => ({ index, count: one.rows.length, ...one })))(
  'following the answers of list_bookings shows each record once and in order (case $index: $kind, $count records, $budget tokens, $args)',
  async ({ kind, budget, rows, args, longest }) => {
    upstream.behave(servePages(() => rows, kind === 'unstated' ? 'none' : 'all'));
    const answers = await followInstructions({ budget, tool: 'list_bookings', args });
    expect(idsOf(answers)).toEqual(rows.map(({ id }) => id));
    for (const answer of answers) {
      expect(answer.text).toMatch(new RegExp(`(^|\\n|: )${itemsOf(answer).length} (of |matching |bookings)`));
      // A single long record may take more than one answer has.
      if (itemsOf(answer).length < 2 && longest > 400) continue;
      expect(countTokens(answer.text)).toBeLessThanOrEqual(budget);
      expect(countTokens(JSON.stringify(answer.data))).toBeLessThanOrEqual(budget);
    }
  },
);

it('a page that was cut says how many of its records it shows and continues with a cursor', async () => {
  const rows = Array.from({ length: 155 }, (_, index) => bookingOf(index, 'a note of some words '.repeat(5)));
  upstream.behave(servePages(() => rows));
  const args = { per_page: 100, detail: 'full' };
  const { data, text } = await sessionOf(4_000).client.call('list_bookings', args);
  const shown = (data.items as Row[]).length;
  expect(shown).toBeGreaterThan(5);
  expect(shown).toBeLessThan(100);
  expect(text).toContain(`Page 1: ${shown} of 155 bookings. Continue with cursor.`);
  expect(data).toMatchObject({ has_more: true, omitted: expect.stringContaining('continue with cursor') });
  const rest = await sessionOf(4_000).client.call('list_bookings', { ...args, cursor: data.cursor });
  expect(rest.data).toMatchObject({ page: 1, skipped: shown, has_more: true });
  expect(rest.text).toContain(`Page 1 after the first ${shown}: `);
});

it.each([
  ['records are added before it', (rows: Row[]) => rows.unshift(bookingOf(900 + rows.length, ''))],
  ['records before it are removed', (rows: Row[]) => rows.shift()],
])('a cut page continues behind the last record it showed if %s', async (_change, change) => {
  const original = Array.from({ length: 120 }, (_, index) => bookingOf(index, 'some words '.repeat(12)));
  const rows = [...original];
  upstream.behave(servePages(() => rows));
  const answers = await followInstructions({
    budget: 4_000,
    tool: 'list_bookings',
    args: { per_page: 50, detail: 'full' },
    between: () => void change(rows),
  });
  expect(answers.length).toBeGreaterThan(3);
  expect(idsOf(answers)).toEqual(original.map(({ id }) => id));
});

it('a cut page continues by its number of records if the last one it showed was deleted', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => bookingOf(index, 'some words '.repeat(12)));
  upstream.behave(servePages(() => rows));
  const args = { per_page: 50, detail: 'full' };
  const first = await sessionOf(4_000).client.call('list_bookings', args);
  const shown = itemsOf(first).length;
  const position = rows.findIndex(({ id }) => id === itemsOf(first).at(-1)?.id);
  rows[position] = bookingOf(700, 'another booking in its place');
  const second = await sessionOf(4_000).client.call('list_bookings', { ...args, cursor: first.data.cursor });
  expect(itemsOf(second)[0]?.id).toBe(rows[shown]?.id);
});

it('a cut page of contacts continues on a platform that searches them', async () => {
  const demo = await startHttp({ RCPT_MAX_TOKENS: '2000' });
  try {
    const { data: whole } = await demo.client.call('list_contacts', { per_page: 1 });
    const ids = new Set<unknown>();
    for (let args: Record<string, unknown> | undefined = { per_page: 100 }; args; ) {
      const { data, isError, text } = await demo.client.call('list_contacts', args);
      expect(isError, text).toBe(false);
      for (const { id } of data.items as Row[]) ids.add(id);
      args = data.cursor === undefined ? undefined : { per_page: 100, cursor: data.cursor };
    }
    expect(ids.size).toBe(whole.total);
    expect(ids.size).toBeGreaterThan(50);
  } finally {
    await demo.close();
  }
});

it('a cursor of a page is refused by another list and when it was altered', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => bookingOf(index, 'some words '.repeat(12)));
  upstream.behave(servePages(() => rows));
  const { data } = await sessionOf(1_000).client.call('list_bookings', { per_page: 50, detail: 'full' });
  for (const [tool, args] of [
    ['list_contacts', { cursor: data.cursor }],
    ['list_bookings', { cursor: `${String(data.cursor)}x` }],
    ['list_bookings', { cursor: data.cursor, order: 'asc' }],
  ] as const) {
    const answer = await sessionOf(1_000).client.call(tool, args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('cursor: it does not belong to this search.');
  }
});

it('a cut page of event types continues behind entries that it cannot show', async () => {
  const rows = Array.from({ length: 80 }, (_, index) =>
    index % 3 === 0
      ? { description: 'without a name' }
      : { name: `event.number_${index}`, description: 'what happened '.repeat(8) },
  );
  upstream.behave(servePages(() => rows));
  const answers = await followInstructions({ budget: 1_000, tool: 'list_webhook_events', args: { per_page: 60 } });
  expect(answers.length).toBeGreaterThan(3);
  expect(answers.flatMap(itemsOf).map(({ name }) => name)).toEqual(rows.flatMap(({ name }) => name ?? []));
});

it('lookup_caller says how many bookings it does not show and which call has them', async () => {
  const rows = Array.from({ length: 8 }, (_, index) => bookingOf(index, '')).map((row) => ({
    ...row,
    contact_id: 'ct_1',
  }));
  upstream.behave((request, response) => {
    const isContacts = request.path.includes('/contacts');
    const contact = { id: 'ct_1', name: 'Ana', phone: '+12125550123' };
    if (request.path.endsWith('/contacts/ct_1')) return json(200, { data: contact })(request, response);
    servePages(() => (isContacts ? [contact] : request.path.includes('/bookings') ? rows : []))(request, response);
  });
  const { data, text } = await sessionOf(4_000).client.call('lookup_caller', { query: 'Ana' });
  expect(data).toMatchObject({ bookings_ahead: 8, next_bookings: { length: 5 } });
  expect(data.omitted).toBe('next_bookings shows 5 of 8: list_bookings with contact_id and from has all.');
  expect(text).toContain('One contact matches, 8 bookings ahead.');
  const rest = await sessionOf(4_000).client.call('list_bookings', {
    contact_id: 'ct_1',
    from: '2100-01-01T00:00:00Z',
  });
  expect(idsOf([rest])).toEqual(rows.map(({ id }) => id));
});
