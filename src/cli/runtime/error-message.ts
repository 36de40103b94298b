import { InvalidHoursError } from '../../config/options/business.ts';
import { findPath } from '../../config/options/usage.ts';
import { UnknownNameError } from '../parser/unknown-name.ts';

/** The last words of commands that only read, and at most write a new file. */
const READING = /\b(agenda|data|doctor|export|list|log|plan|show|status)$/;

/**
 * Returns what a person reads of an error of a command.
 * @param words the command, and what follows it
 */
export async function errorMessage(error: Error, words: readonly string[]): Promise<string> {
  if (error instanceof UnknownNameError) return (await import('../parser/guesses.ts')).explainUnknownName(error);
  if (error instanceof InvalidHoursError) return error.message + (await hoursAsWritten(error.typed));
  // Of a command that only reads, this goes without saying.
  return READING.test(findPath(words) ?? '') ? error.message.replace(' Nothing was changed.', '') : error.message;
}

/**
 * Says how the hours are written that were typed as `business init` and the dashboard understand them. The option has only the
 * written form, because a start of the program does not load the words of six languages.
 */
async function hoursAsWritten(typed: string): Promise<string> {
  const { readTypedHours } = await import('../../lib/time/typed-hours.ts');
  try {
    return ` You may mean "${readTypedHours(typed, 'en')}": write it so here.`;
  } catch {
    return '';
  }
}
