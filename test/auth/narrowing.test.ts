import { afterAll, beforeAll, expect, it } from 'vitest';
import { post, toolNames } from '../support/guarded.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** `X-RCPT-Read-Only` and `X-RCPT-Toolsets` restrict the rights of a request. */
let session: HttpSession;

beforeAll(async () => {
  session = await startHttp({}, ['--toolsets', 'account,bookings,services']);
});
afterAll(() => session?.close());

it('the restriction headers reduce the tools of a request', async () => {
  const all = await toolNames(session.url, {});
  expect(all).toContain('create_booking');
  const reading = await toolNames(session.url, { 'x-rcpt-read-only': 'true' });
  expect(reading).toContain('get_booking');
  expect(reading).not.toContain('create_booking');
  expect(await toolNames(session.url, { 'x-rcpt-toolsets': 'services' })).toEqual(['list_services', 'list_staff']);
  expect(await toolNames(session.url, {})).toEqual(all);
});

it('the restriction headers never offer more than the operator configured', async () => {
  expect(await toolNames(session.url, { 'x-rcpt-toolsets': 'calls,services,keys' })).toEqual([
    'list_services',
    'list_staff',
  ]);
  expect(await toolNames(session.url, { 'x-rcpt-read-only': 'false' })).toEqual(await toolNames(session.url, {}));
  const own = await startHttp({}, ['--read-only']);
  expect(await toolNames(own.url, { 'x-rcpt-read-only': 'false' })).not.toContain('create_booking');
  await own.close();
});

it('a restricted request cannot call a tool that an unrestricted one has called before', async () => {
  const call = (headers: Record<string, string>) =>
    post(session.url, headers, 'tools/call', { name: 'list_bookings', arguments: {} }).then((answer) => answer.text());
  for (let round = 0; round < 3; round++) {
    expect(await call({})).toContain('"items"');
    expect(await call({ 'x-rcpt-toolsets': 'services' })).toMatch(/not found|unknown tool/i);
  }
});

it.each<[string, string]>([
  ['x-rcpt-read-only', 'yes'],
  ['x-rcpt-read-only', ''],
  ['x-rcpt-read-only', 'TRUE, false'],
  ['x-rcpt-toolsets', ''],
  ['x-rcpt-toolsets', 'bookings,everything'],
  ['x-rcpt-toolsets', 'bookings,,'],
])('refuses %s: "%s"', async (name, value) => {
  const answer = await post(session.url, { [name]: value });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'bad_request' });
});
