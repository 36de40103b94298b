import { resolve } from 'node:path';
import { indexCredential } from '../../app/index-credential.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { assertCreatable } from '../../platform/store/sqlite/create-file.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { stateResult } from './index-state.ts';
import { settingsOf } from './settings-of.ts';
import { checkSharedIndex } from './shared-index.ts';

/** Checks the local copy of a remote platform, without creating or changing it. Nothing is shown without `--index`. */
export async function checkIndex(context: CheckContext): Promise<CheckResult[]> {
  const settings = settingsOf(context);
  if (!settings?.index || !settings.remote) return [];
  const { place, maxBytes } = settings.index;
  if ('database' in place) return checkSharedIndex(place.database, settings.remote.baseUrl, maxBytes);
  const { file } = place;
  try {
    const { inspectMirror } = await import('../../platform/mirror/inspect.ts');
    const state = await inspectMirror(file);
    if (!state) {
      assertCreatable(resolve(file));
      return [result('index', 'ok', `The first start creates the index in ${file}`, { data: { file, exists: false } })];
    }
    const { credential } = state;
    const key = await settings.remote.key?.();
    const found = stateResult(file, state, maxBytes, { file, exists: true });
    const isOfOtherKey = key !== undefined && credential !== undefined && credential !== indexCredential(key);
    return isOfOtherKey ? [found, ofOtherKey(file)] : [found];
  } catch (error) {
    const { isFaultOfFile } = await import('../../platform/mirror/file-faults.ts');
    if (isFaultOfFile(error)) {
      const fix = 'Correct this: until then, searches read the platform.';
      return [result('index', 'warning', sentenceOf(error, file), { fix, data: { file } })];
    }
    const fix = 'Choose another file with --index (RCPT_INDEX).';
    return [result('index', 'problem', sentenceOf(error, file), { fix, data: { file } })];
  }
}

/** With this key, the next start counts no record of the index until the platform has confirmed it. */
function ofOtherKey(file: string): CheckResult {
  const summary = `${file} was filled with another API key: the next start reads its records again`;
  const fix = 'To keep an index for each key, give this one another file with --index (RCPT_INDEX).';
  return result('index.key', 'warning', summary, { fix, data: { file } });
}

/** The sentence with which commands refuse the file. */
function sentenceOf(error: unknown, file: string): string {
  if (error instanceof DatabaseError || (error as Error).name === 'NotAMirrorError') return (error as Error).message;
  return `The index ${file} cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`;
}
