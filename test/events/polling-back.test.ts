import { afterEach, expect, it } from 'vitest';
import { pollClustered } from '../../src/app/polling.ts';
import * as events from '../../src/events/index.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { fakeLists } from '../support/fake-lists.ts';
import { memoryLog } from '../support/memory-log.ts';

/** A record that changes back to an earlier state has changed. */
const pollers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const poller of pollers.splice(0)) await poller.stop();
});

const common = { intervalMs: 5, clock: systemClock, logger: silentLogger };
const TUESDAY = { start_time: '2026-03-03T10:00:00Z' };
const WEDNESDAY = { start_time: '2026-03-04T10:00:00Z' };

it('each change of a booking back to an earlier time is an event of its own', async () => {
  const bookings: Record<string, object> = { moved: TUESDAY };
  const bus = events.createEventBus(common);
  const poller = events.startPolling({ ...common, api: fakeLists({ bookings }).api, emit: bus.emit });
  pollers.push(poller);
  await poller.baseline;
  for (const [index, time] of [WEDNESDAY, TUESDAY, WEDNESDAY, TUESDAY, WEDNESDAY].entries()) {
    bookings.moved = time;
    await expect.poll(() => bus.buffer.lastSequence()).toBe(index + 1);
  }
});

it('a change back to a state that an earlier leader has reported is an event of its own, with one id for all', async () => {
  const bookings: Record<string, object> = { moved: TUESDAY };
  const { log, ids } = memoryLog();
  const startLeader = async () => {
    const lists = fakeLists({ bookings });
    const lease = { acquire: async () => true, currentHolderNote: async () => undefined, release: async () => {} };
    const bus = events.createEventBus(common);
    const parts = { ...common, events, bus, api: lists.api as never, truncatesHistory: false };
    const polling = pollClustered({ ...parts, log, lease });
    pollers.push(polling);
    await expect.poll(polling.gaps).toEqual([]);
    return { polling, requests: lists.requests };
  };
  const { polling: first } = await startLeader();
  bookings.moved = WEDNESDAY;
  await expect.poll(() => ids.length).toBe(1);
  bookings.moved = TUESDAY;
  await expect.poll(() => ids.length).toBe(2);
  await first.stop();
  // Two, as while a leader cannot know that it is none any more.
  const leaders = [await startLeader(), await startLeader()];
  bookings.moved = WEDNESDAY;
  await expect.poll(() => ids.length).toBe(3);
  const seen = leaders.map(({ requests }) => requests.length);
  await expect.poll(() => leaders.every(({ requests }, index) => requests.length > (seen[index] ?? 0) + 4)).toBe(true);
  expect(ids).toHaveLength(3);
});
