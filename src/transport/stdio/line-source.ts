import type { Readable } from 'node:stream';
import { splitLines } from './line-splitter.ts';

/** Maximum length of a line: the limit of the SDK's own transport. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** Receives the lines of an input. */
export interface LineReader {
  line(bytes: Uint8Array): void;
  /** A line was longer than `MAX_LINE_BYTES`; it was dropped. */
  tooLong(): void;
  /** The end of input. */
  end(): void;
  error(error: Error): void;
}

export type LineEvent = (reader: LineReader) => void;

/** The lines of an input, for one reader at a time. */
export interface LineSource {
  /** Sends buffered lines and all further ones to this reader. */
  read(reader: LineReader): void;
  /** Detaches the reader and buffers lines for the next one, after the line that this reader could not use. */
  hold(unused?: LineEvent): void;
  /** Stops reading. */
  pause(): void;
  destroy(): void;
}

/** Starts to read `input`; lines are buffered until there is a reader. */
export function lineSource(input: Readable): LineSource {
  let reader: LineReader | undefined;
  const buffered: LineEvent[] = [];
  const emit = (event: LineEvent) => {
    if (reader) event(reader);
    else buffered.push(event);
  };
  const lines = splitLines(
    MAX_LINE_BYTES,
    (bytes) => emit((to) => to.line(bytes)),
    () => emit((to) => to.tooLong()),
  );
  const add = (chunk: Buffer) => lines.add(chunk);
  let isEnded = false;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    lines.end();
    emit((to) => to.end());
  };
  input.on('data', add).on('error', (error) => emit((to) => to.error(error)));
  input.once('end', end).once('close', end);
  return {
    read(next) {
      reader = next;
      // A reader may detach itself while it handles a line.
      while (reader === next && buffered.length > 0) buffered.shift()?.(next);
    },
    hold(unused) {
      reader = undefined;
      if (unused) buffered.unshift(unused);
    },
    pause() {
      input.off('data', add).pause();
    },
    destroy() {
      input.destroy();
    },
  };
}
