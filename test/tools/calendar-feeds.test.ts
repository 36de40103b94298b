import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream } from '../support/upstream.ts';

/** The tools of calendar feeds, through a real client and a real platform. */
const audit = join(temporaryFolder(), 'audit.jsonl');
let platform: StartedPlatform;
let session: HttpSession;
let key: string;

const start = (more: Record<string, string> = {}) => ({
  RCPT_BASE_URL: platform.url,
  RCPT_API_KEY: key,
  RCPT_TOOLSETS: 'account,bookings,services,setup',
  RCPT_CONFIRM: 'destructive',
  ...more,
});
beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  key = await platform.key();
  session = await startHttp(start(), ['--audit', audit, '--log-level', 'debug']);
});
afterAll(async () => {
  await session?.close();
  await platform?.close();
});

const call = (args: Record<string, unknown>) => session.client.call('manage_calendar_feed', args);

/** Calls the tool, which asks first, and confirms it. Returns the question and the answer. */
async function confirmed(args: Record<string, unknown>) {
  const asked = await call(args);
  expect(field(asked.data, 'question', 'kind'), asked.text).toBe('confirm');
  const done = await call({ ...args, confirm_token: field(asked.data, 'question', 'repeat_with', 'confirm_token') });
  expect(done.isError, done.text).toBe(false);
  return { question: String(field(asked.data, 'question', 'message')), data: done.data };
}

it('manage_calendar_feed asks with what a feed shows to whom, and the address is in no answer, log or audit line', async () => {
  const created = await confirmed({ action: 'create', staff_id: 'Whitfield' });
  expect(created.question).toContain('read the bookings of "Whitfield" with names, telephone numbers');
  expect(created.question).toContain('All who have the address can read them.');
  const masked = await call({ action: 'create', masked: true });
  expect(String(field(masked.data, 'question', 'message'))).toContain(
    'all bookings with only the service and the initials',
  );
  const id = String(field(created.data, 'feed', 'id'));
  const renewed = await confirmed({ action: 'renew', feed_id: id });
  expect(renewed.question).toContain(
    `Replace the address of calendar feed ${id} (the bookings of "Dr. Naomi Whitfield"`,
  );
  const path = readFileSync(String(renewed.data.file), 'utf8').trim();
  expect((await fetch(platform.url + path)).status).toBe(200);
  const revoked = await confirmed({ action: 'revoke', feed_id: id });
  expect(revoked.question).toContain(`Revoke calendar feed ${id}`);
  expect((await fetch(platform.url + path)).status).toBe(404);
  const lines = readFileSync(audit, 'utf8');
  expect(lines).toContain('manage_calendar_feed');
  for (const text of [lines, session.program.output.stderr, JSON.stringify([created, renewed, revoked])])
    expect(text).not.toContain('rcpt_cal_');
});

it('manage_calendar_feed refuses arguments that do not fit the action, unknown feeds and unknown people', async () => {
  const open = await startHttp(start({ RCPT_CONFIRM: 'never' }));
  try {
    for (const [args, message] of [
      [{ action: 'create', feed_id: 'feed_1' }, 'action create takes staff_id and masked (and no feed_id).'],
      [{ action: 'renew' }, 'action renew and revoke take feed_id and nothing else.'],
      [{ action: 'revoke', feed_id: 'feed_none' }, 'no such record in this team (404)'],
      [{ action: 'create', staff_id: 'Nemo' }, '"Nemo" is not a staff member'],
    ] as const) {
      const { isError, text } = await open.client.call('manage_calendar_feed', args);
      expect(isError).toBe(true);
      expect(text).toContain(message);
    }
  } finally {
    await open.close();
  }
});

it('a caller who may not read bookings gets no address of a feed', async () => {
  const other = await startHttp(start({ RCPT_TOOLSETS: 'services,setup', RCPT_CONFIRM: 'never' }));
  const before = (await platform.platform.calendarFeeds.list()).length;
  try {
    const { isError, text } = await other.client.call('manage_calendar_feed', { action: 'create', masked: true });
    expect(isError).toBe(true);
    expect(text).toContain('shows bookings, which this caller may not read, so nothing was sent');
    expect((await platform.platform.calendarFeeds.list()).length).toBe(before);
  } finally {
    await other.close();
  }
});

it('a platform that does not announce calendar feeds gets no request for them', async () => {
  const upstream = await startUpstream(json(404, { error: 'not_found', message: 'No' }));
  const other = await startHttp({ ...start(), RCPT_BASE_URL: upstream.url });
  try {
    for (const [name, args] of [
      ['list_calendar_feeds', {}],
      ['manage_calendar_feed', { action: 'create' }],
      ['manage_calendar_feed', { action: 'revoke', feed_id: 'feed_1' }],
    ] as const) {
      const { text, isError } = await other.client.call(name, args);
      expect(isError).toBe(true);
      expect(text).toMatch(/^This platform has no calendar feeds, so nothing was sent\./);
    }
    expect(upstream.received.map(({ path }) => path)).toEqual(['/api/v1/capabilities']);
  } finally {
    await other.close();
    await upstream.close();
  }
});
