/**
 * Prints `loaded`, waits for a line, opens the platform on the database of the first argument, prints `ready`, waits for
 * a line, sends as many concurrent requests as the third argument to book the slot of the second, and prints the
 * responses.
 */
import { once } from 'node:events';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { processClient } from './client.ts';
import { NOW, smallBusiness } from './fixture.ts';

const [database = '', start_time = '', count = '1'] = process.argv.slice(2);

// All processes have started and loaded their modules before the first one opens the database.
console.log('loaded');
await once(process.stdin, 'data');
const clock = { ...systemClock, now: () => Date.parse(NOW) };
const platform = await openPlatform({ database, clock, business: smallBusiness() });
const key = platform.issueProcessKey().reveal();
const send = processClient(platform.fetch);
console.log('ready');
await once(process.stdin, 'data');
const contact = { name: 'Crowd', email: `crowd.${process.pid}@example.com` };
const body = { service_id: 'sv_cut_a', start_time, contact };
const answers = await Promise.all(
  Array.from({ length: Number(count) }, () => send('POST', '/v1/bookings', { key, body })),
);
console.log(
  JSON.stringify(answers.map(({ status, body: { data, error } }) => ({ status, error, staff: data?.staff_id }))),
);
await platform.close();
process.stdin.destroy();
