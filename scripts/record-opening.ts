/**
 * Records what the server answers to a client's first questions, for `src/server/opening`: the real server is asked, in
 * both protocols and under all selections of tools. Called by the build: `tsx scripts/record-opening.ts dist`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIRMS } from '../src/tools/core/settings.ts';
import { recordAll } from './recorder.ts';

const folder = process.argv[2] ?? 'dist';
for (const confirm of CONFIRMS) {
  for (const output of ['both', 'text'] as const) {
    const { name, recording } = await recordAll({ confirm, output });
    writeFileSync(join(folder, name), JSON.stringify(recording));
  }
}
