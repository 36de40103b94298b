import { expect, it } from 'vitest';
import { runFaults } from './run.ts';

it('two thousand writes at thirty percent faults: nobody is told what is not so', { timeout: 300_000 }, async () => {
  const report = await runFaults({ writes: 2_000, rate: 0.3, seed: 20_261_120 });
  expect(report.writes).toBeGreaterThanOrEqual(2_000);
  expect(report.lies).toEqual([]);
  const unknown = [...report.told.values()].reduce((sum, row) => sum + row.unknown, 0);
  expect(unknown / report.writes).toBeLessThanOrEqual(0.01);
  // The run is only worth something if every fault was met.
  expect(report.faults.size).toBe(17);
});
