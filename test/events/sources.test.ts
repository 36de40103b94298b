import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEventBus, type PlatformEvent, type Source } from '../../src/events/index.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { manualClock } from '../support/clock.ts';

const clock = manualClock('2026-03-02T09:00:00Z');
const event = (more: Partial<PlatformEvent> = {}): PlatformEvent => {
  const now = new Date(clock.now()).toISOString();
  return { id: randomUUID(), type: 'x', at: now, receivedAt: now, kind: 'call', source: 'webhook', data: {}, ...more };
};
const createBus = (limits: { maxEvents?: number; maxAgeMs?: number } = {}) =>
  createEventBus({ clock, logger: silentLogger, ...limits });

describe('event buffer', () => {
  it('retains the last thousand events in order of arrival, and reports from when it is complete', () => {
    const bus = createBus();
    const start = bus.buffer.completeSince();
    for (let n = 1; n <= 1_000; n++) bus.emit(event({ id: `e${n}` }));
    expect(bus.buffer.completeSince()).toBe(start);
    expect(bus.buffer.evictedThrough()).toBe(0);
    clock.advance(1_000);
    bus.emit(event({ id: 'one more' }));
    const entries = bus.buffer.after(0);
    expect(entries).toHaveLength(1_000);
    expect([entries[0]?.event.id, entries.at(-1)?.event.id]).toEqual(['e2', 'one more']);
    expect(bus.buffer.evictedThrough()).toBe(1);
    expect(bus.buffer.after(999).map((entry) => entry.sequence)).toEqual([1_000, 1_001]);
  });

  it('evicts events after seven days', () => {
    const bus = createBus();
    const first = event();
    bus.emit(first);
    clock.advance(7 * 86_400_000);
    expect(bus.buffer.after(0)).toHaveLength(1);
    clock.advance(1);
    expect(bus.buffer.after(0)).toEqual([]);
    expect(bus.buffer.completeSince()).toBe(first.at);
  });
});

describe('event bus', () => {
  const subscribe = (bus: ReturnType<typeof createBus>) => {
    const received: string[] = [];
    return { received, unsubscribe: bus.onEvent(({ id }) => received.push(id)) };
  };

  it('calls each listener once per event, even if another one throws, and none after it unsubscribes', () => {
    const bus = createBus();
    bus.onEvent(() => {
      throw new Error('a listener fails');
    });
    const [one, two] = [subscribe(bus), subscribe(bus)];
    bus.emit(event({ id: 'a' }));
    bus.emit(event({ id: 'a' }));
    one.unsubscribe();
    bus.emit(event({ id: 'b' }));
    expect([one.received, two.received]).toEqual([['a'], ['a', 'b']]);
  });

  it('buffers a historical event without calling listeners', () => {
    const bus = createBus();
    const { received } = subscribe(bus);
    expect(bus.emit(event(), { historical: true })).toBe(true);
    expect(received).toEqual([]);
    expect(bus.buffer.after(0)).toHaveLength(1);
  });
});

describe('event deduplication', () => {
  const from = (source: Source, type: string, data = {}) => event({ source, type, recordId: 'r', data });

  it('admits an event once that webhook and polling report under different ids', () => {
    for (const [first, second] of [
      ['webhook', 'poll'],
      ['poll', 'webhook'],
    ] as const) {
      const bus = createBus();
      expect(bus.emit(from(first, 'call.completed'))).toBe(true);
      expect(bus.emit(from(second, 'call_completed'))).toBe(false);
    }
  });

  it('admits a cancellation once that the webhook spells with one l', () => {
    const bus = createBus();
    expect(bus.emit(from('webhook', 'booking.canceled'))).toBe(true);
    expect(bus.emit(from('poll', 'booking.cancelled'))).toBe(false);
  });

  it('admits a repeated change of one record, such as cancelled, confirmed and cancelled', () => {
    const bus = createBus();
    const types = ['cancelled', 'updated', 'cancelled'].map((verb) => `booking.${verb}`);
    const admitted = types.flatMap((type) =>
      (['webhook', 'poll'] as const).map((source) => bus.emit(from(source, type))),
    );
    expect(admitted).toEqual([true, false, true, false, true, false]);
  });

  it('admits another version of a record, and any change again after an hour', () => {
    const bus = createBus();
    expect(bus.emit(from('webhook', 'booking.updated', { updated_at: '1' }))).toBe(true);
    expect(bus.emit(from('poll', 'booking.updated', { updated_at: '2' }))).toBe(true);
    clock.advance(3_600_001);
    expect(bus.emit(from('poll', 'booking.updated', { updated_at: '1' }))).toBe(true);
  });
});
