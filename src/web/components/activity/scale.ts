/** Lines of an axis, at most one more. */
const LINES = 4;

/** A round distance between the lines of an axis: 1, 2 or 5 times a power of ten. */
export function decimalStep(max: number): number {
  if (!(max > 0)) return 1;
  const rough = max / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) as number) * power;
}

/** Round spans up to a day, in seconds. */
const SPANS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400];

/** A round distance between the lines of an axis of seconds. */
export const timeStep = (max: number): number =>
  SPANS.find((span) => span >= max / LINES) ?? decimalStep(max / 86_400) * 86_400;

/** The lines of an axis from zero to at least the largest value. */
export function axisLines(max: number, step: number): number[] {
  const count = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Width of a character of a chart's text, in pixels: that of wide scripts, of others on average. */
const [WIDE, NARROW] = [13, 7.7];
const WIDE_CHARACTER =
  /[MWmw@%…\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u;

/** About the width of a text in a chart, in pixels; rather more than less. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((width, character) => width + (WIDE_CHARACTER.test(character) ? WIDE : NARROW), 0);

/** Cuts a text so that it fits a width, in pixels. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const characters = Array.from(text);
  let room = width - textWidth('…');
  const end = characters.findIndex((character) => {
    room -= textWidth(character);
    return room < 0;
  });
  return `${characters.slice(0, Math.max(1, end)).join('').trimEnd()}…`;
}

/** A text under an axis, centred on `x`. */
export interface AxisLabel {
  index: number;
  x: number;
  text: string;
}

/** Least distance between two texts under an axis, in pixels. */
const GAP = 10;

/**
 * Selects labels that fit under an axis side by side and inside of its width, evenly, the first one always.
 * @param positions in pixels, ascending.
 */
export function fitLabels(texts: readonly string[], positions: readonly number[], width: number): AxisLabel[] {
  const widest = Math.max(0, ...texts.map(textWidth));
  const distance =
    positions.length > 1 ? ((positions.at(-1) as number) - (positions[0] as number)) / (positions.length - 1) : width;
  const every = Math.max(1, Math.ceil((widest + GAP) / Math.max(distance, 0.01)));
  const labels: AxisLabel[] = [];
  let free = 0;
  for (let index = 0; index < texts.length; index += every) {
    const text = texts[index] as string;
    const half = textWidth(text) / 2;
    const x = Math.min(Math.max(positions[index] as number, half), width - half);
    if (x - half < free) continue;
    labels.push({ index, x, text });
    free = x + half + GAP;
  }
  return labels;
}
