import { isAscii, isUtf8 as isUtf8Text } from 'node:buffer';
import { ImportFileError } from '../errors.ts';
import type { FileSource } from './source.ts';

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

const SAMPLE_BYTES = 4_096;

/**
 * Detects the encoding of a text file, which it reads to the end: what is not UTF-8 shows at the first accent.
 * @throws ImportFileError if it is no text
 */
export async function detectEncoding(source: FileSource): Promise<Encoding> {
  const sample = await readSample(source);
  if (sample.toString('latin1', 0, 4) === 'PK\u0003\u0004') {
    throw new ImportFileError(
      `${source.name} is a workbook or an archive: save the table as "CSV UTF-8" and import that file.`,
    );
  }
  const utf16 = detectUtf16(sample);
  if (utf16) return utf16;
  if (sample.includes(0)) throw notText(source);
  if (await isUtf8(source)) return 'UTF-8';
  await assertWindows1252(source);
  await assertNotMixed(source);
  return 'Windows-1252';
}

/** Decodes a file piece by piece, without byte order mark; each line ends with `\n`. */
export async function* decodeLines(source: FileSource, encoding: Encoding): AsyncGenerator<string> {
  const decode = decoder(encoding);
  let carriageReturn = '';
  for await (const chunk of source.read()) {
    const text = carriageReturn + decode(chunk);
    carriageReturn = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - carriageReturn.length).replace(/\r\n?/g, '\n');
  }
  yield `${carriageReturn && '\n'}${decode(undefined)}`;
}

async function readSample(source: FileSource): Promise<Buffer> {
  let sample = Buffer.alloc(0);
  for await (const chunk of source.read()) {
    sample = Buffer.concat([sample, chunk]).subarray(0, SAMPLE_BYTES);
    if (sample.length === SAMPLE_BYTES) break;
  }
  return sample;
}

/** By the byte order mark, or by the zero byte that every ASCII character has in UTF-16. */
function detectUtf16(sample: Buffer): Encoding | undefined {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  const zeros = [0, 0] as [number, number];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[(index % 2) as 0 | 1] += 1;
  const [even, odd] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'UTF-16LE';
  return even > sample.length / 4 && odd === 0 ? 'UTF-16BE' : undefined;
}

async function isUtf8(source: FileSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of source.read()) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Bytes without a meaning in Windows-1252, and zero: a file that has one is something else. */
const UNDEFINED_BYTES = [0x00, 0x81, 0x8d, 0x8f, 0x90, 0x9d];

async function assertWindows1252(source: FileSource): Promise<void> {
  for await (const chunk of source.read()) {
    if (UNDEFINED_BYTES.some((byte) => chunk.includes(byte))) throw notText(source);
  }
}

/** Accents of Windows-1252 that are UTF-8 as well, such as Ã©, occur in fewer lines than one in so many. */
const CHANCE = 20;

/** Refuses a file of which lines are UTF-8 and others not, such as two exports in one file: their names would be wrong. */
async function assertNotMixed(source: FileSource): Promise<void> {
  let [number, encoded, others] = [0, 0, 0];
  let firstOther: number | undefined;
  for await (const line of bytesOfLines(source)) {
    number++;
    if (isAscii(line)) continue;
    if (isUtf8Text(line)) encoded++;
    else {
      others++;
      firstOther ??= number;
    }
  }
  if (firstOther === undefined || encoded * CHANCE <= others) return;
  throw new ImportFileError(
    `${source.name}: line ${firstOther} is not in UTF-8, as other lines are. Nothing was changed. Save the whole table as "CSV UTF-8" and import that file.`,
  );
}

/** The begin of a longer line shows its encoding. */
const MAX_LINE_BYTES = 65_536;

async function* bytesOfLines(source: FileSource): AsyncGenerator<Buffer> {
  let line = Buffer.alloc(0);
  const add = (bytes: Buffer) => {
    if (line.length < MAX_LINE_BYTES) line = Buffer.concat([line, bytes]);
  };
  for await (const chunk of source.read()) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      add(chunk.subarray(start, end));
      yield line;
      line = Buffer.alloc(0);
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (line.length > 0) yield line;
}

const notText = (source: FileSource) =>
  new ImportFileError(
    `${source.name} is not a text in UTF-8, UTF-16 or Windows-1252: save the table as "CSV UTF-8" and import that file.`,
  );

/** The characters of the bytes 0x80 to 0x9f in Windows-1252; U+FFFD where there is none. */
const WINDOWS_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

/** Returns a function that decodes successive chunks, and with `undefined` the rest. */
function decoder(encoding: Encoding): (chunk: Buffer | undefined) => string {
  // Not by TextDecoder: several versions of Node decode Windows-1252 as ISO 8859-1.
  if (encoding === 'Windows-1252') {
    return (chunk = Buffer.alloc(0)) =>
      chunk.toString('latin1').replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80] ?? byte);
  }
  const text = new TextDecoder(encoding);
  return (chunk) => (chunk ? text.decode(chunk, { stream: true }) : text.decode());
}
