import type { Entry } from './format.ts';

/** True if the entry starts this program, whatever its name. */
export function isOwnEntry(key: string, { command, args, env }: Entry): boolean {
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  return (
    key === 'receptionist' ||
    words.some((word) => /(^|[\\/])rcpt-mcp(@[\w.-]+)?$/.test(word) || word === process.argv[1]) ||
    Object.keys(env ?? {}).some((name) => name.startsWith('RCPT_'))
  );
}
