import { expect, it } from 'vitest';
import { ENGINE } from '../../support/engines.ts';
import { runDeliveries } from '../../support/many-deliveries.ts';

/** `npm run test:deliveries` sends 10,000. Fewer on PostgreSQL, where each statement takes a network round trip. */
const EVENTS = ENGINE === 'sqlite' ? 250 : 150;

it('delivers many events in order and without loss to five subscribers that fail a fifth of the requests', async () => {
  const report = await runDeliveries({ events: EVENTS, seed: 7 });
  expect(report.faults.slice(0, 10)).toEqual([]);
  expect(report.events).toBe(EVENTS);
  for (const arrivals of report.subscribers) {
    expect(arrivals.events).toBe(EVENTS);
    // A fifth of the requests at random, of which each subscriber gets a share of its own.
    expect(arrivals.failures).toBeGreaterThan(EVENTS * 0.09);
    // The same id again, after a lost response.
    expect(arrivals.repeated).toBeGreaterThan(0);
    expect(arrivals.requests).toBeGreaterThanOrEqual(EVENTS + arrivals.repeated);
  }
}, 180_000);
