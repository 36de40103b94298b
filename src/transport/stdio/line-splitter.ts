/** Splits a byte stream into lines, wherever its chunks end. */
export interface LineSplitter {
  add(chunk: Uint8Array): void;
}

const NEWLINE = 0x0a;

/**
 * Calls `take` with each line, without its end. A line of more than `limit` bytes is dropped: `tooLong` is called once
 * for it, and the lines after it are read as usual.
 */
export function splitLines(limit: number, take: (line: Uint8Array) => void, tooLong: () => void): LineSplitter {
  let parts: Uint8Array[] = [];
  let size = 0;
  const keep = (part: Uint8Array) => {
    size += part.length;
    if (size <= limit) parts.push(part);
    else parts = [];
  };
  const end = () => {
    const line = size > limit ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
    parts = [];
    size = 0;
    if (line) take(line);
    else tooLong();
  };
  return {
    add(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
  };
}
