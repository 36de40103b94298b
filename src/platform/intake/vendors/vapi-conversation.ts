import { isObject, type JsonObject } from '../../../lib/json.ts';
import { instantMs } from './call-times.ts';
import { numberOf, objectIn, objectsIn } from './lenient-values.ts';
import { addTranscript } from './transcript-text.ts';
import { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

/** Other roles are instructions to the model and its tools: `system`, `tool`, `function`. */
const SPEAKERS: Readonly<Record<string, string>> = { user: 'caller', bot: 'receptionist', assistant: 'receptionist' };

/**
 * Returns the conversation of a message: from `artifact.messages`, from where older messages have them, or from the
 * transcript as text.
 * @param started the start of the call, for turns that have only the time of day.
 */
export function vapiConversation(message: JsonObject, started: unknown): Conversation {
  const conversation = new Conversation();
  const [artifact, call] = [objectIn(message, 'artifact'), objectIn(message, 'call')];
  const lists = [artifact, message, call].map((parent) => objectsIn(parent, 'messages'));
  for (const entry of lists.find((list) => list.length > 0) ?? []) addEntry(conversation, entry, instantMs(started));
  if (!conversation.turns) addTranscript(conversation, artifact.transcript ?? message.transcript ?? call.transcript);
  return conversation;
}

function addEntry(conversation: Conversation, entry: JsonObject, startMs: number | undefined): void {
  const offset = offsetOf(entry, startMs);
  const speaker = meaningOf(SPEAKERS, entry.role);
  if (speaker !== undefined) conversation.addTurn(speaker, entry.message ?? entry.content, offset);
  else if (entry.role === 'tool_calls') {
    for (const tool of objectsIn(entry, 'toolCalls')) {
      const called = isObject(tool.function) ? tool.function : tool;
      conversation.addTool({
        id: tool.id,
        name: called.name,
        arguments: called.arguments ?? called.parameters,
        offset,
      });
    }
  } else if (entry.role === 'tool_call_result') {
    conversation.addToolResult({ id: entry.toolCallId, name: entry.name, result: entry.result, offset });
  }
}

function offsetOf(entry: JsonObject, startMs: number | undefined): number | undefined {
  const stated = numberOf(entry.secondsFromStart);
  const time = instantMs(entry.time);
  if (stated !== undefined || time === undefined || startMs === undefined) return stated;
  return Math.max(0, time - startMs) / 1_000;
}
