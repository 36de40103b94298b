import { useEffect, useRef } from 'preact/hooks';
import { MINUTE_MS } from '../../lib/time/units.ts';

/**
 * Calls a function each minute while the page can be seen, and when it is shown again: the timer of a computer that sleeps stands still.
 * @param run undefined: nothing is called for now.
 */
export function useEachMinute(run: (() => void) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible') latest.current?.();
    };
    const timer = setInterval(tick, MINUTE_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
}
