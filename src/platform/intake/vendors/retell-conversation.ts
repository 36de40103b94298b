import type { JsonObject } from '../../../lib/json.ts';
import { objectsIn, textOf } from './lenient-values.ts';
import { addTranscript } from './transcript-text.ts';
import { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

/** Other roles are not spoken: `node_transition`, `dtmf` (which may be the digits of a card), `sms`, `injected`. */
const SPEAKERS: Readonly<Record<string, string>> = {
  user: 'caller',
  agent: 'receptionist',
  transfer_target: 'transfer target',
};

/** True if there is a transcript from which Retell removed personal data: no other form may be used beside it. */
export function hasScrubbedTranscript(call: JsonObject): boolean {
  return SCRUBBED.some((name) => objectsIn(call, name).length > 0) || textOf(call.scrubbed_transcript) !== undefined;
}

const SCRUBBED = ['scrubbed_transcript_with_tool_calls', 'scrubbed_transcript_object'];
const COMPLETE = ['transcript_with_tool_calls', 'transcript_object'];

/** Returns the conversation of a call, from the form of its transcript that has the most and may be used. */
export function retellConversation(call: JsonObject): Conversation {
  const conversation = new Conversation();
  const isScrubbed = hasScrubbedTranscript(call);
  const lists = (isScrubbed ? SCRUBBED : COMPLETE).map((name) => objectsIn(call, name));
  for (const entry of lists.find((list) => list.length > 0) ?? []) addEntry(conversation, entry);
  if (!conversation.turns) addTranscript(conversation, isScrubbed ? call.scrubbed_transcript : call.transcript);
  return conversation;
}

function addEntry(conversation: Conversation, entry: JsonObject): void {
  const { role, content } = entry;
  const speaker = meaningOf(SPEAKERS, role);
  if (speaker !== undefined) conversation.addTurn(speaker, content, objectsIn(entry, 'words')[0]?.start);
  else if (role === 'tool_call_invocation')
    conversation.addTool({ id: entry.tool_call_id, name: entry.name, arguments: entry.arguments });
  else if (role === 'tool_call_result') conversation.addToolResult({ id: entry.tool_call_id, result: content });
}
