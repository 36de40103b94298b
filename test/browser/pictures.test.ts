import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differencesTo, FOLDER } from '../../scripts/screenshots/committed.ts';
import { makePictures } from '../../scripts/screenshots/pictures.ts';
import { CHROMIUM } from './support/browser.ts';

const MAX_BYTES = 150 * 1024;

describe('pictures of the README', () => {
  it('the README shows each picture in light and dark, and none is larger than 150 KB', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const shown = [...readme.matchAll(/(?:src|srcset)="docs\/images\/([^"]+)"/g)].map(([, file]) => file);
    const files = readdirSync(FOLDER);
    expect(files).toHaveLength(6);
    expect(shown.sort()).toEqual(files.sort());
    expect(files.filter((file) => statSync(join(FOLDER, file)).size > MAX_BYTES)).toEqual([]);
  });

  // The fonts of other systems look different. The dark pictures differ from the light ones in their colours alone.
  it.skipIf(CHROMIUM === undefined || process.platform !== 'linux')(
    'the light pictures of the README look like the program',
    async () => expect(differencesTo(await makePictures(['light']))).toEqual([]),
    60_000,
  );
});
