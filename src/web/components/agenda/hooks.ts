import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Now } from '../../lib/clock.ts';
import { useEachMinute } from '../../lib/each-minute.ts';
import { textScale } from './text-size.ts';

/** The width of an element in pixels of the usual text size, kept up to date; 0 before it is known. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.floor(element.clientWidth / textScale()));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** The current time, once a minute, and when the page is shown again. */
export function useNow(now: Now): number {
  const [at, setAt] = useState(now);
  useEachMinute(() => setAt(now()));
  return at;
}

/**
 * Moves the focus to an element when a value appears or becomes another one, and before the user can press a further key: a
 * focus that moves later takes it from the button that the user has reached meanwhile.
 */
export function useFocus<E extends HTMLElement>(value: unknown): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    if (value !== undefined) ref.current?.focus();
  }, [value]);
  return ref;
}

/** Calls a function when Escape is pressed, but in a dialog or a field, which have their own use for it. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isOwn = target instanceof Element && target.closest('dialog, input, select, textarea');
      if (key === 'Escape' && !isOwn) onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

/**
 * One tab stop for all cells within an element (ARIA Authoring Practices, roving tabindex). Arrow keys move between cells
 * of a column, and between columns to the cell that is nearest in height; Home and End to the ends of the column.
 */
export function useRovingFocus<E extends HTMLElement>(): {
  ref: RefObject<E | null>;
  onKeyDown(event: KeyboardEvent): void;
} {
  const ref = useRef<E>(null);
  const lastKey = useRef<string | undefined>(undefined);
  const cells = () => [...(ref.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
  const select = (cell: HTMLElement | undefined) => {
    for (const other of cells()) other.tabIndex = other === cell ? 0 : -1;
  };
  useLayoutEffect(() => {
    const all = cells();
    select(all.find((cell) => cell.dataset.cell === lastKey.current) ?? all[0]);
    const element = ref.current;
    const onFocus = ({ target }: FocusEvent) => {
      const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]') : null;
      if (!cell) return;
      lastKey.current = cell.dataset.cell;
      select(cell);
    };
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  });
  return {
    ref,
    onKeyDown(event) {
      const { target, key } = event;
      const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]') : null;
      if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = neighbour(cell, key, cells());
      if (next === undefined) return;
      event.preventDefault();
      next?.focus();
    },
  };
}

/** The cell to which a key leads; null if there is none in this direction; undefined for other keys. */
function neighbour(cell: HTMLElement, key: string, all: readonly HTMLElement[]): HTMLElement | null | undefined {
  const columnOf = (one: HTMLElement) => one.closest('[data-column]');
  const topOf = (one: HTMLElement) => one.getBoundingClientRect().top;
  const own = all.filter((one) => columnOf(one) === columnOf(cell)).sort((a, b) => topOf(a) - topOf(b));
  const index = own.indexOf(cell);
  if (key === 'ArrowDown') return own[index + 1] ?? null;
  if (key === 'ArrowUp') return own[index - 1] ?? null;
  if (key === 'Home') return own[0] ?? null;
  if (key === 'End') return own.at(-1) ?? null;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const columns = [...new Set(all.map(columnOf))];
  const column = columns[columns.indexOf(columnOf(cell)) + (key === 'ArrowRight' ? 1 : -1)];
  if (!column) return null;
  const distance = (one: HTMLElement) => Math.abs(topOf(one) - topOf(cell));
  return all.filter((one) => columnOf(one) === column).sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
