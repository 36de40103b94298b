import { addWords, marksWithoutWords } from '../store/promises/promise-marks.ts';
import { readPromisingCalls } from '../store/promises/promising-calls.ts';
import type { Db } from '../store/schema/schema.ts';
import { loadRules } from './find-promises.ts';
import { NO_WORDS, wordsJson } from './marked-promise.ts';

/**
 * Adds the words to at most `limit` marks of a program of before, which only count the promises of a call. Must run before these
 * are computed again: their numbers may change.
 */
export async function nameMarkedPromises(tx: Db, limit: number): Promise<void> {
  const marks = await marksWithoutWords(tx, limit);
  // Another process may have been faster.
  if (marks.length === 0) return;
  const calls = await readPromisingCalls(tx, [...new Set(marks.map(({ call_id }) => call_id))]);
  const { promisesOfCall } = await loadRules();
  for (const call of calls) {
    const { spoken } = promisesOfCall(call, true);
    for (const mark of marks.filter(({ call_id }) => call_id === call.id)) {
      const promise = spoken.find(({ kind, number }) => kind === mark.kind && number === mark.number);
      await addWords(tx, mark, promise ? wordsJson(promise) : NO_WORDS);
    }
  }
}
