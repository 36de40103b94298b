/** Lengths of the agenda are in pixels of the usual text size, and grow with the text: blocks have room for as many lines. */

/** The size of text in browsers of which the user has chosen no other, in pixels. */
const USUAL_SIZE = 16;

/** A length for a style. */
export const scaled = (pixels: number): string => `${pixels / USUAL_SIZE}rem`;

/** How many times the usual size text has here. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_SIZE;
