import { relative } from 'node:path';

/** The package with SQLite for a Node without it. */
export const SQLITE_PACKAGE = '@photostructure/sqlite';
/** What a person types for the program together with that package. */
export const NPX_WITH_SQLITE = `npx -y -p rcpt-mcp -p ${SQLITE_PACKAGE} rcpt-mcp`;

/** Temporary folders of npx, pnpm dlx, yarn dlx and bunx. */
const TEMPORARY_FOLDER = /[\\/](_npx|dlx-[^\\/]*|bunx-[^\\/]*)[\\/]|[\\/]pnpm[\\/]dlx[\\/]/;
/** The link that npm makes in a folder of PATH. On Windows npm makes a script, which starts the file of the package. */
const INSTALLED = /[\\/](rcpt-mcp|node_modules[\\/]rcpt-mcp[\\/]dist[\\/]cli\.js)$/;

/** True if a script is in a folder that npx or its like made for one start: no shell finds it there. */
export const isTemporary = (script: string): boolean => TEMPORARY_FOLDER.test(script);

/**
 * Returns a command of this program as a person types it where it was started: `npx -y rcpt-mcp doctor`,
 * `rcpt-mcp doctor` if it is installed, `node dist/cli.js doctor` in a checkout.
 * @param words the command with its arguments, quoted
 */
export const commandLine = (words: string): string => `${programName(process.argv[1] ?? '')} ${words}`;

/** Returns what a person types for the program whose script Node has started. */
export function programName(script: string): string {
  if (isTemporary(script)) return process.versions.sqlite === undefined ? NPX_WITH_SQLITE : 'npx -y rcpt-mcp';
  if (INSTALLED.test(script)) return 'rcpt-mcp';
  const fromHere = relative(process.cwd(), script);
  const path = fromHere.startsWith('..') ? script : fromHere;
  return `node ${path.includes(' ') ? `"${path}"` : path}`;
}
