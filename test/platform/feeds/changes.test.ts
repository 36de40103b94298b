import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { smallBusiness } from '../support/fixture.ts';
import { readCalendar } from './calendar.ts';

const DAY_MS = 86_400_000;
const START = '2199-01-07T10:00:00Z';
let started: StartedPlatform;
let clock: ManualClock;
let path: string;
let key: string;

beforeEach(async () => {
  clock = manualClock('2199-01-01T00:00:00Z');
  started = await startPlatform({ business: smallBusiness(), clock });
  path = (await started.platform.calendarFeeds.add({ masked: false })).path.reveal();
  key = await started.key();
});
afterEach(() => started.close());

const get = (headers: Record<string, string> = {}) => fetch(started.url + path, { headers });
const events = async () => readCalendar(await (await get()).text()).events;
const send = async (method: string, at: string, body: object): Promise<JsonObject> => {
  const answer = await httpClient(started.url)(method, at, { key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const book = async () =>
  String(
    (
      await send('POST', '/v1/bookings', {
        service_id: 'sv_cut_a',
        start_time: START,
        contact: { name: 'Ann', phone: '+15550100155' },
      })
    ).id,
  );

describe('a booking in a calendar feed', () => {
  it('keeps its UID, and its SEQUENCE rises with each change, also within a second and when the clock is set back', async () => {
    const id = await book();
    const versions = [await events()];
    const changes = [
      { notes: 'one' },
      { notes: 'two' },
      { start_time: '2199-01-08T10:00:00Z' },
      { staff_id: 'st_2_a' },
      { contact: { name: 'Anna' } },
    ];
    for (const [index, change] of changes.entries()) {
      if (index === 2) clock.setBack(60_000);
      await send('PUT', `/v1/bookings/${id}`, change);
      versions.push(await events());
    }
    // A change to what it is already is none.
    await send('PUT', `/v1/bookings/${id}`, { notes: 'two' });
    versions.push(await events());
    await send('POST', `/v1/bookings/${id}/cancel`, {});
    versions.push(await events());
    await send('POST', `/v1/bookings/${id}/cancel`, {});
    versions.push(await events());
    expect(versions.map((version) => version.map(({ uid }) => uid))).toEqual(versions.map(() => [`${id}@rcpt-mcp`]));
    expect(versions.map(([event]) => event?.sequence)).toEqual([0, 1, 2, 3, 4, 5, 5, 6, 6]);
    expect(versions.at(-1)?.[0]).toMatchObject({ start: '2199-01-08T10:00:00Z', status: 'CANCELLED' });
  });

  it('shows as cancelled for 30 days, and then not at all', async () => {
    const id = await book();
    clock.advance(DAY_MS);
    await send('POST', `/v1/bookings/${id}/cancel`, {});
    const cancelled = {
      status: 'CANCELLED',
      summary: 'Cancelled: Cut: Ann (Sam)',
      sequence: 1,
      modified: '2199-01-02T00:00:00Z',
    };
    expect(await events()).toEqual([expect.objectContaining(cancelled)]);
    expect(await (await get()).text()).toContain('\r\nTRANSP:TRANSPARENT\r\n');
    // Not further ahead than the booking is in the window: 14 days after its start.
    clock.advance(18 * DAY_MS);
    expect((await events()).length).toBe(1);
    clock.advance(12 * DAY_MS);
    expect(await events()).toEqual([]);
  });

  it('disappears 30 days after it was cancelled, although it is ahead', async () => {
    const id = String(
      (
        await send('POST', '/v1/bookings', {
          service_id: 'sv_cut_a',
          start_time: '2199-04-08T10:00:00Z',
          contact: { name: 'Ann', phone: '+15550100155' },
        })
      ).id,
    );
    await send('POST', `/v1/bookings/${id}/cancel`, {});
    clock.advance(30 * DAY_MS);
    expect((await events()).map(({ status }) => status)).toEqual(['CANCELLED']);
    clock.advance(1);
    expect(await events()).toEqual([]);
  });

  it('leaves the feed of a person when another person takes it', async () => {
    const id = await book();
    const ofSam = (await started.platform.calendarFeeds.add({ staffId: 'st_1_a', masked: false })).path.reveal();
    const read = async () => readCalendar(await (await fetch(started.url + ofSam)).text()).events.length;
    expect(await read()).toBe(1);
    await send('PUT', `/v1/bookings/${id}`, { staff_id: 'st_2_a' });
    expect(await read()).toBe(0);
  });
});

describe('the ETag of a calendar feed', () => {
  it('stays the same while nothing changes, and answers 304 to a client that has it', async () => {
    await book();
    const first = await get();
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    clock.advance(3_600_000);
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await get({ 'If-None-Match': sent });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', tag]);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
    }
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
    // No date decides: names change without the bookings, and the window moves.
    expect(first.headers.get('last-modified')).toBeNull();
    expect((await get({ 'If-Modified-Since': 'Tue, 01 Jan 2199 00:00:00 GMT' })).status).toBe(200);
  });

  it('differs after a change of a booking, of a name, and when the window leaves a booking behind', async () => {
    const id = await book();
    const tags = [(await get()).headers.get('etag')];
    const next = async () => {
      const response = await get({ 'If-None-Match': tags.at(-1) ?? '' });
      expect(response.status).toBe(200);
      tags.push(response.headers.get('etag'));
    };
    await send('PUT', `/v1/bookings/${id}`, { notes: 'x' });
    await next();
    await send('POST', '/v1/business/apply', { business: { staff: [{ id: 'st_1_a', name: 'Samuel' }] } });
    await next();
    await send('POST', `/v1/bookings/${id}/cancel`, {});
    await next();
    clock.advance(22 * DAY_MS);
    await next();
    expect(new Set(tags).size).toBe(5);
  });
});
