import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupSlots } from '../../../src/web/components/agenda/columns.ts';
import { layOut } from '../../../src/web/components/agenda/grid/layout.ts';

const box = (top: number, bottom: number) => ({ top, bottom });

describe('the layout of appointments that overlap', () => {
  it('places overlapping ones beside each other and gives the next one the whole width', () => {
    const { placed, more } = layOut([box(0, 60), box(30, 90), box(90, 150)], 24, 4);
    expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
    expect(more).toEqual([]);
  });

  it('uses a lane again as soon as it is free', () => {
    const { placed } = layOut([box(0, 100), box(0, 30), box(30, 60)], 24, 4);
    expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  it('gives five-minute appointments the height of a target, and no overlap by that', () => {
    const { placed } = layOut([box(0, 5), box(5, 10)], 24, 4);
    expect(placed.map(({ top, bottom, lane }) => [top, bottom, lane])).toEqual([
      [0, 24, 0],
      [5, 29, 1],
    ]);
  });

  it('puts what has no room behind one button for each part of the day', () => {
    const items = [...Array.from({ length: 9 }, () => box(0, 60)), box(60, 90)];
    const { placed, more } = layOut(items, 24, 3);
    expect(placed).toHaveLength(3);
    expect(more).toMatchObject([{ top: 0, bottom: 60, lane: 2, lanes: 3 }]);
    expect(more[0]?.items).toHaveLength(7);
  });

  it('a single lane shows a single appointment, and several as a button', () => {
    const { placed, more } = layOut([box(0, 60), box(100, 160), box(130, 190)], 24, 1);
    expect(placed.map(({ top }) => top)).toEqual([0]);
    expect(more.map(({ items }) => items.length)).toEqual([2]);
  });

  it('a single appointment without a lane stands where the button would be', () => {
    const { placed, more } = layOut([box(0, 200), box(10, 200), box(20, 60), box(100, 140)], 24, 2);
    expect(placed.map(({ top, lane }) => [top, lane])).toEqual([[0, 0]]);
    expect(more.map(({ items }) => items.length)).toEqual([3]);
    const apart = layOut([box(0, 200), box(10, 50), box(20, 50), box(100, 140)], 24, 2);
    expect(apart.placed.map(({ top, lane }) => [top, lane])).toEqual([
      [0, 0],
      [100, 1],
    ]);
    expect(apart.more.map(({ items }) => items.length)).toEqual([2]);
  });

  it('never lets two things of a lane overlap, and loses none', () => {
    const boxes = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 1_400 }), fc.integer({ min: 0, max: 400 }))
        .map(([top, h]) => box(top, top + h)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(boxes, fc.integer({ min: 1, max: 6 }), (items, maxLanes) => {
        const { placed, more } = layOut(items, 24, maxLanes);
        expect(placed.length + more.reduce((sum, { items: hidden }) => sum + hidden.length, 0)).toBe(items.length);
        const all = [...placed, ...more];
        for (const { lane, lanes, top, bottom } of all) {
          expect(lane).toBeLessThan(lanes);
          expect(lanes).toBeLessThanOrEqual(maxLanes);
          expect(bottom - top).toBeGreaterThanOrEqual(24);
        }
        for (const [index, one] of all.entries()) {
          for (const other of all.slice(index + 1)) {
            const isApart =
              one.lane / one.lanes >= (other.lane + 1) / other.lanes ||
              other.lane / other.lanes >= (one.lane + 1) / one.lanes;
            const isBefore = one.bottom <= other.top || other.bottom <= one.top;
            expect(isBefore || isApart).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('places thousands of appointments in a moment', () => {
    const items = Array.from({ length: 5_000 }, (_, index) => box(index % 1_000, (index % 1_000) + 45));
    const started = performance.now();
    const { placed, more } = layOut(items, 24, 4);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(placed.length + more.reduce((sum, { items: hidden }) => sum + hidden.length, 0)).toBe(5_000);
  });
});

describe('groups of free starts', () => {
  const MINUTE = 60_000;
  const slot = (start: number) => ({ key: `s:${start}`, start: start * MINUTE, end: (start + 30) * MINUTE, staff: [] });

  it('free starts form a group if one begins before the last one ends', () => {
    const groups = groupSlots([0, 15, 30, 90, 105].map(slot));
    expect(groups.map(({ slots }) => slots.length)).toEqual([3, 2]);
    expect(groups.map(({ start, end }) => [start / MINUTE, end / MINUTE])).toEqual([
      [0, 60],
      [90, 135],
    ]);
  });

  it('free starts that only touch stay apart', () => {
    expect(groupSlots([0, 30].map(slot))).toHaveLength(2);
  });
});
