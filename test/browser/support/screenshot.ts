import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { type Comparison, compare, take, takeStill } from './picture.ts';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));

/** How long a page may take to look like the recorded picture. */
const SETTLE_MS = 1_500;

/**
 * Compares a picture of a page, frame or element with `test/browser/screenshots/NAME.png`. `vitest -u` records it again; a
 * missing one is recorded, except in CI. Only on Linux, because the fonts of other systems look different.
 * @throws if it differs, with the folder of the picture, the recorded one and their difference.
 */
export async function expectScreenshot(target: Page | Frame | Locator, name: string, folder = FOLDER): Promise<void> {
  if (process.platform !== 'linux') return console.warn(`the screenshot ${name} is compared on Linux only`);
  const file = join(folder, `${name}.png`);
  const mode = expect.getState().snapshotState.snapshotUpdateState;
  if (mode === 'none' && !existsSync(file)) throw new Error(`There is no screenshot ${name}: record it outside of CI.`);
  if (!existsSync(file)) return record(file, await takeStill(target));
  const expected = PNG.sync.read(readFileSync(file));
  const started = performance.now();
  for (;;) {
    const bytes = await take(target);
    const comparison = compare(PNG.sync.read(bytes), expected);
    if (comparison.isSame) return;
    if (performance.now() - started < SETTLE_MS) continue;
    if (mode === 'all') return record(file, await takeStill(target));
    throw new Error(describe(name, file, bytes, comparison));
  }
}

function record(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  console.warn(`recorded ${file}`);
}

function describe(name: string, file: string, actual: Buffer, { what, difference }: Comparison): string {
  const folder = mkdtempSync(join(tmpdir(), `rcpt-screenshot-${name.replaceAll('/', '-')}-`));
  writeFileSync(join(folder, 'actual.png'), actual);
  writeFileSync(join(folder, 'expected.png'), readFileSync(file));
  if (difference) writeFileSync(join(folder, 'difference.png'), PNG.sync.write(difference));
  return `The screenshot ${name} differs: ${what}. Look at ${folder}; record it again with vitest -u if it is right.`;
}
