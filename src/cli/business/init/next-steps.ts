import { redactDatabaseUrl } from '../../../lib/database/redact-database-url.ts';
import { quoteArgument } from '../../../lib/shell.ts';
import { computerZone } from '../../../lib/time/computer-zone.ts';
import { followUp } from '../../runtime/follow-up.ts';
import type { Run } from '../../runtime/run.ts';
import type { Answers } from './answers.ts';
import { isZoneOfPlace } from './proposals.ts';

const COLUMN = 52;

/** Says that the time zone was taken from a computer that has none of a place; undefined if it was not, or a person has answered. */
export function zoneNote({ time_zone }: Answers, path: string, run: Run): string | undefined {
  if (!run.options.yes || run.options['time-zone'] !== undefined || isZoneOfPlace(time_zone)) return undefined;
  const apply = followUp(run, `business apply ${quoteArgument(path)}`);
  const known = computerZone();
  const reason = known === undefined ? 'is unknown' : `is ${known}`;
  return `The time zone is ${time_zone}, because that of this computer ${reason}. If the business is elsewhere, change time_zone in ${path}, such as to America/New_York, then: ${apply}`;
}

/** Says that the owner is none of the business; undefined if one was named. */
export function ownerNote({ owner }: Answers, path: string, run: Run): string | undefined {
  if (!run.options.yes || run.options.owner !== undefined) return undefined;
  const apply = followUp(run, `business apply ${quoteArgument(path)} --prune`);
  return `The owner is the placeholder ${owner}. Write the right address into users in ${path}, then: ${apply}`;
}

/** What the owner does after the set-up. */
export function nextSteps(
  { name, owner }: Answers,
  { path, database, notes }: { path: string; database: string; notes: readonly string[] },
  run: Run,
): string[] {
  const step = (command: string, purpose: string) => {
    const line = `  ${followUp(run, command)}`;
    return line.length < COLUMN ? `${line.padEnd(COLUMN)}${purpose}` : `${line}\n      ${purpose}`;
  };
  return [
    `${path} is written, and the database (${redactDatabaseUrl(database)}) holds ${name}.`,
    ...notes,
    'Next:',
    step(`users set-password ${quoteArgument(owner)}`, 'the owner can sign in'),
    step('install claude-desktop', 'an AI client works with it'),
    step('http', 'the dashboard, at http://127.0.0.1:8787/app'),
    step(`business plan ${quoteArgument(path)}`, 'after you have changed the file'),
  ];
}
