/** `npm run screenshots` makes the pictures of the README; with `-- --check` it fails if they are out of date. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { differencesTo, FOLDER } from './committed.ts';
import { makePictures } from './pictures.ts';

if (process.platform !== 'linux') {
  throw new Error('The pictures are made on Linux only, because the fonts of other systems look different.');
}
const pictures = await makePictures();
if (process.argv.includes('--check')) {
  const differences = differencesTo(pictures);
  for (const difference of differences) console.log(difference);
  if (differences.length > 0) process.exitCode = 1;
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, png] of Object.entries(pictures)) {
    const small = compressed(png);
    writeFileSync(join(FOLDER, `${name}.png`), small);
    console.log(`docs/images/${name}.png: ${Math.ceil(small.length / 1024)} KB`);
  }
}

/** The same pixels in fewer bytes: Chromium compresses for speed, and adds a transparency that no pixel has. */
function compressed(png: Buffer): Buffer {
  return PNG.sync.write(PNG.sync.read(png), { colorType: 2, filterType: 0, deflateStrategy: 0, deflateLevel: 9 });
}
