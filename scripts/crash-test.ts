/** Kills the platform during writes, and compares the acknowledged writes with the database. */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runCrashTest } from '../test/faults/crash.ts';
import { temporaryFolder } from '../test/support/platform.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const rounds = Number(values.rounds);
const bar = (done: number) => `${'#'.repeat((done / rounds) * 40).padEnd(40, '.')} ${done} of ${rounds}`;
const folder = temporaryFolder();
const report = await runCrashTest({
  rounds,
  seed: Number(values.seed),
  folder,
  progress: (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${bar(done)}`);
    else if (done % 5 === 0) process.stderr.write(`${done} of ${rounds} kills\n`);
  },
});
rmSync(folder, { recursive: true });
if (process.stderr.isTTY) process.stderr.write('\n');

console.log('| write | acknowledged | unanswered when killed | of these committed |\n| --- | ---: | ---: | ---: |');
for (const [kind, row] of report.counts)
  console.log(`| ${kind} | ${row.acknowledged} | ${row.unanswered} | ${row.unansweredCommitted} |`);
console.log(
  `\n${report.rounds} kills in ${Math.round(report.seconds)} s, seed ${values.seed}: ${report.faults.length} records lost, ` +
    `partially written or damaged; the slowest start after a kill took ${report.slowestStartMs} ms.`,
);
for (const text of report.faults.slice(0, 20)) console.log(`  ${text}`);
if (report.faults.length > 0) process.exitCode = 1;
