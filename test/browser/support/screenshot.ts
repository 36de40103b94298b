import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Frame, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));

/**
 * How far a picture may be from the recorded one: releases of Chromium round edges of letters differently. A pixel differs
 * if its colour is further away than this (0 to 1, YIQ), and less than this part of all pixels may differ.
 */
const PIXEL_THRESHOLD = 0.1;
const MAX_DIFFERENT = 0.0005;

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

interface Comparison {
  isSame: boolean;
  what: string;
  difference?: PNG;
}

/** Compares pictures of the same size pixel by pixel. */
export function compare(actual: PNG, expected: PNG): Comparison {
  const { width, height } = expected;
  if (actual.width !== width || actual.height !== height) {
    return { isSame: false, what: `it has ${actual.width} × ${actual.height} pixels instead of ${width} × ${height}` };
  }
  const difference = new PNG({ width, height });
  const count = pixelmatch(actual.data, expected.data, difference.data, width, height, { threshold: PIXEL_THRESHOLD });
  return { isSame: count <= width * height * MAX_DIFFERENT, what: `${count} pixels differ`, difference };
}

/** Takes a picture: no animation, no caret, one pixel for each CSS pixel. */
async function take(target: Page | Frame | Locator): Promise<Buffer> {
  const options = { animations: 'disabled', caret: 'hide', scale: 'css' } as const;
  if ('screenshot' in target) return target.screenshot(options);
  return (await target.frameElement()).screenshot(options);
}

/** Takes pictures until two are the same. */
async function takeStill(target: Page | Frame | Locator): Promise<Buffer> {
  for (let last = await take(target); ; ) {
    const next = await take(target);
    if (next.equals(last)) return next;
    last = next;
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
