import type { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

/** Names of the two parties in transcripts that are one text. */
const SPEAKERS: Readonly<Record<string, 'caller' | 'receptionist'>> = {
  ai: 'receptionist',
  agent: 'receptionist',
  assistant: 'receptionist',
  bot: 'receptionist',
  robot: 'receptionist',
  user: 'caller',
  caller: 'caller',
  customer: 'caller',
  human: 'caller',
};
const NAME = `(${Object.keys(SPEAKERS).join('|')})[ \\t]*:`;
const AT_LINES = new RegExp(`(?:^|\\n)[ \\t]*${NAME}`, 'gi');
/** In a transcript on one line, a name follows any space. */
const AT_WORDS = new RegExp(`(?:^|\\s)${NAME}`, 'gi');

/** Adds the turns of a transcript such as `AI: Good morning.\nUser: Hello.` A text without names is one turn. */
export function addTranscript(conversation: Conversation, transcript: unknown): void {
  if (typeof transcript !== 'string') return;
  const text = transcript.trim();
  const names = [...text.matchAll(text.includes('\n') ? AT_LINES : AT_WORDS)];
  conversation.addTurn('unknown', text.slice(0, names[0]?.index));
  for (const [index, match] of names.entries()) {
    const speaker = meaningOf(SPEAKERS, match[1]?.toLowerCase()) ?? 'unknown';
    conversation.addTurn(speaker, text.slice(match.index + match[0].length, names[index + 1]?.index));
  }
}
