import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEventBus, type PlatformEvent, type Source } from '../../src/events/index.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import { manualClock } from '../support/clock.ts';

/** Where events come together. */
const clock = manualClock('2026-03-02T09:00:00Z');
const event = (more: Partial<PlatformEvent> = {}): PlatformEvent => {
  const now = new Date(clock.now()).toISOString();
  return { id: randomUUID(), type: 'x', at: now, receivedAt: now, kind: 'call', source: 'webhook', data: {}, ...more };
};
const hubOf = (bounds: { maxEvents?: number; maxAgeMs?: number } = {}) =>
  createEventBus({ clock, logger: silentLogger, ...bounds });

describe('the journal', () => {
  it('keeps the last thousand, in order of arrival, and says from when on it has all', () => {
    const hub = hubOf();
    const begin = hub.buffer.completeSince();
    for (let n = 1; n <= 1_000; n++) hub.emit(event({ id: `e${n}` }));
    expect(hub.buffer.completeSince()).toBe(begin);
    expect(hub.buffer.evictedThrough()).toBe(0);
    clock.advance(1_000);
    hub.emit(event({ id: 'one more' }));
    const kept = hub.buffer.after(0);
    expect(kept).toHaveLength(1_000);
    expect([kept[0]?.event.id, kept.at(-1)?.event.id]).toEqual(['e2', 'one more']);
    expect(hub.buffer.evictedThrough()).toBe(1);
    expect(hub.buffer.after(999).map((entry) => entry.sequence)).toEqual([1_000, 1_001]);
  });

  it('keeps nothing for more than seven days', () => {
    const hub = hubOf();
    const first = event();
    hub.emit(first);
    clock.advance(7 * 86_400_000);
    expect(hub.buffer.after(0)).toHaveLength(1);
    clock.advance(1);
    expect(hub.buffer.after(0)).toEqual([]);
    expect(hub.buffer.completeSince()).toBe(first.at);
  });
});

describe('an event', () => {
  const told = (hub: ReturnType<typeof hubOf>) => {
    const heard: string[] = [];
    return { heard, end: hub.onEvent(({ id }) => heard.push(id)) };
  };

  it('is told once to each listener, also after one that fails, and to none that has gone', () => {
    const hub = hubOf();
    hub.onEvent(() => {
      throw new Error('a listener fails');
    });
    const [one, two] = [told(hub), told(hub)];
    hub.emit(event({ id: 'a' }));
    hub.emit(event({ id: 'a' }));
    one.end();
    hub.emit(event({ id: 'b' }));
    expect([one.heard, two.heard]).toEqual([['a'], ['a', 'b']]);
  });

  it('of the past is kept and told to nobody', () => {
    const hub = hubOf();
    const { heard } = told(hub);
    expect(hub.emit(event(), { historical: true })).toBe(true);
    expect(heard).toEqual([]);
    expect(hub.buffer.after(0)).toHaveLength(1);
  });

  const from = (source: Source, type: string, data = {}) => event({ source, type, recordId: 'r', data });

  it('that two sources tell under two ids counts once, whoever is first', () => {
    for (const [first, second] of [
      ['webhook', 'poll'],
      ['poll', 'webhook'],
    ] as const) {
      const hub = hubOf();
      expect(hub.emit(from(first, 'call.completed'))).toBe(true);
      expect(hub.emit(from(second, 'call_completed'))).toBe(false);
    }
  });

  it('that happens again is told again: a booking cancelled, confirmed and cancelled', () => {
    const hub = hubOf();
    const story = ['cancelled', 'updated', 'cancelled'].map((word) => `booking.${word}`);
    const kept = story.flatMap((type) => (['webhook', 'poll'] as const).map((source) => hub.emit(from(source, type))));
    expect(kept).toEqual([true, false, true, false, true, false]);
  });

  it('of another version is another, and after an hour nothing is taken for the same', () => {
    const hub = hubOf();
    expect(hub.emit(from('webhook', 'booking.updated', { updated_at: '1' }))).toBe(true);
    expect(hub.emit(from('poll', 'booking.updated', { updated_at: '2' }))).toBe(true);
    clock.advance(3_600_001);
    expect(hub.emit(from('poll', 'booking.updated', { updated_at: '1' }))).toBe(true);
  });
});
