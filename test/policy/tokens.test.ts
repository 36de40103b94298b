import { expect, it } from 'vitest';
import { countAll } from '../../scripts/token-cost.ts';

it('tool definitions cost at most 150 tokens on average and 3,900 in total, and the instructions 250', () => {
  const { total, average, instructions, tools } = countAll();
  expect(average).toBeLessThanOrEqual(150);
  expect(total).toBeLessThanOrEqual(3_900);
  expect(instructions).toBeLessThanOrEqual(250);
  // No single tool costs more than twice the average.
  for (const tool of tools) expect(tool.model, tool.name).toBeLessThanOrEqual(300);
});
