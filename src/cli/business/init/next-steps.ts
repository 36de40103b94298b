import { redactDatabaseUrl } from '../../../lib/redact-database-url.ts';
import { quoteArgument } from '../../../lib/shell.ts';
import { followUp } from '../../runtime/follow-up.ts';
import type { Run } from '../../runtime/run.ts';
import type { Answers } from './answers.ts';

const COLUMN = 52;

/** What the owner does after the set-up. */
export function nextSteps(
  { name, owner }: Answers,
  { path, database }: { path: string; database: string },
  run: Run,
): string[] {
  const step = (command: string, purpose: string) => {
    const line = `  ${followUp(run, command)}`;
    return line.length < COLUMN ? `${line.padEnd(COLUMN)}${purpose}` : `${line}\n${' '.repeat(COLUMN)}${purpose}`;
  };
  return [
    `${path} is written, and the database (${redactDatabaseUrl(database)}) holds ${name}.`,
    'Next:',
    step(`users set-password ${quoteArgument(owner)}`, 'the owner can sign in'),
    step('install claude-desktop', 'an AI client works with it'),
    step('platform', 'serves its API to other programs'),
    step(`business plan ${quoteArgument(path)}`, 'after you have changed the file'),
  ];
}
