import type { Platform } from '../../platform/index.ts';
import { CommandError } from '../runtime/usage-error.ts';
import { CallSourceError, type CallSourceInfo, sourcesOf } from './interface.ts';

/** @throws CommandError if there is none with this id */
export async function requireSource(platform: Platform, id: string): Promise<CallSourceInfo> {
  const source = (await sourcesOf(platform).list()).find((one) => one.id === id);
  if (source) return source;
  throw sourceNotFound(id);
}

export const sourceNotFound = (id: string) =>
  new CommandError(`There is no source ${id}. See rcpt-mcp calls sources list.`);

/** Maps a refused change of a source to a `CommandError`. */
export async function explainSourceErrors<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    throw error instanceof CallSourceError ? new CommandError(error.message, { cause: error }) : error;
  });
}
