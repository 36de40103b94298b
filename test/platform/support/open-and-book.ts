/**
 * Opens the platform on the database of the first argument, says `ready`, waits for a line, sends as many requests
 * at once as the third argument says to book the slot of the second, and prints their answers.
 */
import { once } from 'node:events';
import { openPlatform } from '../../../src/platform/index.ts';
import { processClient } from './client.ts';
import { NOW, smallBusiness } from './fixture.ts';

const [database = '', start_time = '', count = '1'] = process.argv.slice(2);

// Everything is loaded and all processes have begun before the first opens the file.
console.log('loaded');
await once(process.stdin, 'data');
const clock = { now: () => Date.parse(NOW) };
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
