/** Fuzz test: sends malformed input to every entry point for a long time, and prints the findings. */
import { parseArgs } from 'node:util';
import { type AreaReport, fuzzArea } from '../test/fuzz/area.ts';
import { AREAS } from '../test/fuzz/areas.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    /** Limits the run to areas whose name begins with this. */
    area: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const areas = AREAS.filter(({ name }) => name.startsWith(values.area));
const casesPerArea = Math.ceil(Number(values.cases) / areas.length);

const reports: AreaReport[] = [];
for (const area of areas) {
  let lastReported = 0;
  const progress = (done: number) => {
    const bar = `${'#'.repeat((done / casesPerArea) * 40).padEnd(40, '.')} ${area.name}: ${done} of ${casesPerArea}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${bar}`);
    else if (done - lastReported >= 2_500 || done === casesPerArea)
      process.stderr.write(`${area.name}: ${done} of ${casesPerArea} cases\n`);
    if (done - lastReported >= 2_500) lastReported = done;
  };
  reports.push(await fuzzArea(area, { cases: casesPerArea, seed, progress }));
}
if (process.stderr.isTTY) process.stderr.write('\n');

console.log('| area | cases | seconds | findings |\n| --- | ---: | ---: | ---: |');
for (const { area, cases, seconds, findings } of reports)
  console.log(`| ${area} | ${cases} | ${Math.round(seconds)} | ${findings.length} |`);
const findings = reports.flatMap((report) => report.findings);
console.log(
  `\n${reports.reduce((sum, { cases }) => sum + cases, 0)} cases, seed ${seed}: ${findings.length} findings.`,
);
for (const { area, problem: what, input, seed: batch } of findings)
  console.log(`  ${area} (batch ${batch}): ${what}\n    ${input}`);
if (findings.length > 0) process.exitCode = 1;
// Open sockets would keep the process alive.
process.exit();
