/**
 * Clients in a separate process, so that they take no time from the servers' event loop. Each line of standard input is a
 * load, each line of standard output its result.
 */

import { createInterface } from 'node:readline';
import { openHour } from '../../test/support/open-hours.ts';
import { type BenchClient, httpClient } from '../lib/callers.ts';
import type { Load, LoadResult } from '../lib/load-clients.ts';
import { percentile } from '../lib/numbers.ts';

const clients = new Map<string, BenchClient>();

for await (const line of createInterface({ input: process.stdin })) {
  const load = JSON.parse(line) as Load;
  const client = clients.get(load.url) ?? httpClient(load.url, '2026-07-28', load.inFlight);
  clients.set(load.url, client);
  console.log(JSON.stringify(await runLoad(client, load)));
}

async function runLoad(client: BenchClient, { inFlight, ms, bookings, from }: Load): Promise<LoadResult> {
  const taken: number[] = [];
  let sentCount = 0;
  let booked = 0;
  const failed: string[] = [];
  const read = () => client.call('get_booking', { booking_id: 'bk_0001' });
  const book = () => {
    const number = from + booked++;
    return client.call('create_booking', {
      service_id: 'svc_cleaning',
      start_time: openHour(number),
      contact_name: `Load ${number}`,
      contact_email: `load.${number}@example.com`,
    });
  };
  const begin = performance.now();
  const caller = async () => {
    while (performance.now() - begin < ms) {
      const writes = bookings > 0 && sentCount++ % Math.round(1 / bookings) === 0;
      const sent = performance.now();
      try {
        await (writes ? book() : read());
        taken.push(performance.now() - sent);
      } catch (error) {
        failed.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  const perSecond = (taken.length / (performance.now() - begin)) * 1_000;
  return { done: taken.length, perSecond, p50: percentile(taken, 50), p99: percentile(taken, 99), booked, failed };
}
