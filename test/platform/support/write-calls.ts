/**
 * Opens the platform on the database of the first argument and prints `ready`. Adds five calls and changes the five before them
 * until it receives a line, and prints how many it has added. The second argument begins their ids.
 */
import { once } from 'node:events';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { NOW, smallBusiness } from './fixture.ts';
import { promisingCall } from './promising-call.ts';

const [database = '', prefix = ''] = process.argv.slice(2);

const clock = { ...systemClock, now: () => Date.parse(NOW) };
const platform = await openPlatform({ database, clock, business: smallBusiness() });
let isEnding = false;
const ending = once(process.stdin, 'data').then(() => {
  isEnding = true;
});
console.log('ready');
let added = 0;
while (!isEnding) {
  const changed = Array.from({ length: Math.min(added, 5) }, (_, index) => promisingCall(`${prefix}-${added - index}`));
  const next = Array.from({ length: 5 }, (_, index) => promisingCall(`${prefix}-${added + index + 1}`));
  const reports = [...changed.map((report) => ({ ...report, summary: `Changed after ${added} calls.` })), ...next];
  const outcomes = await platform.calls.importBatch(reports, { dryRun: false });
  added += outcomes.filter((outcome) => outcome === 'added').length;
}
await ending;
console.log(String(added));
await platform.close();
process.stdin.destroy();
