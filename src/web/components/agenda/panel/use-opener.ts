import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** The entry from which the panel was opened, and where it is within the grid, so that the panel opens beside it and not over it. */
export interface Opener {
  key: string;
  top: number;
  isLeft: boolean;
}

/** Remembers which entry of a grid or list opened the panel. `stage` is the element around both. */
export function useOpener(stage: RefObject<HTMLElement | null>, isGrid: boolean) {
  const [opener, setOpener] = useState<Opener>();
  const openAt = (key: string | undefined) =>
    setOpener(key === undefined ? undefined : { key, ...positionOf(stage.current, key) });
  // In a list, the entries have other keys than in a grid: the panel goes on with the same entry, or stands above all.
  useLayoutEffect(() => {
    const cells = cellsOf(stage.current).flatMap(({ dataset }) => dataset.cell ?? []);
    if (!opener || cells.includes(opener.key)) return;
    const entry = opener.key.slice(0, opener.key.lastIndexOf('@') + 1);
    openAt(entry === '' ? undefined : cells.find((one) => one.startsWith(entry)));
  }, [isGrid]);
  return {
    opener,
    openAt,
    /** The entry of an appointment; undefined if it is not drawn. */
    cellOfBooking: (key: string) => cellsOf(stage.current).find(({ dataset }) => dataset.cell?.startsWith(`${key}@`)),
    /** Focuses an entry. Returns false if it is not drawn. */
    focusCell(key: string | undefined): boolean {
      const cell = cellOf(stage.current, key);
      cell?.focus();
      return cell !== undefined;
    },
  };
}

const cellsOf = (stage: HTMLElement | null) => [...(stage?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];

const cellOf = (stage: HTMLElement | null, key: string | undefined) =>
  cellsOf(stage).find(({ dataset }) => dataset.cell === key);

function positionOf(stage: HTMLElement | null, key: string): Omit<Opener, 'key'> {
  const [cell, area] = [cellOf(stage, key)?.getBoundingClientRect(), stage?.getBoundingClientRect()];
  if (!cell || !area) return { top: 0, isLeft: true };
  return {
    top: Math.max(0, Math.round(cell.top - area.top)),
    isLeft: cell.left + cell.width / 2 < area.left + area.width / 2,
  };
}
