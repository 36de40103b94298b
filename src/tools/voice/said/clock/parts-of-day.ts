/** Minutes after midnight, the last one exclusive. */
export const PARTS_OF_DAY = {
  morning: [0, 12 * 60],
  afternoon: [12 * 60, 17 * 60],
  evening: [17 * 60, 24 * 60],
} as const satisfies Record<string, readonly [from: number, to: number]>;

export type PartOfDay = keyof typeof PARTS_OF_DAY;
