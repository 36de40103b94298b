import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { AFFECTED } from '../support/affected.ts';
import { temporaryFolder } from '../support/platform.ts';
import { runCrashTest } from './crash.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

// `npm run test:crash` does the same with another seed and 30 kills, and prints a table.
it.each([
  ['a WAL', 6, {}],
  ['a rollback journal', 3, AFFECTED],
])(
  'the platform with %s loses no acknowledged write when it is killed %i times during writes',
  { timeout: 120_000 },
  async (_journal, rounds, env) => {
    const folder = temporaryFolder();
    folders.push(folder);
    const report = await runCrashTest({ rounds, seed: 20_261_120, folder, env });
    expect(report.faults).toEqual([]);
    for (const kind of ['booking', 'contact', 'cancellation'] as const)
      expect(report.counts.get(kind)?.acknowledged, kind).toBeGreaterThan(3 * rounds);
    // The test is meaningful only if the kills interrupted writes.
    expect([...report.counts.values()].reduce((sum, row) => sum + row.unanswered, 0)).toBeGreaterThan(rounds);
  },
);
