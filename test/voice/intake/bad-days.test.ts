import { afterEach, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { MAX_BYTES_OF_CALL, MAX_REPORTS_OF_CALL } from '../../../src/platform/intake/limits.ts';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { manualClock } from '../../support/clock.ts';
import { newDatabase } from '../../support/engines.ts';
import { type StartedPlatform, type StartOptions, startPlatform } from '../../support/platform.ts';
import { addGenericSource, endedCall, type GenericSource } from '../support/generic-source.ts';

/** What goes wrong around reports of calls: clocks, disks, removals, and sources that send too much. */
const DAY_MS = 86_400_000;
let started: StartedPlatform | undefined;
let source: GenericSource;

afterEach(async () => {
  await started?.close();
  started = undefined;
});

async function start(options: StartOptions = {}): Promise<StartedPlatform> {
  started = await startPlatform(options);
  source = await addGenericSource(started.platform, started.url);
  return started;
}

async function call(id: unknown): Promise<Record<string, unknown>> {
  const headers = { 'x-api-key': (await started?.key()) ?? '' };
  const response = await fetch(`${started?.url}/api/v1/calls/${id}`, { headers });
  return ((await response.json()) as { data: Record<string, unknown> }).data;
}

describe('reports of one call', () => {
  it('combines reports in the order of their arrival, also in one millisecond and after the clock was set back', async () => {
    const clock = manualClock(Date.now());
    await start({ clock });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await source.send(endedCall(id, { summary: 'first' }));
      await source.send(endedCall(id, { summary: 'second' }));
      clock.setBack(1_000);
      const { body } = await source.send(endedCall(id, { summary: 'third' }));
      await source.send({ event: 'ended', call_id: id, fields: { number: 1 } });
      expect(await call(body.call_id)).toMatchObject({ summary: 'third', fields: { number: 1 } });
    }
  });

  it('knows the caller of a call in progress after the clock was set back, and forgets it four hours after the start', async () => {
    const clock = manualClock(Date.now());
    const { calls } = (await start({ clock })).platform;
    await source.send({ event: 'started', call_id: 'a', phone: '+12125550123' });
    clock.setBack(60_000);
    expect(await calls.inProgress('a')).toEqual({ phone: '+12125550123' });
    await source.send({ event: 'started', call_id: 'a', direction: 'inbound' });
    expect(await calls.inProgress('a')).toEqual({ phone: '+12125550123' });
    clock.advance(5 * 60 * 60_000);
    expect(await calls.inProgress('a')).toBeUndefined();
  });

  it('combines reports only up to a number, and keeps the rest with the reason', async () => {
    await start();
    const send = (index: number) => source.send(endedCall('a', { summary: `Summary ${index}` }));
    for (let index = 0; index < MAX_REPORTS_OF_CALL; index++) expect((await send(index)).status).toBe(200);
    const { status, body } = await send(MAX_REPORTS_OF_CALL);
    expect(status).toBe(202);
    expect(body).toMatchObject({ understood: false, reason: expect.stringContaining('more than 100 reports') });
    expect(await send(0)).toMatchObject({ status: 200, body: { repeated: true } });
    expect((await source.send(endedCall('b'))).status).toBe(200);
  });

  it('combines reports only up to a number of bytes', async () => {
    await start();
    const turns = Array.from({ length: 100 }, () => ({ speaker: 'caller', text: 'x'.repeat(19_000) }));
    const statuses: number[] = [];
    for (let bytes = 0; bytes <= MAX_BYTES_OF_CALL; bytes += 1_900_000)
      statuses.push((await source.send(endedCall('a', { turns, duration_seconds: statuses.length }))).status);
    expect(statuses).toEqual([200, 200, 200, 202]);
  });
});

describe('sources', () => {
  it('stores nothing of a delivery whose source is removed while it arrives', async () => {
    const { platform } = await start();
    let finish = () => {};
    const body = new ReadableStream({
      start(controller) {
        finish = () => {
          controller.enqueue(new TextEncoder().encode(signed.body));
          controller.close();
        };
      },
    });
    const signed = { body: '', headers: {} as Record<string, string> };
    const change = (request: typeof signed) => {
      Object.assign(signed, { body: request.body, headers: { ...request.headers } });
      request.body = '';
    };
    await source.send(endedCall('a'), { change });
    const init = { method: 'POST', headers: signed.headers, body, duplex: 'half' as const };
    const answer = platform.fetch(new Request(`http://localhost/api/intake/${source.id}`, init));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await platform.callSources.remove(source.id)).toBe(true);
    finish();
    expect((await answer).status).toBe(404);
    expect(await platform.callSources.log({ limit: 10 })).toEqual([]);
  });

  it('answers twenty thousand wrong turns with the problems of the first ones', async () => {
    await start();
    const turns = Array.from({ length: 20_000 }, () => ({ speaker: 7, text: 9, more: 1 }));
    const { status, body } = await source.send({ call_id: 'a', turns });
    expect({ status, reason: body.reason }).toEqual({
      status: 202,
      // 200 turns with three problems each: the other turns were not read.
      reason: expect.stringMatching(/^turns\[0\].speaker: must be a text; .*; and 595 more$/),
    });
  });
});

describe('databases', () => {
  it('answers 503 while another program locks the database, and stores the report when it is sent again', async () => {
    const { database } = await start();
    const other = new (await loadSqlite())(database);
    other.exec('begin immediate');
    const refused = await source.send(endedCall('a'));
    expect(refused.status).toBe(503);
    expect(refused.body.message).toBe('The report cannot be stored now. Send it again.');
    other.exec('rollback');
    other.close();
    const { status, body } = await source.send(endedCall('a'));
    expect({ status, body }).toMatchObject({ status: 200, body: { understood: true } });
  });

  it('answers 503 when the database was deleted', async () => {
    const created = await newDatabase();
    await start({ database: created.database });
    await created.remove();
    await expect.poll(async () => (await source.send(endedCall('a'))).status).toBe(503);
  });

  it('stores the counts of refused deliveries when the program ends', async () => {
    const { database, remove } = await newDatabase();
    const first = await start({ database });
    await source.send(endedCall('a'), { age: 3_600 });
    await source.send(endedCall('b'), { age: 3_600 });
    await first.close();
    started = undefined;
    const platform = await openPlatform({ database, deliveries: false });
    const [listed] = await platform.callSources.list();
    expect(listed?.refused).toMatchObject([{ reason: 'timestamp outside of the window', count: 2 }]);
    await platform.close();
    await remove();
  });
});

describe('bodies that are thirty days old', () => {
  it('deletes old bodies, and completes their call from a late report', async () => {
    const age = (31 * DAY_MS) / 1_000;
    const clock = manualClock(Date.now() - 31 * DAY_MS);
    const { platform } = await start({ clock, deliveries: { pruneIntervalMs: 50 } });
    const { body } = await source.send(endedCall('a', { summary: 'Early.' }), { age });
    expect((await source.send({ event: 'other' }, { age })).status).toBe(202);
    await expect
      .poll(async () => (await platform.callSources.log({ limit: 10 }))?.map(({ hasBody }) => hasBody))
      .toEqual([false]);
    clock.advance(31 * DAY_MS);
    expect(await source.send(endedCall('a', { summary: 'Early.' }))).toMatchObject({ body: { repeated: true } });
    const late = await source.send({ event: 'ended', call_id: 'a', fields: { number: 1 } });
    expect(late.body.call_id).toBe(body.call_id);
    const merged = await call(body.call_id);
    expect(merged).toMatchObject({ summary: 'Early.', fields: { number: 1 }, duration_seconds: 61 });
    expect(merged.transcript).toHaveLength(2);
  });
});
