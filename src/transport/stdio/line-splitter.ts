/** Splits a byte stream into lines, independently of its chunks. */
interface LineSplitter {
  add(chunk: Uint8Array): void;
  /** The end of the stream also ends its last line. */
  end(): void;
}

const NEWLINE = 0x0a;

/**
 * Calls `onLine` with each line, without the newline. A line of more than `maxBytes` is dropped: `onTooLong` is called once
 * for it, and the lines after it are read as usual.
 */
export function splitLines(maxBytes: number, onLine: (line: Uint8Array) => void, onTooLong: () => void): LineSplitter {
  let parts: Uint8Array[] = [];
  let size = 0;
  const append = (part: Uint8Array) => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts = [];
  };
  const endLine = () => {
    const line = size > maxBytes ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
    parts = [];
    size = 0;
    if (line) onLine(line);
    else onTooLong();
  };
  return {
    add(chunk) {
      let start = 0;
      for (let newline = chunk.indexOf(NEWLINE); newline >= 0; newline = chunk.indexOf(NEWLINE, start)) {
        append(chunk.subarray(start, newline));
        endLine();
        start = newline + 1;
      }
      if (start < chunk.length) append(chunk.subarray(start));
    },
    end() {
      if (size > 0) endLine();
    },
  };
}
