import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PRELOADED = fileURLToPath(new URL('./settable-clock.cjs', import.meta.url));

export interface SettableClock {
  /** The environment of programs that use this clock. */
  env: Record<string, string>;
  /** Sets the wall clock of these programs, relative to the right time, in milliseconds. */
  set(milliseconds: number): void;
}

/** The wall clock of programs that a test starts, which it sets while they run. */
export function settableClock(folder: string): SettableClock {
  const file = join(folder, 'clock');
  const set = (milliseconds: number) => {
    // Replaced as a whole, so that no program reads an empty file.
    writeFileSync(`${file}.new`, String(milliseconds));
    renameSync(`${file}.new`, file);
  };
  set(0);
  return { env: { NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}`, TEST_CLOCK_FILE: file }, set };
}
