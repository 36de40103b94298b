import { CommandError } from '../../config/usage-error.ts';
import type { CallSourceInfo, Platform } from '../../platform/index.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';

/** @throws CommandError if there is none with this id */
export async function requireSource(platform: Platform, run: Run, id: string): Promise<CallSourceInfo> {
  const source = (await platform.callSources.list()).find((one) => one.id === id);
  if (source) return source;
  throw sourceNotFound(run, id);
}

export const sourceNotFound = (run: Run, id: string) =>
  new CommandError(`There is no source ${id}. To see all: ${followUp(run, 'calls sources list')}`);

/** Maps a refused change of a source to a `CommandError`. */
export async function explainSourceErrors<T>(change: Promise<T>): Promise<T> {
  const { CallSourceError } = await import('../../platform/index.ts');
  return change.catch((error: unknown) => {
    throw error instanceof CallSourceError ? new CommandError(error.message, { cause: error }) : error;
  });
}
