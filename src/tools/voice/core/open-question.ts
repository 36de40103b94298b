import type { OpenQuestion } from './memory.ts';
import { callerKey } from './memory.ts';
import type { Office } from './office.ts';

/** Remembers a question: a caller who corrects it says only what is different. */
export function noteQuestion(question: OpenQuestion, { caller, context }: Office): void {
  // Callers that cannot be distinguished must not correct each other's questions.
  if (caller.phone === null && caller.callId === null) return;
  context.voiceMemory.questions.set(callerKey(caller), question);
}

/**
 * Returns the question that the caller heard last, unless times were offered after it.
 * @param kind whether it is about a move, or about a new appointment
 */
export function openQuestion(kind: 'move' | 'new', { caller, context }: Office): OpenQuestion | undefined {
  const question = context.voiceMemory.questions.get(callerKey(caller));
  return question && (question.bookingId !== undefined) === (kind === 'move') ? question : undefined;
}

export function forgetQuestion({ caller, context }: Office): void {
  context.voiceMemory.questions.delete(callerKey(caller));
}

/** Returns the start from which words such as "an hour later" are read: that of the open question, or else the own one. A new appointment has no id. */
export function startBefore(said: string, own: { id: string | undefined; start: number }, office: Office): number {
  const question = openQuestion(own.id === undefined ? 'new' : 'move', office);
  if (!question || question.bookingId !== own.id) return own.start;
  // A confirmation repeats the words of the question.
  return question.said === said ? question.from : question.start;
}
