import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { hasTyped } from './has-typed.ts';
import { keepPlace } from './route.ts';

/**
 * Stays at the place while a form has something typed that is not sent. Returns how often it stayed.
 * @param isKept false if what was typed may be dropped.
 */
export function useKeptPlace(form: RefObject<HTMLFormElement | null>, isKept: boolean): number {
  const [kept, setKept] = useState(0);
  useLayoutEffect(() => {
    if (!isKept) return undefined;
    return keepPlace((isSamePage) => {
      // A dialog covers the links, but not the way back of the browser.
      if (isSamePage || !hasTyped(form.current)) return false;
      setKept((before) => before + 1);
      return true;
    });
  }, [form, isKept]);
  return kept;
}
