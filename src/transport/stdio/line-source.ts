import type { Readable } from 'node:stream';
import { splitLines } from './line-splitter.ts';

/** The longest line that is read, in bytes: as the SDK's own transport has it. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** What is told of the input. */
export interface LineReader {
  line(bytes: Uint8Array): void;
  /** A line was longer than `MAX_LINE_BYTES`; it was not kept. */
  tooLong(): void;
  /** Nothing follows. */
  end(): void;
  error(error: Error): void;
}

export type LineEvent = (reader: LineReader) => void;

/** The lines of an input, for one reader at a time. */
export interface LineSource {
  /** Gives everything from now on to this reader, what was held first. */
  read(reader: LineReader): void;
  /** Takes the lines from the reader: what comes is kept for the next one, after what this one could not use. */
  hold(unused?: LineEvent): void;
  /** Reads no more. */
  pause(): void;
  destroy(): void;
}

/** Reads `input` from now on; until there is a reader, lines are kept. */
export function lineSource(input: Readable): LineSource {
  let reader: LineReader | undefined;
  const held: LineEvent[] = [];
  const tell = (event: LineEvent) => {
    if (reader) event(reader);
    else held.push(event);
  };
  const lines = splitLines(
    MAX_LINE_BYTES,
    (bytes) => tell((to) => to.line(bytes)),
    () => tell((to) => to.tooLong()),
  );
  const add = (chunk: Buffer) => lines.add(chunk);
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    tell((to) => to.end());
  };
  input.on('data', add).on('error', (error) => tell((to) => to.error(error)));
  input.once('end', end).once('close', end);
  return {
    read(next) {
      reader = next;
      // A reader may hand on to another while it is told.
      while (reader === next && held.length > 0) held.shift()?.(next);
    },
    hold(unused) {
      reader = undefined;
      if (unused) held.unshift(unused);
    },
    pause() {
      input.off('data', add).pause();
    },
    destroy() {
      input.destroy();
    },
  };
}
