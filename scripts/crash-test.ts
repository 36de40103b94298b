/**
 * Kills the platform during writes, and compares the acknowledged writes with the database. With `--reports 10000`, reports
 * of calls to two processes instead, which are killed `--rounds` times.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCrashTest } from '../test/faults/crash.ts';
import { temporaryFolder } from '../test/support/platform.ts';
import { runStorm } from '../test/voice/intake/support/storm.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, reports: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const seed = Number(values.seed);
const folder = temporaryFolder();
const bar = (done: number, all: number) => `${'#'.repeat((done / all) * 40).padEnd(40, '.')} ${done} of ${all}`;
const showProgress = (done: number, all: number, step: number, unit: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${bar(done, all)}`);
  else if (done % step === 0) process.stderr.write(`${done} of ${all} ${unit}\n`);
};

if (values.reports !== undefined) {
  const reports = Number(values.reports);
  const kills = Number(values.rounds ?? 10);
  const database = join(folder, 'platform.db');
  const progress = (done: number) => showProgress(done, reports, 1_000, 'reports');
  const storm = await runStorm({ reports, kills, seed, database, folder, progress });
  rmSync(folder, { recursive: true });
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(
    `${reports} reports of ${reports / 2} calls from 4 sources to 2 processes, ${storm.doubled} of them doubled, ${storm.kills} ` +
      `kills in ${Math.round(storm.seconds)} s, seed ${seed}: ${storm.unanswered} attempts had no answer, ${storm.repeated} ` +
      `answers said that the report was stored already, ${storm.faults.length} calls or reports are lost, doubled or incomplete.`,
  );
  endWith(storm.faults);
  process.exit();
}

const rounds = Number(values.rounds ?? 30);
const progress = (done: number) => showProgress(done, rounds, 5, 'kills');
const report = await runCrashTest({ rounds, seed, folder, progress });
rmSync(folder, { recursive: true });
if (process.stderr.isTTY) process.stderr.write('\n');

console.log('| write | acknowledged | unanswered when killed | of these committed |\n| --- | ---: | ---: | ---: |');
for (const [kind, row] of report.counts)
  console.log(`| ${kind} | ${row.acknowledged} | ${row.unanswered} | ${row.unansweredCommitted} |`);
console.log(
  `\n${report.rounds} kills in ${Math.round(report.seconds)} s, seed ${values.seed}: ${report.faults.length} records lost, ` +
    `partially written or damaged; the slowest start after a kill took ${report.slowestStartMs} ms.`,
);
endWith(report.faults);

function endWith(faults: readonly string[]): void {
  for (const text of faults.slice(0, 20)) console.log(`  ${text}`);
  if (faults.length > 0) process.exitCode = 1;
}
