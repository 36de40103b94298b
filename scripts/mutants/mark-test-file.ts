/** Vitest setup file: notes in the list of reached changes which test file reaches those that follow. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect } from 'vitest';

const reached = process.env.MUTANT_REACHED;
const { testPath } = expect.getState();
if (reached !== undefined && testPath !== undefined)
  appendFileSync(reached, `${relative(process.cwd(), testPath).replaceAll('\\', '/')}\n`);
