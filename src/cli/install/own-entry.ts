import type { Entry } from './format.ts';
import { realPath } from './program.ts';

/** True if the entry starts this program, whatever its name, or is an address under the name that `install` proposes. */
export function isOwnEntry(key: string, { command, args, env }: Entry): boolean {
  const isProposedName = key === 'receptionist';
  // npm makes a link to the script, and entries name the script.
  const script = realPath(process.argv[1] ?? '');
  const words = [command, ...(Array.isArray(args) ? args : [])].flat().map(String);
  return (
    words.some((word) => /(^|[\\/])rcpt-mcp([@:][\w.-]+)?([\\/]|$)/.test(word) || word === script) ||
    Object.keys(env ?? {}).some((name) => name.startsWith('RCPT_')) ||
    // A build of this program in a folder of any name, which may have moved since.
    (isProposedName && (command === undefined || words.some((word) => /[\\/]dist[\\/]cli\.js$/.test(word))))
  );
}

/** True if the entry starts another program: `install` must neither replace nor remove it. */
export const isForeignEntry = (key: string, entry: Entry): boolean =>
  entry.command !== undefined && !isOwnEntry(key, entry);
