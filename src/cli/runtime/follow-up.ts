import { withoutPassword } from '../../lib/database-url.ts';
import type { Run } from './run.ts';

/** What names the database of a command. */
export interface DatabaseChoice {
  options: Pick<Run['options'], 'database'>;
  sources: Run['sources'];
}

/** Characters that need no quotes, and how a quotation mark is written between others. */
const SHELLS = {
  posix: { plain: /^[\w@%+=:,./-]+$/, marks: /'/g, mark: "'\\''" },
  // A comma makes a list, and @ before a name inserts a variable. Typographic quotation marks end a text, too.
  powershell: { plain: /^[\w%+=:./\\-][\w@%+=:./\\-]*$/, marks: /['‘’‚‛]/g, mark: '$&$&' },
} as const;

const SHELL = process.platform === 'win32' ? 'powershell' : 'posix';

/** Quotes an argument for the command line that a person copies into a shell. */
export function quoteArgument(text: string, shell: keyof typeof SHELLS = SHELL): string {
  const { plain, marks, mark } = SHELLS[shell];
  return plain.test(text) ? text : `'${text.replace(marks, mark)}'`;
}

/** The flag that commands for the same database need; empty if they use it without one. */
export const databaseFlag = ({ options, sources }: DatabaseChoice) =>
  sources.database === 'flag' ? ` --database ${quoteArgument(withoutPassword(options.database ?? ''))}` : '';

/**
 * Returns a command that works on the same database as this one when it is copied into a shell.
 * @param words what follows `rcpt-mcp`; its arguments are quoted
 */
export const followUp = (run: DatabaseChoice, words: string) => `rcpt-mcp ${words}${databaseFlag(run)}`;
