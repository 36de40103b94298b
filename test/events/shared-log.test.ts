import { afterEach, describe, expect, it } from 'vitest';
import { appendEvent, createEventBus, followLog, type PlatformEvent } from '../../src/events/index.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import { manualClock } from '../support/clock.ts';
import { memoryLog } from '../support/memory-log.ts';

const HOUR = 3_600_000;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A replica that follows the log, with the events that its listeners get. */
async function startReplica({ log }: ReturnType<typeof memoryLog>, clock = manualClock('2026-03-02T09:00:00Z')) {
  const bus = createEventBus({ clock, logger: silentLogger });
  const heard: string[] = [];
  bus.onEvent(({ id }) => heard.push(id));
  const feed = followLog({ log, bus, clock, logger: silentLogger, listeningSince: clock.now(), onlySource: true });
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
});
