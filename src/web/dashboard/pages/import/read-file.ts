import type { ImportedRecords } from '../../requests/imports.ts';

/** A file as it was chosen: what is imported is what was shown, even if the file changes in the meantime. */
export interface ChosenFile {
  name: string;
  records: ImportedRecords;
  /** Compressed with gzip, in base64. */
  content: string;
}

const MAX_FILE_BYTES = 6_000_000;
/** Characters of a compressed file in base64: a request has room for little more than a million bytes. */
const MAX_CONTENT_LENGTH = 1_000_000;

const WORKBOOK_NAME = /\.(?:xls[xmb]?|ods|numbers)$/i;
const WORKBOOK = 'workbook';
/** How files of other kinds begin. Workbooks: a ZIP archive, or a compound file of Excel before 2007. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  'PK\u0003\u0004': WORKBOOK,
  '\u00d0\u00cf\u0011\u00e0': WORKBOOK,
  '%PDF': 'PDF',
  '<!DO': 'web page',
  '<htm': 'web page',
};

const refuse = (kind: string) =>
  new Error(
    `This is a ${kind}, not a CSV file. Open it in its program, save or download the table as CSV, and choose that file here.`,
  );

const DIVIDE = 'Divide it into several files, each with the line of the headers.';

/** Reads a file that the user chose. @throws Error with a sentence for the user, if it cannot be imported */
export async function readChosenFile(file: File, records: ImportedRecords): Promise<ChosenFile> {
  if (WORKBOOK_NAME.test(file.name)) throw refuse(WORKBOOK);
  if (file.size > MAX_FILE_BYTES) throw new Error(`The file is larger than 6 MB. ${DIVIDE}`);
  if (file.size === 0) throw new Error('The file is empty.');
  try {
    const kind = OTHER_KINDS[String.fromCharCode(...(await bytesOf(file.slice(0, 4).stream())))];
    if (kind) throw refuse(kind);
    const content = base64(await bytesOf(file.stream().pipeThrough(new CompressionStream('gzip'))));
    if (content.length > MAX_CONTENT_LENGTH) throw new Error(`The file is too large to be sent. ${DIVIDE}`);
    return { name: file.name, records, content };
  } catch (error) {
    // It was changed or removed after it was chosen.
    throw error instanceof DOMException ? new Error('The file cannot be read. Choose it again.') : error;
  }
}

const bytesOf = async (stream: ReadableStream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Bytes that become one text at a time: more arguments than a call can have otherwise. A multiple of three, without padding. */
const CHUNK_BYTES = 3 * 8_192;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES)));
  return text;
}
