import { setTimeout } from 'node:timers/promises';
import pixelmatch from 'pixelmatch';
import type { Frame, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';

/**
 * How far a picture may be from the recorded one: releases of Chromium round edges of letters differently. A pixel differs
 * if its colour is further away than this (0 to 1, YIQ), and less than this part of all pixels may differ.
 */
const PIXEL_THRESHOLD = 0.1;
const MAX_DIFFERENT = 0.0005;

/** How two pictures differ. */
export interface Comparison {
  isSame: boolean;
  /** The difference in words. */
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

const [MAX_ATTEMPTS, ATTEMPT_DELAY_MS] = [20, 250];

/**
 * Takes a picture: no animation, no caret.
 * @param scale `css`: one pixel for each CSS pixel. `device`: as many as the page was opened with.
 */
export async function take(target: Page | Frame | Locator, scale: 'css' | 'device' = 'css'): Promise<Buffer> {
  const options = { animations: 'disabled', caret: 'hide', scale } as const;
  const shown = 'screenshot' in target ? target : await target.frameElement();
  for (let attempt = 1; ; attempt++) {
    try {
      return await shown.screenshot(options);
    } catch (error) {
      // Chromium has no frame to copy while a busy machine has not drawn one.
      if (attempt === MAX_ATTEMPTS || !/Unable to capture screenshot/.test(String(error))) throw error;
      await setTimeout(ATTEMPT_DELAY_MS);
    }
  }
}

/** Takes pictures until two are the same. */
export async function takeStill(target: Page | Frame | Locator, scale?: 'css' | 'device'): Promise<Buffer> {
  for (let last = await take(target, scale); ; ) {
    const next = await take(target, scale);
    if (next.equals(last)) return next;
    last = next;
  }
}
