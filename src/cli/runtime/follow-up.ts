import { commandLine } from '../../lib/command-line.ts';
import { withoutPassword } from '../../lib/database/redact-database-url.ts';
import { quoteArgument } from '../../lib/shell.ts';
import type { Run } from './run.ts';

/** What names the database of a command. */
export interface DatabaseChoice {
  options: Pick<Run['options'], 'database'>;
  sources: Run['sources'];
}

/** The flag that commands for the same database need; empty if they use it without one. */
export const databaseFlag = ({ options, sources }: DatabaseChoice) =>
  sources.database === 'flag' ? ` --database ${quoteArgument(withoutPassword(options.database ?? ''))}` : '';

/**
 * Returns a command that works on the same database as this one when it is copied into a shell.
 * @param words the command with its arguments, quoted
 */
export const followUp = (run: DatabaseChoice, words: string) => commandLine(words + databaseFlag(run));
