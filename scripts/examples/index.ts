import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Example } from './record.ts';

export type { Example } from './record.ts';

const RECORDER = fileURLToPath(new URL('./record.ts', import.meta.url));
const MAX_LINE_LENGTH = 150;
const MAX_LINES = 18;

let recorded: Map<string, Example> | undefined;

/** Returns one recorded call of each tool, by name. A separate process records them once. */
export function examples(): Map<string, Example> {
  if (!recorded) {
    const json = execFileSync(process.execPath, ['--import', 'tsx', RECORDER], { encoding: 'utf8' });
    recorded = new Map((JSON.parse(json) as Example[]).map((example) => [example.tool, example]));
  }
  return recorded;
}

/** Returns the beginning of an answer, for a page. */
export function truncated(text: string): string {
  const lines = text.split('\n');
  const shown = lines
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line));
  if (lines.length > MAX_LINES) shown.push(`(and ${lines.length - MAX_LINES} more lines)`);
  return shown.join('\n');
}
