import type { TranscriptTurn } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { callTexts } from '../../lib/search/call-text.ts';
import { contactText } from '../../lib/search/record-text.ts';
import { indexWords } from '../../lib/search/words.ts';
import { searchedText } from '../../lib/text-search.ts';
import type { CallRow, ContactRow, Db, Unnumbered } from '../store/schema.ts';
import { wordIndexOf } from '../store/words.ts';

/** Stores the words of what was said in calls, and of their summaries. */
export async function storeCallWords(tx: Db, calls: readonly Unnumbered<CallRow>[]): Promise<void> {
  const records = calls.map(({ id, team_id: teamId, transcript_json, summary }) => {
    const turns = JSON.parse(transcript_json) as TranscriptTurn[];
    return { id, teamId, words: indexWords(callTexts(turns, summary)) };
  });
  await wordIndexOf(tx)?.put(tx, 'calls', records);
}

/** Stores the words of contacts. */
export async function storeContactWords(tx: Db, contacts: readonly Unnumbered<ContactRow>[]): Promise<void> {
  const records = contacts.map((contact) => {
    const { texts } = contactText(contact, JSON.parse(contact.additional_json) as JsonObject);
    return { id: contact.id, teamId: contact.team_id, words: indexWords([searchedText(texts)]) };
  });
  await wordIndexOf(tx)?.put(tx, 'contacts', records);
}
