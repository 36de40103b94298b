import { systemClock } from '../../lib/time/clock.ts';

const INTERVAL_MS = 100;

/** One line on a terminal that shows how far long work is; nothing where stderr is not a terminal. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

export function createProgress(): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { show() {}, clear() {} };
  let shownAt = Number.NEGATIVE_INFINITY;
  const write = (text: string) => void stderr.write(`\r\u001b[K${text}`);
  return {
    show(text) {
      const now = systemClock.monotonic();
      if (now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      write(text);
    },
    clear: () => write(''),
  };
}
