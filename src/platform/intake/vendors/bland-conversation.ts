import type { JsonObject } from '../../../lib/json.ts';
import { instantMs } from './call-times.ts';
import { objectsIn } from './lenient-values.ts';
import { addTranscript } from './transcript-text.ts';
import { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

const SPEAKERS: Readonly<Record<string, string>> = { user: 'caller', assistant: 'receptionist', robot: 'receptionist' };

/**
 * Returns the conversation of a call. What the agent did (`agent-action`) becomes a tool with its text as the result.
 * @param started the start of the call: turns have the time of day.
 */
export function blandConversation(body: JsonObject, started: unknown): Conversation {
  const conversation = new Conversation();
  const startMs = instantMs(started);
  for (const { user, text, created_at } of objectsIn(body, 'transcripts')) {
    const time = instantMs(created_at);
    const offset = time === undefined || startMs === undefined ? undefined : Math.max(0, time - startMs) / 1_000;
    const speaker = meaningOf(SPEAKERS, user);
    if (speaker !== undefined) conversation.addTurn(speaker, text, offset);
    else if (user === 'agent-action') conversation.addTool({ name: user, result: text, offset });
  }
  if (!conversation.turns) addTranscript(conversation, body.concatenated_transcript);
  return conversation;
}
