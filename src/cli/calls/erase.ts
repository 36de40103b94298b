import { CommandError } from '../../config/usage-error.ts';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import { localTime } from '../../lib/time/local-time.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { isAgreed } from '../prompts/agree.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';

/** `calls erase`: what was said in one call is lost for good, so it asks first. */
export const eraseCall: CommandRun = async (run) => {
  const id = requiredArgument(run);
  await withPlatform(run, async (platform) => {
    const call = await platform.calls.find(id);
    if (!call) {
      const latest = followUp(run, 'calls list');
      throw new CommandError(`There is no call ${id}. Nothing was changed. To see the latest: ${latest}`);
    }
    const { timeZone } = await platform.profile();
    const from = call.contact_name ?? call.phone;
    const caller = from ? say` with ${quoted(from)}` : say``;
    const at = trusted(localTime(call.started_at, timeZone));
    const question = say`Erase the call ${trusted(call.id)} on ${at}${caller}? Its telephone number, its summary and all that was said are lost for good.`;
    if (!(await isAgreed(run, String(question)))) return;
    const erased = await platform.erasure.eraseCall(call.id);
    if (run.options.json) return printJson(run, { call_id: call.id, erased });
    run.print(
      `${call.id} is erased, with ${pluralize(erased.reports, 'stored report')} and ${pluralize(erased.events, 'event')}.`,
    );
    run.print('The recording at the vendor, backups and what was sent to others stay: docs/privacy.md.');
  });
};
