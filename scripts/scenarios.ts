/**
 * Runs the scenarios (test/scenarios) and prints what each question costs: the calls of a good agent, and the tokens that it
 * reads, at most on the three dates. `npm run scenarios`
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../bench/lib/numbers.ts';

interface Cost {
  question: string;
  calls: number;
  tokens: number;
}

const folder = mkdtempSync(join(tmpdir(), 'rcpt-scenarios-'));
const file = join(folder, 'costs.jsonl');
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'sqlite', 'test/scenarios', '--reporter', 'dot'], {
  env: { ...process.env, SCENARIO_COSTS: file },
  stdio: ['ignore', process.stderr, process.stderr],
});
const costs = new Map<string, Cost>();
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const cost = JSON.parse(line) as Cost;
  const known = costs.get(cost.question);
  costs.set(cost.question, { ...cost, tokens: Math.max(cost.tokens, known?.tokens ?? 0) });
}
rmSync(folder, { recursive: true });

const numberOf = ({ question }: Cost) => Number.parseInt(question, 10);
const rows = [...costs.values()].sort((a, b) => numberOf(a) - numberOf(b));
const sum = (key: 'calls' | 'tokens') => rows.reduce((total, cost) => total + cost[key], 0);
console.log(
  table(
    ['question', 'calls', 'tokens'],
    [
      ...rows.map(({ question, calls, tokens }) => [question, `${calls}`, `${tokens}`]),
      [`all ${rows.length}`, `${sum('calls')}`, `${sum('tokens')}`],
    ],
  ),
);
process.exitCode = status ?? 1;
