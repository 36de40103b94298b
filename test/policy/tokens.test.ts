import { expect, it } from 'vitest';
import { countAll } from '../../scripts/token-cost.ts';

it('the definitions cost a model at most 150 tokens a tool on average, 3,200 in all, and 250 for the instructions', () => {
  const { total, average, instructions, tools } = countAll();
  expect(average).toBeLessThanOrEqual(150);
  expect(total).toBeLessThanOrEqual(3_200);
  expect(instructions).toBeLessThanOrEqual(250);
  // No single tool takes what three should.
  for (const tool of tools) expect(tool.model, tool.name).toBeLessThanOrEqual(300);
});
