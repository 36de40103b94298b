import fc from 'fast-check';
import { messageText } from './messages.ts';

/** What is written to stdin, and where it is cut into pieces. */
export interface Stream {
  bytes: Buffer;
  /** Parts of the whole at which a write ends. */
  cuts: number[];
}

const newline = fc.constantFrom('\n', '\n', '\n', '\r\n', '\n\n', '\r\n\r\n', '\n \n');

/** Lines that are messages, halves of them, two in one, one within another, or bytes. */
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

/** How often an id must be answered, and may be. */
export type Expected = Map<unknown, { least: number; most: number }>;

/** What JSON-RPC 2.0 asks to be answered. Written without the program's own reader: it is what that is compared with. */
export function expectedAnswers(bytes: Buffer): Expected {
  const expected: Expected = new Map();
  const expect = (id: unknown, least: number, most: number) => {
    const before = expected.get(id) ?? { least: 0, most: 0 };
    expected.set(id, { least: before.least + least, most: before.most + most });
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
    const response = 'result' in message || 'error' in message;
    const usable = typeof id === 'string' || typeof id === 'number';
    // A stream of notifications is answered when it ends.
    const endless = method === 'subscriptions/listen';
    const notification = !('id' in message) && typeof method === 'string' && jsonrpc === '2.0';
    expect(usable ? id : null, response || endless || notification ? 0 : 1, 1);
    if (method === 'notifications/cancelled') cancelled.add((params as { requestId?: unknown } | null)?.requestId);
  }
  for (const id of cancelled) {
    const known = expected.get(id);
    if (known) known.least = 0;
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
