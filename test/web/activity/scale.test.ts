import { describe, expect, it } from 'vitest';
import {
  axisLines,
  decimalStep,
  fitLabels,
  fitText,
  textWidth,
  timeStep,
} from '../../../src/web/components/activity/scale.ts';

describe('axes', () => {
  it.each([
    [1, 0.5],
    [4, 1],
    [15, 5],
    [34, 10],
    [66, 20],
    [1_000_000, 500_000],
    [0, 1],
  ])('an axis reaches %d in steps of %d', (max, step) => {
    expect(decimalStep(max)).toBe(step);
  });

  it('axes of lengths have the steps of clocks', () => {
    expect([40, 300, 2_089, 7_429, 90_000, 10 * 86_400].map(timeStep)).toEqual([10, 120, 600, 3_600, 43_200, 432_000]);
  });

  it('every axis begins at zero and ends at or above the largest value, with few lines', () => {
    for (const max of [1, 3, 7, 15, 99, 100, 101, 12_345, 0.3]) {
      const lines = axisLines(max, decimalStep(max));
      expect(lines[0]).toBe(0);
      expect(lines.at(-1)).toBeGreaterThanOrEqual(max);
      expect(lines.length).toBeLessThanOrEqual(6);
    }
    expect(axisLines(0, 1)).toEqual([0, 1]);
  });
});

describe('texts of a chart', () => {
  it('a text is cut to its room, one of a wide script earlier', () => {
    expect(fitText('Cleaning', 200)).toBe('Cleaning');
    expect(textWidth(fitText('Clear aligner consultation', 100))).toBeLessThanOrEqual(100);
    expect(fitText('Clear aligner consultation', 100)).toMatch(/^Clear a.*…$/);
    expect(Array.from(fitText('予約予約予約予約予約', 100)).length).toBeLessThan(9);
    expect(fitText('abc', 1)).toBe('a…');
  });

  it.each([
    [30, 320],
    [366, 320],
    [12, 160],
    [2, 1_440],
    [1, 320],
  ])('labels of an axis with %d points do not touch each other within %d pixels', (count, width) => {
    const texts = Array.from({ length: count }, (_, index) => `25. November ${index}`);
    const positions = texts.map((_, index) => 30 + ((width - 40) * index) / Math.max(1, count - 1));
    const labels = fitLabels(texts, positions, width);
    expect(labels[0]?.index).toBe(0);
    let end = 0;
    for (const { x, text } of labels) {
      expect(x - textWidth(text) / 2).toBeGreaterThanOrEqual(end);
      end = x + textWidth(text) / 2;
    }
    expect(end).toBeLessThanOrEqual(width + 0.01);
  });
});
