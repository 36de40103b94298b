import fc from 'fast-check';
import { messageText } from './messages.ts';

/** Bytes for stdin, and the offsets at which they are split into writes. */
export interface Stream {
  bytes: Buffer;
  /** Ends of the writes as fractions of the total length, 0 to 1. */
  cuts: number[];
}

const newline = fc.constantFrom('\n', '\n', '\n', '\r\n', '\n\n', '\r\n\r\n', '\n \n');

/** Lines: complete messages, truncated ones, two in one line, one inside another, corrupted bytes, or random bytes. */
const line: fc.Arbitrary<Buffer> = fc.oneof(
  { arbitrary: messageText.map((text) => Buffer.from(text)), weight: 50 },
  { arbitrary: fc.tuple(messageText, fc.nat(200)).map(([text, at]) => Buffer.from(text.slice(0, at))), weight: 5 },
  { arbitrary: fc.tuple(messageText, messageText).map((both) => Buffer.from(both.join(' '))), weight: 5 },
  {
    arbitrary: fc
      .tuple(messageText, messageText, fc.nat(60))
      .map(([outer, inner, at]) => Buffer.from(`${outer.slice(0, at)}${inner}\n${outer.slice(at)}`)),
    weight: 5,
  },
  { arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)), weight: 5 },
  {
    arbitrary: fc.tuple(messageText, fc.nat(80), fc.constantFrom(0x80, 0xff, 0xc3, 0)).map(([text, at, byte]) => {
      const bytes = Buffer.from(text);
      bytes[at % bytes.length] = byte;
      return bytes;
    }),
    weight: 5,
  },
  { arbitrary: fc.integer({ min: 1, max: 400_000 }).map((length) => Buffer.alloc(length, 'x')), weight: 1 },
);

export const stream: fc.Arbitrary<Stream> = fc.record({
  bytes: fc
    .array(fc.tuple(line, newline), { minLength: 1, maxLength: 5 })
    .map((lines) => Buffer.concat(lines.flatMap(([bytes, end]) => [bytes, Buffer.from(end)]))),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
});

/** Minimum and maximum number of responses, by request id. */
export type Expected = Map<unknown, { min: number; max: number }>;

/** Responses that JSON-RPC 2.0 requires. Does not use the program's own parser, which it is compared with. */
export function expectedAnswers(bytes: Buffer): Expected {
  const expected: Expected = new Map();
  const expect = (id: unknown, min: number, max: number) => {
    const before = expected.get(id) ?? { min: 0, max: 0 };
    expected.set(id, { min: before.min + min, max: before.max + max });
  };
  const cancelled = new Set<unknown>();
  for (const line of lines(bytes)) {
    const message = parsed(line);
    if (message === 'empty') continue;
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      expect(null, 1, 1);
      continue;
    }
    const { id, method, params, jsonrpc } = message as Record<string, unknown>;
    const isResponse = 'result' in message || 'error' in message;
    // An id of more than 256 characters is not repeated.
    const isValidId = typeof id === 'number' || (typeof id === 'string' && id.length <= 256);
    // A subscription stream is answered when it ends.
    const isLongLived = method === 'subscriptions/listen';
    const isNotification = !('id' in message) && typeof method === 'string' && jsonrpc === '2.0';
    expect(isValidId ? id : null, isResponse || isLongLived || isNotification ? 0 : 1, 1);
    if (method === 'notifications/cancelled') cancelled.add((params as { requestId?: unknown } | null)?.requestId);
  }
  for (const id of cancelled) {
    const known = expected.get(id);
    if (known) known.min = 0;
  }
  return expected;
}

function lines(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    found.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return found;
}

function parsed(line: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line);
    return text.trim() === '' ? 'empty' : JSON.parse(text);
  } catch {
    return undefined;
  }
}
