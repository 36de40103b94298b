import { resolve } from 'node:path';
import { DatabaseError } from '../../lib/database-error.ts';
import { assertCreatable } from '../../platform/store/sqlite/create-file.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { settingsOf } from './settings-of.ts';

/** Checks the local copy of a remote platform, without creating or changing it. Nothing is shown without `--index`. */
export async function checkIndex(context: CheckContext): Promise<CheckResult[]> {
  const settings = settingsOf(context)?.index;
  if (!settings) return [];
  const { file, maxBytes } = settings;
  try {
    const { inspectMirror } = await import('../../platform/mirror/inspect.ts');
    const state = await inspectMirror(file);
    if (!state) {
      assertCreatable(resolve(file));
      return [result('index', 'ok', `The first start creates the index in ${file}`, { data: { file, exists: false } })];
    }
    const { bytes, lists, callsWithoutDetail, isRead } = state;
    const counted = lists
      .filter(({ progress }) => !progress.refused)
      .map(({ kind, progress: { records, total } }) => `${kind} ${records}${total === null ? '' : ` of ${total}`}`);
    const transcripts = callsWithoutDetail > 0 ? `, ${callsWithoutDetail} transcripts to read` : '';
    const size = `${(bytes / 2 ** 20).toFixed(1)} MiB`;
    const summary = `${file}: ${counted.join(', ') || 'empty'}${transcripts}; ${size}${isRead ? ', being read now' : ''}`;
    const data = { file, exists: true, bytes, lists, calls_without_detail: callsWithoutDetail };
    if (bytes < maxBytes) return [result('index', 'ok', summary, { data })];
    const fix = 'Raise --index-max-mib (RCPT_INDEX_MAX_MIB); until then searches read the platform.';
    return [result('index', 'warning', `${summary}: its maximum size is reached`, { fix, data })];
  } catch (error) {
    const fix = 'Choose another file with --index (RCPT_INDEX).';
    return [result('index', 'problem', sentenceOf(error, file), { fix, data: { file } })];
  }
}

/** The sentence with which commands refuse the file. */
function sentenceOf(error: unknown, file: string): string {
  if (error instanceof DatabaseError || (error as Error).name === 'NotAMirrorError') return (error as Error).message;
  return `The index ${file} cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`;
}
