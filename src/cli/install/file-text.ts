import type { Client } from './clients.ts';
import { type Format, UnreadableConfigError } from './format.ts';
import { json } from './json.ts';
import { toml } from './toml.ts';

export const formatOf = ({ format }: Pick<Client, 'format'>): Format => (format === 'json' ? json : toml);

/** A file's text, and its byte order mark. */
export interface FileText {
  mark: string;
  text: string;
}

const MARK = '\ufeff';

/** @throws Unreadable for bytes that are not UTF-8, such as the UTF-16 of old Windows editors. */
export function decode(bytes: Buffer | undefined): FileText {
  let all: string;
  try {
    all = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableConfigError('is not UTF-8 text');
  }
  return all.startsWith(MARK) ? { mark: MARK, text: all.slice(1) } : { mark: '', text: all };
}
