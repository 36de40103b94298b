import type { Call } from '../../contract/index.ts';
import { cleanLine, truncate } from '../../lib/text.ts';
import { formatMinute } from '../commands/manage.ts';
import { withPlatform } from '../commands/with-platform.ts';
import type { CommandRun } from '../runtime/run.ts';
import { table } from '../runtime/table.ts';
import { UsageError } from '../runtime/usage-error.ts';
import { formatOffset } from './offset.ts';

const WHO_WIDTH = 26;
const OUTCOME_WIDTH = 18;

/** `calls list`: the latest calls. */
export const listCalls: CommandRun = async (run) => {
  if (run.positionals.length > 0)
    throw new UsageError(`calls list takes no further arguments: "${run.positionals[0]}".`);
  await withPlatform(run, async (platform) => {
    const calls = await platform.calls.list({ limit: run.options.limit });
    if (run.options.json) return run.print(JSON.stringify(calls, null, 2));
    if (calls.length === 0)
      return run.print('There are no calls yet. rcpt-mcp calls sources add makes a source of calls.');
    for (const line of table(['id', 'started (UTC)', 'way', 'with', 'length', 'outcome'], calls.map(row)))
      run.print(line);
  });
};

function row({ id, started_at, direction, contact_name, phone, duration_seconds, outcome, status }: Call): string[] {
  return [
    id,
    formatMinute(started_at),
    direction === 'outbound' ? 'out' : 'in',
    truncate(cleanLine(contact_name ?? phone ?? 'withheld'), WHO_WIDTH),
    formatOffset(duration_seconds).padStart(6),
    truncate(cleanLine(outcome ?? status), OUTCOME_WIDTH),
  ];
}
