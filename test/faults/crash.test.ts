import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { runKills } from './crash.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

// `npm run kills` is the same with another seed, and prints a table.
it('killed thirty times in the middle of writes, the platform loses none that it answered', {
  timeout: 120_000,
}, async () => {
  const report = await runKills({ rounds: 30, seed: 20_261_120, folder });
  expect(report.wrong).toEqual([]);
  for (const kind of ['booking', 'contact', 'cancellation'] as const)
    expect(report.told.get(kind)?.acknowledged, kind).toBeGreaterThan(100);
  // The kills are only worth something if they came in the middle of writes.
  expect([...report.told.values()].reduce((sum, row) => sum + row.unanswered, 0)).toBeGreaterThan(30);
});
