import type { JsonObject } from '../../../lib/json.ts';
import { objectIn, objectsIn, textOf } from './lenient-values.ts';
import { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

const SPEAKERS: Readonly<Record<string, string>> = { user: 'caller', agent: 'receptionist' };

/** Returns the conversation of a transcription. A turn with tools has no message. */
export function elevenlabsConversation(data: JsonObject): Conversation {
  const conversation = new Conversation();
  for (const entry of objectsIn(data, 'transcript')) {
    const { role, time_in_call_secs: offset } = entry;
    const speaker = meaningOf(SPEAKERS, role);
    // Digits from the keypad are not spoken, and may be those of a card.
    if (speaker !== undefined && entry.source_medium !== 'dtmf')
      conversation.addTurn(speaker, textOf(entry.message, Infinity) ?? joinParts(entry), offset);
    for (const tool of objectsIn(entry, 'tool_calls'))
      conversation.addTool({ id: tool.request_id, name: tool.tool_name, arguments: tool.params_as_json, offset });
    for (const tool of objectsIn(entry, 'tool_results'))
      conversation.addToolResult({ id: tool.request_id, name: tool.tool_name, result: tool.result_value, offset });
  }
  return conversation;
}

/** Agents with several voices have a text for each part of a message. */
function joinParts(entry: JsonObject): string {
  const parts = objectsIn(objectIn(entry, 'multivoice_message'), 'parts');
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join(' ');
}
