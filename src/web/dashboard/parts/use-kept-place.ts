import { useLayoutEffect, useState } from 'preact/hooks';
import { keepPlace } from './route.ts';

/**
 * Stays at the place while something would be lost there, such as what was typed into a form. Returns how often it stayed.
 * @param isLosing undefined if it may be lost.
 */
export function useKeptPlace(isLosing: (() => boolean) | undefined): number {
  const [kept, setKept] = useState(0);
  useLayoutEffect(
    () =>
      isLosing &&
      keepPlace((isSamePage) => {
        // A dialog covers the links, but not the way back of the browser.
        if (isSamePage || !isLosing()) return false;
        setKept((before) => before + 1);
        return true;
      }),
  );
  return kept;
}
