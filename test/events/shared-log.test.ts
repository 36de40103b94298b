import { afterEach, describe, expect, it } from 'vitest';
import { appendEvent, createEventBus, followLog, type PlatformEvent } from '../../src/events/index.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { manualClock } from '../support/clock.ts';
import { memoryLog } from '../support/memory-log.ts';

const HOUR = 3_600_000;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A replica that follows the log, with the events that its listeners get. */
async function startReplica(
  { log }: ReturnType<typeof memoryLog>,
  { clock = manualClock('2026-03-02T09:00:00Z'), onlySource = true } = {},
) {
  const bus = createEventBus({ clock, logger: silentLogger });
  const heard: string[] = [];
  bus.onEvent(({ id }) => heard.push(id));
  const feed = followLog({ log, bus, clock, logger: silentLogger, listeningSince: clock.now(), onlySource });
  stops.push(feed.stop);
  await feed.catchUp();
  return { bus, heard, feed, clock };
}
const event = (id: string, now: number): PlatformEvent => {
  const at = new Date(now).toISOString();
  return {
    id,
    type: 'booking.created',
    at,
    receivedAt: at,
    kind: 'booking',
    recordId: id,
    source: 'webhook',
    data: {},
  };
};

describe('a replica that follows the shared log', () => {
  it('tells its listeners of an event that was received by a clock that is behind, or was set back', async () => {
    const shared = memoryLog();
    await appendEvent(shared.log, event('before', Date.parse('2026-03-02T08:00:00Z')));
    const { heard, feed, clock } = await startReplica(shared);
    clock.setBack(HOUR);
    await appendEvent(shared.log, event('after', clock.now()));
    await feed.catchUp();
    expect(heard).toEqual(['after']);
  });

  it.each([
    ['alone', true],
    ['beside another source', false],
  ])('reports what the log pruned before it was read as missing, followed %s', async (_, onlySource) => {
    const shared = memoryLog();
    const clock = manualClock('2026-03-02T09:00:00Z');
    await appendEvent(shared.log, event('first', clock.now()));
    const { bus, feed } = await startReplica(shared, { clock, onlySource });
    const cursor = bus.buffer.lastSequence();
    expect(bus.buffer.evictedThrough()).toBe(0);
    clock.advance(HOUR);
    // At once, so that the replica reads only afterwards.
    const lost = appendEvent(shared.log, event('lost', clock.now()));
    clock.advance(HOUR);
    const kept = appendEvent(shared.log, event('kept', clock.now()));
    shared.prune(2);
    await Promise.all([lost, kept]);
    await feed.catchUp();
    expect(bus.buffer.after(0).map((one) => one.event.id)).toEqual(['first', 'kept']);
    expect(bus.buffer.evictedThrough()).toBeGreaterThan(cursor);
    expect(bus.buffer.completeSince()).toBe('2026-03-02T11:00:00.000Z');
  });
});
