/**
 * A delivering process on the database of the first argument. The second argument is its clock skew in milliseconds;
 * with `idle` as the third it delivers nothing; the fourth is the time after which its deliveries are taken over, or 0 for
 * the default settings. Prints `ready`. For each input line it books, updates and cancels that
 * number of appointments and prints their ids. Exits when its input ends.
 */
import { createInterface } from 'node:readline';
import { openPlatform } from '../../../src/platform/index.ts';
import { processClient } from './client.ts';
import { smallBusiness } from './fixture.ts';
import { QUICK } from './quick.ts';

const [database = '', skew = '0', role = '', takeover = ''] = process.argv.slice(2);
const { now } = Date;
// Global, so that libraries in this process see the skewed clock too.
Date.now = () => now() + Number(skew);
const platform = await openPlatform({
  database,
  business: smallBusiness(),
  deliveries:
    role === 'idle'
      ? false
      : takeover === '0' || { ...QUICK, ...(takeover ? { takeoverMs: Number(takeover), timeoutMs: 10_000 } : {}) },
});
const key = platform.issueProcessKey().reveal();
const send = processClient(platform.fetch);
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  const ids = await Promise.all(Array.from({ length: Number(line) }, bookAndCancel));
  console.log(JSON.stringify(ids));
}
await platform.close();

/** Books, updates and cancels an appointment at a random time after the year 2200. Returns its id. */
async function bookAndCancel(): Promise<unknown> {
  for (;;) {
    const start_time = new Date(Date.UTC(2200, 0, 1) + Math.floor(Math.random() * 1e6) * 3_600_000).toISOString();
    const body = { service_id: 'sv_cut_a', start_time, contact: { name: 'Ann', phone: '+15550100101' } };
    const created = await send('POST', '/v1/bookings', { key, body });
    if (created.status !== 200) continue;
    const path = `/v1/bookings/${created.body.data.id}`;
    await send('PUT', path, { key, body: { notes: 'updated' } });
    await send('POST', `${path}/cancel`, { key, body: {} });
    return created.body.data.id;
  }
}
