import { setImmediate } from 'node:timers/promises';

/** The bytes of a file, which is read several times. */
export interface FileSource {
  /** How messages name it. */
  name: string;
  /** Reads it from its beginning. */
  read(): AsyncIterable<Buffer>;
}

const PIECE_BYTES = 64 * 1024;

/** A file that is in memory. Others get their turn between its pieces. */
export const bytesSource = (name: string, bytes: Buffer): FileSource => ({
  name,
  async *read() {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      if (start > 0) await setImmediate();
      yield bytes.subarray(start, start + PIECE_BYTES);
    }
  },
});
