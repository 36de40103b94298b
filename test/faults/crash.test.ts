import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { runCrashTest } from './crash.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

// `npm run test:crash` does the same with another seed, and prints a table.
it('the platform loses no acknowledged write when it is killed thirty times during writes', {
  timeout: 120_000,
}, async () => {
  const report = await runCrashTest({ rounds: 30, seed: 20_261_120, folder });
  expect(report.faults).toEqual([]);
  for (const kind of ['booking', 'contact', 'cancellation'] as const)
    expect(report.counts.get(kind)?.acknowledged, kind).toBeGreaterThan(100);
  // The test is meaningful only if the kills interrupted writes.
  expect([...report.counts.values()].reduce((sum, row) => sum + row.unanswered, 0)).toBeGreaterThan(30);
});
