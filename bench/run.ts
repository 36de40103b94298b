/** Runs all benchmarks one after the other: `npm run bench`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** All benchmarks: the file and its arguments. */
const BENCHES: readonly (readonly [file: string, ...args: string[]])[] = [
  ['startup.ts', '--node', '20', '--node', '22', '--node', '24', '--node', '26'],
  ['calls.ts'],
  ['http.ts'],
  ['load.ts'],
  ['memory.ts'],
  ['soak.ts', '--calls', '10000'],
  ['scan.ts'],
  ['platform.ts'],
  ['platform.ts', '--engine', 'postgres', '--sizes', '1000,100000'],
  ['import.ts'],
  ['import.ts', '--engine', 'postgres'],
];

for (const [file, ...args] of BENCHES) {
  console.log(`\n## bench/${file} ${args.join(' ')}\n`);
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', path, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
