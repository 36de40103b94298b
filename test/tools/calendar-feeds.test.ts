import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { field } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { useOffice } from '../support/office.ts';
import { json, startUpstream } from '../support/upstream.ts';

/** The tools of calendar feeds, through a real client and a real platform. */
const audit = join(temporaryFolder(), 'audit.jsonl');
const office = useOffice({
  env: { RCPT_TOOLSETS: 'account,bookings,services,setup', RCPT_CONFIRM: 'destructive' },
  args: ['--audit', audit, '--log-level', 'debug'],
});

/** Calls the tool, which asks first, and agrees. Returns the question and the answer. */
async function agree(args: object) {
  const { asked, done } = await office.agree('manage_calendar_feed', args);
  return { question: String(field(asked.data, 'question', 'message')), data: done.data };
}

it('manage_calendar_feed asks with what a feed shows to whom, and the address is in no answer, log or audit line', async () => {
  const created = await agree({ action: 'create', staff_id: 'Whitfield' });
  expect(created.question).toContain('read the bookings of "Dr. Naomi Whitfield" with names, telephone numbers');
  expect(created.question).toContain('All who have the address can read them.');
  const masked = await office.call('manage_calendar_feed', { action: 'create', masked: true });
  expect(String(field(masked.data, 'question', 'message'))).toContain(
    'all bookings with only the service and the initials',
  );
  const id = String(field(created.data, 'feed', 'id'));
  const renewed = await agree({ action: 'renew', feed_id: id });
  const feed =
    /the calendar feed made on \w+day [-\d]+ \d\d:\d\d \(America\/New_York\), which shows the bookings of "Dr\. Naomi W/;
  expect(renewed.question).toMatch(feed);
  expect(renewed.question).not.toContain(id);
  const path = readFileSync(String(renewed.data.file), 'utf8').trim();
  expect((await fetch(office.platform.url + path)).status).toBe(200);
  const revoked = await agree({ action: 'revoke', feed_id: id });
  expect(revoked.question).toMatch(new RegExp(`Revoke ${feed.source}`));
  expect(revoked.question).not.toContain(id);
  expect((await fetch(office.platform.url + path)).status).toBe(404);
  const lines = readFileSync(audit, 'utf8');
  expect(lines).toContain('manage_calendar_feed');
  for (const text of [lines, office.session.program.output.stderr, JSON.stringify([created, renewed, revoked])])
    expect(text).not.toContain('rcpt_cal_');
});

it('manage_calendar_feed refuses arguments that do not fit the action, unknown feeds and unknown people', async () => {
  const open = await office.startServer({ RCPT_CONFIRM: 'never' });
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
});

it('a caller who may not read bookings gets no address of a feed', async () => {
  const other = await office.startServer({ RCPT_TOOLSETS: 'services,setup', RCPT_CONFIRM: 'never' });
  const before = (await office.platform.platform.calendarFeeds.list()).length;
  const { isError, text } = await other.client.call('manage_calendar_feed', { action: 'create', masked: true });
  expect(isError).toBe(true);
  expect(text).toContain('shows bookings, which this caller may not read, so nothing was sent');
  expect((await office.platform.platform.calendarFeeds.list()).length).toBe(before);
});

it('a platform that does not announce calendar feeds gets no request for them', async () => {
  const upstream = await startUpstream(json(404, { error: 'not_found', message: 'No' }));
  onTestFinished(upstream.close);
  const other = await office.startServer({ RCPT_BASE_URL: upstream.url });
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
});
