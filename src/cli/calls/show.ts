import { CommandError } from '../../config/usage-error.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun } from '../runtime/run.ts';
import { painter } from '../terminal/paint.ts';
import { printJson } from '../terminal/print-json.ts';
import { callLines } from './call-lines.ts';
import { readRelated } from './related.ts';

/** `calls show`: one call, with its conversation. */
export const showCall: CommandRun = async (run) => {
  const id = requiredArgument(run);
  await withPlatform(run, async (platform) => {
    const call = await platform.calls.find(id);
    if (!call) throw new CommandError(`There is no call ${id}. To see the latest: ${followUp(run, 'calls list')}`);
    if (run.options.json) return printJson(run, call);
    const { timeZone } = await platform.profile();
    const related = await readRelated(run, call);
    for (const line of callLines(call, { timeZone, related, paint: painter(run.colours) })) run.print(line);
  });
};
