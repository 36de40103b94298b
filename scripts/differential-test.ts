/**
 * Makes random calls of the tools that list, search and count, on servers with the same data that read it in different ways,
 * and prints where their answers differ: `npm run test:differential -- --calls 20000 --seed 0`. TEST_ENGINE=postgres
 * chooses the engine of the platform.
 */
import { parseArgs } from 'node:util';
import { describeDifference } from '../test/differential/compare.ts';
import { runDifferential } from '../test/differential/run.ts';
import { ENGINE } from '../test/support/engines.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '0' },
    /** Calls on the same data, before the next business is invented. */
    'per-business': { type: 'string', default: '500' },
    /** Names of tools, separated by commas. Default: all. */
    tools: { type: 'string' },
  },
});
const calls = Number(values.calls);
const perBusiness = Number(values['per-business']);
/** A list of a hundred records, one by one. */
const MAX_ANSWERS = 100;
/** A program with more differences has one reason for many of them. */
const MAX_DIFFERENCES = 50;

const total: Record<string, number> = {};
const used = new Set<string>();
let [done, refused, differences] = [0, 0, 0];
const begin = performance.now();
for (let seed = Number(values.seed); done < calls && differences < MAX_DIFFERENCES; seed++) {
  const size = Math.min(perBusiness, calls - done);
  const before = done;
  const progress = (inBusiness: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${before + inBusiness} of ${calls}`);
  };
  const result = await runDifferential({
    seed,
    calls: size,
    tools: values.tools?.split(','),
    maxAnswers: MAX_ANSWERS,
    progress,
  });
  for (const [tool, count] of Object.entries(result.calls)) total[tool] = (total[tool] ?? 0) + count;
  for (const name of result.used[0] ?? []) used.add(name);
  done += size;
  refused += result.refused;
  differences += result.differences.length;
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  for (const difference of result.differences)
    console.log(`seed ${seed}, a caller who ${result.caller}: ${describeDifference(difference)}\n`);
  console.error(`${done} of ${calls} calls, ${differences} differences, ${seconds()} s; a caller who ${result.caller}`);
}

function seconds(): string {
  return ((performance.now() - begin) / 1_000).toFixed(0);
}

console.log('| tool | calls |\n| --- | ---: |');
for (const [tool, count] of Object.entries(total).sort()) console.log(`| ${tool} | ${count} |`);
console.log(`\n${ENGINE}: ${done} calls, ${refused} of them refused by all servers, ${differences} differences.`);
console.log(`Extensions that were used: ${[...used].sort().join(', ')}.`);
if (differences > 0) process.exitCode = 1;
