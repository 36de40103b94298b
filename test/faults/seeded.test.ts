import { expect, it } from 'vitest';
import { FAULT_NAMES } from '../support/faults.ts';
import { runFaults } from './run.ts';

// `npm run test:faults` does the same with 5,000 writes and another seed, and prints tables.
it('four hundred writes with thirty percent faults and late commits report no false outcome', {
  timeout: 400_000,
}, async () => {
  const report = await runFaults({ writes: 400, rate: 0.3, seed: 20_261_120 });
  expect(report.writes).toBeGreaterThanOrEqual(400);
  expect(report.falseReports).toEqual([]);
  // The caller cannot know of a tenth of the creates that the platform never received them.
  const unknown = [...report.outcomes.values()].reduce((sum, row) => sum + row.unknown, 0);
  expect(unknown / report.writes).toBeLessThanOrEqual(0.2);
  expect(report.repeated.notDone).toBe(0);
  // The test is meaningful only if every fault occurred.
  expect(report.faults.size).toBe(FAULT_NAMES.length);
});
