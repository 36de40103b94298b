import type { Client } from './clients.ts';
import { type Format, UnreadableConfigError } from './format.ts';
import { withFieldNames } from './renamed-fields.ts';

/** Each with its parser, which only the clients with such a file need. */
const FORMATS = {
  json: async () => (await import('./json.ts')).json,
  toml: async () => (await import('./toml.ts')).toml,
  yaml: async () => (await import('./yaml.ts')).yaml,
};

/** Loads the editor for the client's file format. Its entries have the field names of most clients. */
export async function formatOf({ format: name, fields }: Pick<Client, 'format' | 'fields'>): Promise<Format> {
  const format = await FORMATS[name]();
  return fields ? withFieldNames(format, fields) : format;
}

/** A file's text and its byte order mark. */
interface FileText {
  mark: string;
  text: string;
}

const MARK = '\ufeff';

/** Decodes a file. @throws UnreadableConfigError if it is not UTF-8, such as UTF-16 of old Windows editors */
export function decode(bytes: Buffer | undefined): FileText {
  let decoded: string;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableConfigError('is not UTF-8 text');
  }
  return decoded.startsWith(MARK) ? { mark: MARK, text: decoded.slice(1) } : { mark: '', text: decoded };
}
