import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Expects of a page that is narrow, or has just become so, that each control is at least 40 pixels high, as a finger needs; not
 * of links within a sentence.
 */
export const expectTouchable = (target: Page | Frame): Promise<void> =>
  expect.poll(() => lowControls(target)).toEqual([]);

const lowControls = (target: Page | Frame): Promise<string[]> =>
  target.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
    return [...controls]
      .map((control) => control.closest<HTMLElement>('label:has([type=radio], [type=checkbox])') ?? control)
      .filter((control) => control.checkVisibility() && !control.matches('p a, .skip'))
      .flatMap((control) => {
        const { height } = control.getBoundingClientRect();
        return height > 39.5 ? [] : [`${Math.round(height)} pixels: ${control.outerHTML.slice(0, 120)}`];
      });
  });
