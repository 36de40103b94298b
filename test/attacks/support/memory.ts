import type { Front } from './front.ts';

/** The worst caller of each kind must leave the server below this, in MiB. */
export const MAX_MIB = 200;

async function residentMiB(url: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024;
}

/** Runs an attack, and returns the largest resident memory of the server meanwhile and after it, in MiB. */
export async function peakMiB({ url }: Front, attack: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  let isRunning = true;
  const sample = async () => {
    peak = Math.max(peak, await residentMiB(url));
  };
  const sampling = (async () => {
    while (isRunning) {
      await sample();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  try {
    await attack();
  } finally {
    isRunning = false;
  }
  await sampling;
  await sample();
  return Math.round(peak);
}

/** Runs `task` so many times, some at a time. */
export async function repeat(count: number, atOnce: number, task: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
