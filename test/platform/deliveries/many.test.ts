import { expect, it } from 'vitest';
import { ENGINE } from '../../support/engines.ts';
import { runDeliveries } from '../../support/many-deliveries.ts';

/** The other engine is asked for less: there, each statement travels. */
const EVENTS = ENGINE === 'sqlite' ? 1_000 : 300;

it('many events to five subscribers that fail a fifth of the time: nothing lost, forged or out of order', async () => {
  const report = await runDeliveries({ events: EVENTS, seed: 7 });
  expect(report.faults.slice(0, 10)).toEqual([]);
  expect(report.events).toBe(EVENTS);
  for (const arrivals of report.subscribers) {
    expect(arrivals.events).toBe(EVENTS);
    expect(arrivals.failures).toBeGreaterThan(EVENTS * 0.15);
    // The same id again, after an answer that was lost.
    expect(arrivals.repeated).toBeGreaterThan(0);
    expect(arrivals.requests).toBeGreaterThanOrEqual(EVENTS + arrivals.repeated);
  }
}, 180_000);
