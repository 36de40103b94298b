import { expect, it } from 'vitest';
import { fuzzArea } from './area.ts';
import { AREAS } from './areas.ts';

/** Cases of each area. `npm run test:fuzz` runs more. */
const CASES = 250;

it.each(AREAS)('$name: random input causes no crash, leak or internal error', async (area) => {
  const { findings } = await fuzzArea(area, { cases: CASES, seed: 20_260 });
  expect(findings).toEqual([]);
});
