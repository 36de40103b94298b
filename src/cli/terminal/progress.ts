import { systemClock } from '../../lib/time/clock.ts';

const INTERVAL_MS = 100;

/** One line on a terminal that shows how far long work is; nothing where stderr is not a terminal. */
interface Progress {
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

/** The first step of a server: a new database is created, and filled with the demo business. */
export const OPENING = 'Opening the database';

/** Work that takes less is not worth a line, in milliseconds. */
const SHOW_AFTER_MS = 1_000;

/**
 * Shows on a terminal what the program does and for how long, once it has taken a second, and removes the line at the end.
 * @param text names the work, such as "Opening the database"
 */
export async function withProgress<T>(text: string, work: Promise<T>): Promise<T> {
  const progress = createProgress();
  const startedAt = systemClock.monotonic();
  let isShown = false;
  const timer = setInterval(() => {
    isShown = true;
    progress.show(`${text} … ${Math.floor((systemClock.monotonic() - startedAt) / 1_000)} s`);
  }, SHOW_AFTER_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isShown) progress.clear();
  }
}
