import type { TranscriptTurn } from '../../contract/index.ts';
import { callTexts } from '../../lib/search/call-text.ts';
import { indexWords } from '../../lib/search/words.ts';
import type { CallRow, Db } from '../store/schema.ts';
import { wordIndexOf } from '../store/words.ts';

/** Stores the words of what was said in calls, and of their summaries. */
export async function storeCallWords(tx: Db, calls: readonly CallRow[]): Promise<void> {
  const records = calls.map(({ id, team_id: teamId, transcript_json, summary }) => {
    const turns = JSON.parse(transcript_json) as TranscriptTurn[];
    return { id, teamId, words: indexWords(callTexts(turns, summary)) };
  });
  await wordIndexOf(tx)?.put(tx, 'calls', records);
}
