/** Writes through a failing connection, and compares what callers were told with what the database holds. */
import { parseArgs } from 'node:util';
import { runFaults } from '../test/faults/run.ts';
import { FAULT_NAMES } from '../test/support/faults.ts';

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '0.3' },
    seed: { type: 'string', default: '1' },
  },
});
const writes = Number(values.writes);
const bar = (done: number) => `${'#'.repeat((done / writes) * 40).padEnd(40, '.')} ${done} of ${writes}`;
let told = 0;
const report = await runFaults({
  writes,
  rate: Number(values.rate),
  seed: Number(values.seed),
  progress: (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${bar(done)}`);
    else if (done - told >= 500) process.stderr.write(`${done} of ${writes} writes\n`);
    if (done - told >= 500) told = done;
  },
});
if (process.stderr.isTTY) process.stderr.write('\n');

console.log('| tool | told done | told not done | told unknown |\n| --- | ---: | ---: | ---: |');
for (const [tool, row] of report.told) console.log(`| ${tool} | ${row.done} | ${row.notDone} | ${row.unknown} |`);
console.log('\n| fault | times |\n| --- | ---: |');
for (const fault of FAULT_NAMES) console.log(`| ${fault} | ${report.faults.get(fault) ?? 0} |`);
console.log(
  `\n${report.writes} writes in ${Math.round(report.seconds)} s, seed ${values.seed}: ${report.lies.length} told wrongly.`,
);
for (const lie of report.lies.slice(0, 20)) console.log(`  ${lie}`);
if (report.lies.length > 0) process.exitCode = 1;
