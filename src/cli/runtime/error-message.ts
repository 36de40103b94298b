import { findPath } from '../../config/options/usage.ts';
import { UnknownNameError } from '../parser/unknown-name.ts';

/** The last words of commands that only read, and at most write a new file. */
const READING = /\b(agenda|doctor|export|list|log|plan|show|status)$/;

/**
 * Returns what a person reads of an error of a command.
 * @param words the command, and what follows it
 */
export async function errorMessage(error: Error, words: readonly string[]): Promise<string> {
  if (error instanceof UnknownNameError) return (await import('../parser/guesses.ts')).explainUnknownName(error);
  // Of a command that only reads, this goes without saying.
  return READING.test(findPath(words) ?? '') ? error.message.replace(' Nothing was changed.', '') : error.message;
}
