import type { Client } from './clients.ts';
import { type Format, UnreadableConfigError } from './format.ts';
import { json } from './json.ts';
import { toml } from './toml.ts';

/** Returns the editor for the client's file format. */
export const formatOf = ({ format }: Pick<Client, 'format'>): Format => (format === 'json' ? json : toml);

/** A file's text and its byte order mark. */
export interface FileText {
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
