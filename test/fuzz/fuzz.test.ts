import { expect, it } from 'vitest';
import { fuzzArea } from './area.ts';
import { AREAS } from './areas.ts';

/** The seeded slice of `npm run fuzz`. */
const CASES = 1_000;

it.each(AREAS)('$name: nothing breaks it', async (area) => {
  const { findings } = await fuzzArea(area, { cases: CASES, seed: 20_260 });
  expect(findings).toEqual([]);
});
