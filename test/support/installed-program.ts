import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALLED_PROGRAM_VARIABLE, PROGRAM } from './program.ts';

/** Vitest's global setup: a link to the built program, as npm makes it, so that the commands which it prints begin with `rcpt-mcp`. */
export default function setup(): (() => void) | undefined {
  // Both projects of vitest.config.ts run this setup. On Windows npm makes a script instead.
  if (process.env[INSTALLED_PROGRAM_VARIABLE] !== undefined || process.platform === 'win32') return;
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-bin-'));
  const link = join(folder, 'rcpt-mcp');
  symlinkSync(PROGRAM, link);
  process.env[INSTALLED_PROGRAM_VARIABLE] = link;
  return () => rmSync(folder, { recursive: true, force: true });
}
