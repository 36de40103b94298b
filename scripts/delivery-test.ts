/** Delivers events from two processes to failing subscribers, and checks the received deliveries. */
import { parseArgs } from 'node:util';
import { runDeliveries } from '../test/support/many-deliveries.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    subscribers: { type: 'string', default: '5' },
    rate: { type: 'string', default: '0.2' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
  },
});
let lastReported = 0;
const report = await runDeliveries({
  events: Number(values.events),
  subscribers: Number(values.subscribers),
  rate: Number(values.rate),
  seed: Number(values.seed),
  ...(values.database === undefined ? {} : { database: values.database }),
  progress: (arrived, of) => {
    const bar = `${'#'.repeat((arrived / of) * 40).padEnd(40, '.')} ${arrived} of ${of}`;
    if (process.stderr.isTTY) process.stderr.write(`\r${bar}`);
    else if (arrived - lastReported >= of / 10) process.stderr.write(`${arrived} of ${of} deliveries\n`);
    if (arrived - lastReported >= of / 10) lastReported = arrived;
  },
});
if (process.stderr.isTTY) process.stderr.write('\n');

console.log('| subscriber | events | requests | failed on purpose | repeated |\n| --- | ---: | ---: | ---: | ---: |');
for (const [index, { events, requests, failures, repeated }] of report.subscribers.entries()) {
  console.log(`| ${index + 1} | ${events} | ${requests} | ${failures} | ${repeated} |`);
}
const { quiet, seconds, faults } = report;
console.log(
  `\n${report.events} events in ${Math.round(seconds)} s, seed ${values.seed}: ${faults.length} lost, forged or out of order; ` +
    `without other load, an event reaches all of them after ${quiet.median} ms (median), ${quiet.slowest} ms (maximum).`,
);
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
if (faults.length > 0) process.exitCode = 1;
