/**
 * A process that delivers, on the database of the first argument. Its clock is off by the second argument's milliseconds;
 * `idle` as the third leaves what happens to others. Says `ready`, and books, changes and cancels as many appointments
 * as each line says; prints their ids. Ends with its input.
 */
import { createInterface } from 'node:readline';
import { openPlatform } from '../../../src/platform/index.ts';
import { processClient } from './client.ts';
import { smallBusiness } from './fixture.ts';
import { QUICK } from './quick.ts';

const [database = '', skew = '0', role = ''] = process.argv.slice(2);
const { now } = Date;
// Also what libraries of this process take for the time.
Date.now = () => now() + Number(skew);
const platform = await openPlatform({
  database,
  business: smallBusiness(),
  deliveries: role === 'idle' ? false : QUICK,
});
const key = platform.issueProcessKey().reveal();
const send = processClient(platform.fetch);
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  const ids = await Promise.all(Array.from({ length: Number(line) }, story));
  console.log(JSON.stringify(ids));
}
await platform.close();

/** One appointment, somewhere in two hundred years. */
async function story(): Promise<unknown> {
  for (;;) {
    const start_time = new Date(Date.UTC(2200, 0, 1) + Math.floor(Math.random() * 1e6) * 3_600_000).toISOString();
    const body = { service_id: 'sv_cut_a', start_time, contact: { name: 'Ann', phone: '+15550100101' } };
    const made = await send('POST', '/v1/bookings', { key, body });
    if (made.status !== 200) continue;
    const path = `/v1/bookings/${made.body.data.id}`;
    await send('PUT', path, { key, body: { notes: 'moved by nobody' } });
    await send('POST', `${path}/cancel`, { key, body: {} });
    return made.body.data.id;
  }
}
