/**
 * Writes through a faulty connection, and compares the reported outcomes with the database. Then changes records through
 * three servers that are killed, and checks that the outcomes have a serial order.
 */
import { parseArgs } from 'node:util';
import { runFaults } from '../test/faults/run.ts';
import { FAULT_NAMES } from '../test/support/faults.ts';
import { testSerialOrder } from './serial-order.ts';

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '0.3' },
    seed: { type: 'string', default: '1' },
    changes: { type: 'string', default: '3000' },
  },
});
const writes = Number(values.writes);
const bar = (done: number) => `${'#'.repeat((done / writes) * 40).padEnd(40, '.')} ${done} of ${writes}`;
let lastReported = 0;
const report = await runFaults({
  writes,
  rate: Number(values.rate),
  seed: Number(values.seed),
  waitsForGrace: true,
  progress: (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${bar(done)}`);
    else if (done - lastReported >= 500) process.stderr.write(`${done} of ${writes} writes\n`);
    if (done - lastReported >= 500) lastReported = done;
  },
});
if (process.stderr.isTTY) process.stderr.write('\n');

console.log('| tool | reported done | reported not done | reported unknown |\n| --- | ---: | ---: | ---: |');
for (const [tool, row] of report.outcomes) console.log(`| ${tool} | ${row.done} | ${row.notDone} | ${row.unknown} |`);
console.log('\n| fault | times |\n| --- | ---: |');
for (const fault of FAULT_NAMES) console.log(`| ${fault} | ${report.faults.get(fault) ?? 0} |`);
console.log(
  `\n${report.writes} writes in ${Math.round(report.seconds)} s, seed ${values.seed}: ${report.falseReports.length} false reports or duplicates.`,
);
const { done, notDone, unknown } = report.repeated;
console.log(
  `Repeated after a minute: ${done} of ${done + notDone + unknown} unknown creates and cancellations were done.`,
);
for (const falseReport of report.falseReports.slice(0, 20)) console.log(`  ${falseReport}`);
const faults = await testSerialOrder(Number(values.changes), Number(values.seed));
if (report.falseReports.length + notDone + unknown + faults > 0) process.exitCode = 1;
