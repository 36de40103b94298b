import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { compare } from '../../test/browser/support/picture.ts';
import type { Pictures } from './scene.ts';

/** The folder of the pictures that the README shows. */
export const FOLDER = fileURLToPath(new URL('../../docs/images', import.meta.url));

/** Returns a sentence for each picture that looks different from the one in `docs/images`. */
export function differencesTo(pictures: Pictures): string[] {
  return Object.entries(pictures).flatMap(([name, png]) => {
    const file = join(FOLDER, `${name}.png`);
    if (!existsSync(file)) return `docs/images/${name}.png is missing: run npm run screenshots`;
    const { isSame, what } = compare(PNG.sync.read(png), PNG.sync.read(readFileSync(file)));
    return isSame ? [] : `docs/images/${name}.png is out of date (${what}): run npm run screenshots`;
  });
}
