import { expect, it } from 'vitest';
import { runFaults } from './run.ts';

it('two thousand writes with thirty percent faults report no false outcome', { timeout: 300_000 }, async () => {
  const report = await runFaults({ writes: 2_000, rate: 0.3, seed: 20_261_120 });
  expect(report.writes).toBeGreaterThanOrEqual(2_000);
  expect(report.falseReports).toEqual([]);
  const unknown = [...report.outcomes.values()].reduce((sum, row) => sum + row.unknown, 0);
  expect(unknown / report.writes).toBeLessThanOrEqual(0.01);
  // The test is meaningful only if every fault occurred.
  expect(report.faults.size).toBe(17);
});
