import type { TranscriptTurn } from '../../contract/index.ts';
import { MAX_TURNS_READ, numberTurns, shortSpeaker, type Turn } from '../../lib/turns.ts';

/** Returns the turns of a stored transcript as the tools read them. */
export function spokenTurns(transcriptJson: string): Turn[] {
  const turns = (JSON.parse(transcriptJson) as TranscriptTurn[]).slice(0, MAX_TURNS_READ);
  return numberTurns(turns.map(({ speaker, text }) => ({ speaker: shortSpeaker(speaker), text }))) ?? [];
}
